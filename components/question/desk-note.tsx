import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';

/** What Nod has to say about a question before it is read: above the sheet, on the desk, calmer than a danger. */
export function DeskNote(props: { icon: IconName; title: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mx-2 mb-2 flex gap-3 rounded-answer bg-sunken px-3.5 py-3 text-small wide:mx-0">
      <Icon name={props.icon} className="mt-px text-muted" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <b className="block font-semibold">{props.title}</b>
          <span className="text-muted">{props.children}</span>
        </p>
        {props.action !== undefined && <div className="-mb-3">{props.action}</div>}
      </div>
    </div>
  );
}
