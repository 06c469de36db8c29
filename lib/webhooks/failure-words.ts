import { AppError } from '@/lib/errors';

/** Why a status is not a delivery, in words; undefined when it is one. */
export function statusFailure(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `answered ${status} to another address, which is not followed`;
  return `answered ${status}`;
}

const networkWords: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  HPE_HEADER_OVERFLOW: 'its answer has too many headers',
};

/** Why there was no answer, in words that a person may read. */
export function networkFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be reached';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (error instanceof AppError || code === undefined) return error.message;
  const words =
    networkWords[code] ?? (/CERT|SIGNATURE|TLS|SSL/.test(code) ? 'its certificate is not trusted' : undefined);
  return `${words ?? (code.startsWith('HPE_') ? 'its answer is not HTTP' : 'it cannot be reached')} (${code})`;
}
