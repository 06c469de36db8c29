import type { ComponentProps } from 'react';

/**
 * A `div` that leaves out the style attribute. Radix hands one to some of its parts already on the server, and the
 * content policy forbids it there.
 */
export function Unstyled({ style: _style, ...div }: ComponentProps<'div'>) {
  return <div {...div} />;
}
