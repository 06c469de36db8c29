import { refusePairingForm } from '@/lib/http/pairing-forms';

export const POST = refusePairingForm;
