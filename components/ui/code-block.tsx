import { VisibleParts } from '@/components/ui/agent-text';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';
import { divideParts, visibleParts } from '@/components/ui/visible-text';

const shownCharacters = 4000;
const count = new Intl.NumberFormat('en');
const preClass =
  'px-3.5 font-mono text-small leading-[1.375rem] whitespace-pre-wrap wrap-anywhere [tab-size:2] [direction:ltr] [unicode-bidi:isolate] [font-variant-ligatures:none]';

export type CodeBlockProps = {
  title: string;
  icon?: IconName;
  text: string;
  /** Characters that the agent sent, when more than `text` holds. */
  originalLength?: number;
  riskyWords?: string[];
  /** A faint `$` before the first line. */
  prompt?: boolean;
  copyLabel?: string;
  /** Id of the element that opens the rest; the hold button waits for it. */
  restId?: string;
};

/** Whether a text is so long that a part of it must be opened. */
export function needsOpening(text: string): boolean {
  return text.length > shownCharacters;
}

/** Code or a long text as an agent wrote it: nothing invisible, risky words marked, a cut marked and openable. */
export function CodeBlock(props: CodeBlockProps) {
  const parts = visibleParts(props.text, { riskyWords: props.riskyWords, code: true });
  const { shown, rest } = divideParts(parts, shownCharacters);
  const originalLength = props.originalLength ?? props.text.length;
  return (
    <div className="relative">
      <details open className="group overflow-hidden rounded-control bg-sunken">
        <summary className="flex min-h-11 items-center gap-2 pr-12 pl-3.5 text-small font-medium text-muted -outline-offset-3">
          <Icon name={props.icon ?? 'terminal'} size="small" />
          <span className="min-w-0 flex-1 truncate">{props.title}</span>
        </summary>
        <pre className={`${preClass} pt-0.5 pb-3.5`}>
          {props.prompt && <span className="text-faint select-none">$ </span>}
          <VisibleParts parts={shown} />
        </pre>
        {rest.length > 0 && (
          <details id={props.restId} className="group/rest">
            <summary className="flex min-h-11 items-center justify-between gap-2 border-t border-dashed border-edge px-3.5 text-small text-muted -outline-offset-3">
              <span>Cut at {count.format(shownCharacters)} characters</span>
              <span className="font-medium text-accent group-open/rest:hidden">
                Open all {count.format(props.text.length)}
              </span>
              <span className="hidden group-open/rest:inline">All shown below</span>
            </summary>
            <pre className={`${preClass} pt-2 pb-3.5`}>
              <VisibleParts parts={rest} />
            </pre>
          </details>
        )}
        {originalLength > props.text.length && (
          <p className="border-t border-dashed border-edge px-3.5 py-3 text-small text-muted">
            Cut at {count.format(props.text.length)} of {count.format(originalLength)} characters. The rest was not
            kept.
          </p>
        )}
      </details>
      <CopyButton text={props.text} label={props.copyLabel ?? 'Copy the text'} className="absolute top-0 right-0.5" />
    </div>
  );
}
