import { cookies } from 'next/headers';
import { env } from '@/lib/env';

const cookieName = 'nod_fields';
/** As long as it takes to read what was wrong and try again. */
const keptSeconds = 120;
/** So many UTF-16 units of each field; the cookie stays below the 4096 bytes that browsers take. */
const keptLength = 300;

/**
 * What somebody typed into a form that failed, for the page that shows it again: in a cookie of that path, because an address ends in
 * history and logs. Never a password.
 */
export async function keepFields(path: string, fields: Record<string, string>): Promise<void> {
  const secure = env().url.startsWith('https:');
  (await cookies()).set(cookieName, packFields(fields), {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: keptSeconds,
  });
}

/** Does what a form asks for; when that fails, keeps these of its fields for the page and throws on. */
export async function keepingFields<Result>(
  path: string,
  { form, names }: { form: URLSearchParams; names: readonly string[] },
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    await keepFields(path, Object.fromEntries([...form].filter(([name]) => names.includes(name))));
    throw error;
  }
}

/** The fields kept for this page; a page that shows no error shows none of them. */
export async function keptFields(code: string | string[] | undefined): Promise<URLSearchParams> {
  const value = code === undefined ? undefined : (await cookies()).get(cookieName)?.value;
  return unpackFields(value ?? '');
}

/** Fields as a cookie holds them: base64, where percent signs would make nine bytes of one letter, and each of them three again. */
export function packFields(fields: Record<string, string>): string {
  const kept = Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\r\n', '\n').slice(0, keptLength)]);
  return Buffer.from(JSON.stringify(Object.fromEntries(kept))).toString('base64url');
}

/** Fields from such a cookie; none from one that is not of this kind. */
export function unpackFields(value: string): URLSearchParams {
  try {
    const fields: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return new URLSearchParams(Object.entries(fields ?? {}).map(([name, text]) => [name, String(text)]));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new URLSearchParams();
  }
}
