import { NodText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';

/** Joins sentences into one: `Deletes files recursively, and rewrites history`. */
export function dangerSentence(sentences: string[]): string {
  return sentences
    .map((sentence, index) => (index === 0 ? sentence : `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`))
    .map((sentence) => sentence.replace(/\.$/, ''))
    .join(', and ');
}

/** Says above the sheet what cannot be undone, and leads to the rule that made Nod ask. */
export function DangerBanner(props: { sentences: string[]; whyId?: string }) {
  return (
    <div className="mx-2 mb-2 flex gap-3 rounded-answer bg-danger-soft px-3.5 py-3 text-small wide:mx-0">
      <Icon name="alert" className="mt-px text-danger" />
      <p>
        <b className="block font-semibold text-danger">This cannot be undone</b>
        <NodText text={dangerSentence(props.sentences)} />.{' '}
        {props.whyId !== undefined && (
          <a
            href={`#${props.whyId}`}
            className="-my-2.5 inline-block py-2.5 font-medium text-danger underline underline-offset-3"
          >
            Why you are asked
          </a>
        )}
      </p>
    </div>
  );
}
