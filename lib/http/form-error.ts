/** What a form post that failed says on the page with the form (lib/http/with-form.ts). */
export interface FormError {
  code: string;
  /** The field that is wrong, when the words begin with one. */
  field?: string;
  words: string;
}

const longest = 300;

/** Reads `?error=…&code=…`: plain text to be shown as such, cut, since anybody can write an address. */
export function formError(asked: Record<string, string | string[] | undefined>): FormError | undefined {
  const { error, code } = asked;
  if (typeof error !== 'string' || error === '') return undefined;
  const named = /^(\w{1,40}): ([\s\S]+)$/.exec(error.slice(0, longest));
  const words = named?.[2] ?? error.slice(0, longest);
  return {
    code: typeof code === 'string' ? code : 'internal',
    ...(named?.[1] ? { field: named[1] } : {}),
    words: words.charAt(0).toUpperCase() + words.slice(1),
  };
}
