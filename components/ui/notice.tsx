import type { ReactNode } from 'react';
import type { IconName } from '@/components/ui/icon-shapes';
import { Tile } from '@/components/ui/tile';

/** Something broken, or a suggestion, with at most two text actions. At most one at the top of a page. */
export function Notice(props: {
  title: ReactNode;
  detail?: ReactNode;
  tone?: 'neutral' | 'blue' | 'red';
  icon?: IconName;
  /** Says it aloud when it appears after an act of the person. */
  announce?: boolean;
  children?: ReactNode;
}) {
  const tone = props.tone ?? 'neutral';
  return (
    <div
      role={props.announce ? 'alert' : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-y border-line bg-surface px-(--gutter) py-3.5 wide:rounded-answer wide:border"
    >
      <Tile icon={props.icon ?? (tone === 'red' ? 'alert' : 'bell')} tone={tone} />
      <div className="self-center wrap-anywhere">
        <b className="font-semibold">{props.title}</b>
        {props.detail !== undefined && <p className="text-small text-muted">{props.detail}</p>}
      </div>
      {props.children !== undefined && (
        <div className="col-start-2 mt-0.5 -mb-2.5 flex flex-wrap gap-x-5">{props.children}</div>
      )}
    </div>
  );
}
