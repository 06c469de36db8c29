import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { type RowContent, RowParts, rowClass } from '@/components/ui/rows';

const opens = (
  <span className="inline-block rotate-90 text-faint">
    <Icon name="forward" size="small" />
  </span>
);

/** A row of a list that opens in place; `id` is where an address can point. Works without JavaScript. */
export function FoldRow({
  id,
  open,
  children,
  ...content
}: RowContent & { id?: string; open?: boolean; children: ReactNode }) {
  return (
    <li id={id} className="hairline relative">
      <details open={open}>
        <summary className={`${rowClass(content)} cursor-pointer hover:bg-hover -outline-offset-2`}>
          <RowParts {...content} end={content.end ?? opens} />
        </summary>
        <div className="grid gap-4 px-(--gutter) pt-1 pb-4">{children}</div>
      </details>
    </li>
  );
}
