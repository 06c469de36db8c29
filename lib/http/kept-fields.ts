import { cookies } from 'next/headers';
import { env } from '@/lib/env';

const cookieName = 'nod_fields';
/** As long as it takes to read what was wrong and try again. */
const keptSeconds = 120;

/**
 * What somebody typed into a form that failed, for the page that shows it again: in a cookie of that path, because an address ends in
 * history and logs. Never a password.
 */
export async function keepFields(path: string, fields: Record<string, string>): Promise<void> {
  const value = new URLSearchParams(Object.entries(fields).map(([name, text]) => [name, text.slice(0, 300)]));
  const secure = env().url.startsWith('https:');
  (await cookies()).set(cookieName, value.toString(), {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: keptSeconds,
  });
}

/** The fields kept for this page; a page that shows no error shows none of them. */
export async function keptFields(code: string | string[] | undefined): Promise<URLSearchParams> {
  const value = code === undefined ? undefined : (await cookies()).get(cookieName)?.value;
  return new URLSearchParams(value ?? '');
}
