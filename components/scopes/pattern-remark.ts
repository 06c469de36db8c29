import type { AllowedPathView } from '@/lib/scopes/view';

const everything = new Set(['**', '**/*', '*', './**', './*', '.', './', '/', '/**']);

/** Whether a pattern is one that hardly anything lies outside of. */
export const coversEverything = ({ pattern }: Pick<AllowedPathView, 'pattern'>): boolean =>
  everything.has(pattern.trim());

/** What a pattern covers that one may not see in it. */
export function patternRemark(view: AllowedPathView): string | undefined {
  if (coversEverything(view)) return 'Everything in the folder that it works in';
  const below = view.alsoCovers.filter((pattern) => pattern.endsWith('/**'));
  const elsewhere = view.alsoCovers.filter((pattern) => !pattern.endsWith('/**'));
  const parts = [
    view.isBareWord && 'only a file or folder of this very name',
    below.length > 0 && 'with everything in it',
    elsewhere.length > 0 && `also ${elsewhere.join(', ')}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : capital(parts.join(', '));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
