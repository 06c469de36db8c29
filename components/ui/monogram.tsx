import { classes } from '@/components/ui/classes';

const ownLetters: Record<string, string> = { codex: 'Cx' };

/** Two letters for a name: initials of two words, else its first two letters. A word in capitals is no second word. */
export function monogramLetters(name: string): string {
  const known = ownLetters[name.trim().toLowerCase()];
  if (known !== undefined) return known;
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, second] = words.map((word) => [...word]);
  if (first === undefined) return '?';
  const secondCounts = second !== undefined && second.join('') !== second.join('').toUpperCase();
  if (secondCounts) return `${first[0]}${second[0]}`.toUpperCase();
  return `${first[0]?.toUpperCase()}${first[1]?.toLowerCase() ?? ''}`;
}

/** Who: two letters on a tile. Never a vendor's logo. */
export function Monogram(props: { name: string; small?: boolean }) {
  const size = props.small ? 'size-7 rounded-lg text-[.6875rem]' : 'size-9 rounded-control text-[.8125rem]';
  const shape = 'grid flex-none place-items-center bg-tile leading-none font-semibold tracking-[-.01em] text-ink';
  return (
    <span aria-hidden="true" className={classes(shape, size)}>
      {monogramLetters(props.name)}
    </span>
  );
}
