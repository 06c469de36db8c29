import { classes } from '@/components/ui/classes';
import { type TextPart, visibleParts } from '@/components/ui/visible-text';

/** Renders parts of untrusted text: risky words underlined in red, unseen characters as red chips. */
export function VisibleParts(props: { parts: TextPart[] }) {
  return props.parts.map((part, index) => {
    // Parts have no identity of their own and never move.
    const key = `${index}-${part.kind}`;
    if (part.kind === 'plain') return <span key={key}>{part.text}</span>;
    if (part.kind === 'risky') {
      return (
        <mark key={key} className="risky-word">
          {part.text}
        </mark>
      );
    }
    return (
      <span key={key} className="hidden-character" title={part.name}>
        {part.code}
      </span>
    );
  });
}

/** Untrusted prose: escaped, nothing in it invisible, newlines kept, wraps anywhere, cannot turn the text around it. */
export function AgentText(props: { text: string; className?: string }) {
  return (
    <span className={classes('isolate whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]', props.className)}>
      <VisibleParts parts={visibleParts(props.text)} />
    </span>
  );
}

// A flag or a path this short is not broken at the end of a line.
const shortCode = 24;

/** A sentence of Nod's own, in which `backticks` set a command or a path in the mono face. */
export function NodText(props: { text: string }) {
  return props.text.split('`').map((piece, index) => {
    const key = `${index}-${piece}`;
    if (index % 2 === 0) return <AgentText key={key} text={piece} />;
    return (
      <code key={key} className={classes('mono', piece.length <= shortCode && 'whitespace-nowrap')}>
        <AgentText text={piece} />
      </code>
    );
  });
}
