import { downloadExport } from '@/lib/http/export-file';

export const dynamic = 'force-dynamic';

export const GET = downloadExport;
