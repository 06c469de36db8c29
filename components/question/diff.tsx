import type { FoldedDiff, FoldedFile } from '@/components/question/fold-diff';
import { VisibleParts } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { visibleParts } from '@/components/ui/visible-text';
import type { DiffRow } from '@/lib/questions/read-diff';

const count = new Intl.NumberFormat('en');
const signs: Record<DiffRow['change'], string> = { added: '+', removed: '−', same: ' ', gap: '⋯', remark: '' };
const signTones: Partial<Record<DiffRow['change'], string>> = { added: 'text-accent', removed: 'text-danger' };
const spoken: Partial<Record<DiffRow['change'], string>> = { added: 'Added: ', removed: 'Removed: ' };
const fates = { new: 'New file', deleted: 'Deleted', changed: undefined };
const preClass =
  'diff-lines pb-2.5 font-mono text-small leading-[1.375rem] whitespace-pre-wrap wrap-anywhere [tab-size:2] [direction:ltr] [font-variant-ligatures:none]';
const foldClass = 'flex min-h-11 items-center justify-between gap-2 px-3.5 text-small text-muted -outline-offset-3';

/** An edit as a diff: sign, line number and tint; added blue, removed red. What is longer folds after `folded.shown`. */
export function Diff(props: {
  folded: FoldedDiff;
  riskyWords: string[];
  /** How much the agent sent, when more than was kept. */
  cut?: { kept: number; sent: number };
  /** Id of the element that opens the rest; the hold button waits for it. */
  restId: string;
}) {
  const { folded, riskyWords, cut, restId } = props;
  const { shown, rest, rowCount } = folded;
  const continued = shown.at(-1)?.path;
  return (
    <div className="overflow-hidden rounded-control bg-sunken [unicode-bidi:isolate]">
      {shown.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files of a diff never move, and one may stand in it twice.
        <File key={index} file={file} riskyWords={riskyWords} />
      ))}
      {rest.length > 0 && (
        <details id={restId} className="group/rest">
          <summary className={`${foldClass} border-t border-dashed border-edge first:border-0`}>
            <span>{count.format(rest.reduce((sum, { rows }) => sum + rows.length, 0))} more lines</span>
            <span className="font-medium text-accent group-open/rest:hidden">Open all {count.format(rowCount)}</span>
            <span className="hidden group-open/rest:inline">All shown below</span>
          </summary>
          {rest.map((file, index) => (
            <File
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              key={index}
              file={file}
              riskyWords={riskyWords}
              goesOn={index === 0 && file.path === continued}
            />
          ))}
        </details>
      )}
      {cut !== undefined && (
        <p className="border-t border-dashed border-edge px-3.5 py-3 text-small text-muted">
          Cut at {count.format(cut.kept)} of {count.format(cut.sent)} characters. The rest was not kept.
        </p>
      )}
    </div>
  );
}

function File(props: { file: FoldedFile; riskyWords: string[]; goesOn?: boolean }) {
  const { file, riskyWords, goesOn } = props;
  return (
    <section className="border-line not-first:border-t">
      {!goesOn && <FileHead file={file} />}
      <pre className={preClass}>
        {file.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff never move, and two may be alike.
          <Line key={index} row={row} riskyWords={riskyWords} />
        ))}
      </pre>
    </section>
  );
}

/** The whole name, however long: what is cut off could be the part that matters. */
function FileHead({ file }: { file: FoldedFile }) {
  const { path, movedFrom, fate, added, removed } = file;
  const slash = path.lastIndexOf('/') + 1;
  return (
    <header className="flex min-h-11 flex-wrap items-baseline gap-x-2 px-3.5 py-[11px] text-small text-muted">
      <Icon name="file" size="small" className="translate-y-0.5" />
      <h2 className="min-w-[62%] flex-1 font-medium wrap-anywhere">
        <Name text={path.slice(0, slash)} />
        <b className="font-bold">
          <Name text={path.slice(slash)} />
        </b>
        {movedFrom !== undefined && (
          <span className="block font-normal">
            moved from <Name text={movedFrom} />
          </span>
        )}
      </h2>
      <span className="ml-auto whitespace-nowrap tabular-nums">
        {fates[fate] !== undefined && <span className="mr-2">{fates[fate]}</span>}
        {added + removed > 0 && (
          <>
            <span className="text-accent">
              <span className="sr-only">Lines added: </span>+{added}
            </span>{' '}
            <span className="text-danger">
              <span className="sr-only">removed: </span>−{removed}
            </span>
          </>
        )}
      </span>
    </header>
  );
}

function Name({ text }: { text: string }) {
  return <VisibleParts parts={visibleParts(text, { code: true })} />;
}

function Line({ row, riskyWords }: { row: DiffRow; riskyWords: string[] }) {
  const { change, number, text } = row;
  return (
    <span className="diff-line" data-change={change}>
      <span aria-hidden="true" className="text-right text-faint select-none">
        {number}
      </span>
      <span aria-hidden="true" className={`select-none ${signTones[change] ?? 'text-faint'}`}>
        {signs[change]}
      </span>
      <code>
        <span className="sr-only">{spoken[change]}</span>
        <VisibleParts parts={visibleParts(text, { riskyWords, code: true })} />
      </code>
    </span>
  );
}
