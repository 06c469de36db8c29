/**
 * Words for a form that failed, by code: words in an address could come from anybody's link, so a page never shows those.
 * `own` has the page's own words for codes that mean something special there.
 */
export function formProblem(code: string | string[] | undefined, own: Record<string, string> = {}): string | undefined {
  if (typeof code !== 'string') return undefined;
  // hasOwn: `?code=constructor` names something on every object.
  const words = [own, problems].find((table) => Object.hasOwn(table, code));
  return words?.[code] ?? 'Nod failed on this. Try again.';
}

const problems: Record<string, string> = {
  invalid_request: 'Something in the form cannot be used. Look at it again.',
  forbidden: 'You may not do that here.',
  not_found: 'It is no longer there.',
  rate_limited: 'Too many tries. Wait a minute, then try again.',
  limit_reached: 'Too many questions are waiting. Answer some first.',
  unavailable: 'Nod’s database cannot be reached. Try again shortly.',
  too_large: 'That is too long.',
};
