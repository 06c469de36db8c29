import { AppError } from '@/lib/errors';
import { keepingFields } from '@/lib/http/kept-fields';

/** The fields of a rule's form, all of them shown again when it is refused. */
export const ruleFieldNames = [
  'pattern',
  'repoKey',
  'effect',
  'mode',
  'timeoutSeconds',
  'timeoutAction',
  'pushFirstSeconds',
  'forMinutes',
] as const;

const askingOnly: readonly string[] = ['mode', 'timeoutSeconds', 'timeoutAction', 'pushFirstSeconds'];

/** A rule as its form sends it: what was left empty is not said, and how to ask only where it asks, because a hidden field is sent too. */
export function ruleOfForm(form: URLSearchParams): Record<string, string> {
  const asks = form.get('effect') === 'ask';
  const given = [...form].map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(given.filter(([name, value]) => value !== '' && (asks || !askingOnly.includes(name))));
}

/**
 * Does what a rule's form asks for and gives where to go then. When a field of it is refused, gives the address of the page with the form,
 * which names that field and finds out again what is wrong: an address carries no words. Throws everything else on.
 */
export async function orBackToField(page: string, form: URLSearchParams, act: () => Promise<string>): Promise<string> {
  try {
    return await keepingFields('/policies', { form, names: ruleFieldNames }, act);
  } catch (error) {
    const field = error instanceof AppError ? error.issues?.[0]?.field : undefined;
    if (field === undefined) throw error;
    return `${page}?${new URLSearchParams({ code: 'invalid_request', field })}`;
  }
}
