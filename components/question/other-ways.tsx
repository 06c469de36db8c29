import { AnswerFields, answerFormAttributes } from '@/components/question/answer-fields';
import type { QuestionView } from '@/components/question/question-view';
import { scopeStateWords } from '@/components/scopes/scope-state';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { Row, RowParts, Rows, rowClass, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

const forward = (
  <span className="text-faint">
    <Icon name="forward" size="small" />
  </span>
);

function KeyboardRow(props: { view: QuestionView }) {
  const content = {
    glyph: <Tile icon="keyboard" />,
    title: 'Ask me at the keyboard',
    detail: (
      <>
        <AgentText text={props.view.agentLabel} /> shows its own prompt
      </>
    ),
    end: forward,
  };
  return (
    <li className="hairline relative">
      <form {...answerFormAttributes(props.view)}>
        <AnswerFields view={props.view} surface="decide_page" />
        <button
          type="submit"
          name="answer"
          value="defer"
          className={`${rowClass(content)} hover:bg-hover -outline-offset-2`}
        >
          <RowParts {...content} />
        </button>
      </form>
    </li>
  );
}

/** What one can do instead of yes or no: hand a hook's ask back to the keyboard. */
export function OtherWays(props: { view: QuestionView }) {
  if (!props.view.isHookAsk) return null;
  return (
    <Section title="Other ways to answer" aside>
      <Rows kind="aside">
        <KeyboardRow view={props.view} />
      </Rows>
    </Section>
  );
}

/** What may follow a settled question. */
export function NextSteps(props: { view: QuestionView }) {
  const { makeRule, scope, widening } = props.view;
  const scopeId = scope?.id ?? widening?.scopeId;
  if (makeRule === undefined && scopeId === undefined) return null;
  return (
    <Section title="Next" aside>
      <Rows kind="aside">
        {scopeId !== undefined && (
          <Row
            href={`/scopes/${scopeId}`}
            glyph={<Tile icon="scope" />}
            title="See the scope"
            detail={scope && scopeStateWords[scope.state]}
            end={forward}
          />
        )}
        {makeRule !== undefined && (
          <Row
            href={makeRule.href}
            glyph={<Tile icon="repeat" />}
            title="Make this a rule"
            detail={makeRule.detail}
            end={forward}
          />
        )}
      </Rows>
    </Section>
  );
}
