import { approvePairingForm } from '@/lib/http/pairing-forms';

export const POST = approvePairingForm;
