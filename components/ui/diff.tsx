import { VisibleParts } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { visibleParts } from '@/components/ui/visible-text';

export type DiffLine = { change: 'added' | 'removed' | 'same'; number?: number; text: string };
export type DiffView = { path: string; lines: DiffLine[] };

const signs = { added: '+', removed: '−', same: ' ' };
const signTones = { added: 'text-accent', removed: 'text-danger', same: '' };
const spoken = { added: 'Added: ', removed: 'Removed: ', same: '' };

/** An edit as a diff: sign, line number and tint; added blue, removed red. */
export function Diff({ path, lines }: DiffView) {
  const slash = path.lastIndexOf('/') + 1;
  const count = (change: DiffLine['change']) => lines.filter((line) => line.change === change).length;
  return (
    <details open className="overflow-hidden rounded-control bg-sunken">
      <summary className="flex min-h-11 items-center gap-2 px-3.5 text-small font-medium text-muted -outline-offset-3">
        <Icon name="file" size="small" />
        <span className="min-w-0 flex-1 truncate">
          <VisibleParts parts={visibleParts(path.slice(0, slash), { code: true })} />
          <b className="font-bold">
            <VisibleParts parts={visibleParts(path.slice(slash), { code: true })} />
          </b>
        </span>
        <span className="tabular-nums">
          <span className="text-accent">+{count('added')}</span>{' '}
          <span className="text-danger">−{count('removed')}</span>
        </span>
      </summary>
      <pre className="pt-0.5 pb-2.5 font-mono text-small leading-[1.375rem] whitespace-pre-wrap wrap-anywhere [tab-size:2] [direction:ltr] [font-variant-ligatures:none]">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff never move, and two may be alike.
          <span key={index} className="diff-line" data-change={line.change}>
            <span aria-hidden="true" className="pr-2.5 text-right text-faint select-none">
              {line.number}
            </span>
            <span aria-hidden="true" className={`select-none ${signTones[line.change]}`}>
              {signs[line.change]}
            </span>
            <code>
              <span className="sr-only">{spoken[line.change]}</span>
              <VisibleParts parts={visibleParts(line.text, { code: true })} />
            </code>
          </span>
        ))}
      </pre>
    </details>
  );
}
