import type { QuestionView } from '@/components/question/question-view';
import { AgentText, NodText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { TextLink } from '@/components/ui/text-button';

/** Which rule led here, or that none did: the reason that Nod asks at all. */
export function RuleLine(props: {
  line: NonNullable<QuestionView['ruleLine']>;
  /** No rule, but the scope that the person agreed to. */
  byScope: boolean;
  id: string;
}) {
  const { because, pattern } = props.line;
  return (
    <section id={props.id} className="mt-6 px-(--gutter) wide:mt-7 wide:px-0">
      <header className="mb-1.5 flex items-center gap-1.5 text-muted">
        <Icon name="sliders" size="small" />
        <h2 className="text-small font-semibold">Why you are asked</h2>
      </header>
      <p className="text-small wrap-anywhere wide:border-t wide:border-line wide:pt-2">
        {pattern === undefined ? (
          props.byScope ? (
            'The scope decided'
          ) : (
            'No rule of yours decided'
          )
        ) : (
          <>
            Your rule <AgentText text={pattern} className="mono" />
          </>
        )}
        <span className="block text-muted">
          <NodText text={because} />
        </span>
      </p>
      {!props.byScope && <TextLink href="/policies">See your rules</TextLink>}
    </section>
  );
}
