import { AnswerFields, answerFormAttributes } from '@/components/question/answer-fields';
import type { QuestionView } from '@/components/question/question-view';
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

/** What one can do instead of yes or no: hand a hook's ask back to the keyboard, or make the yes a rule. */
export function OtherWays(props: { view: QuestionView }) {
  const { isHookAsk, alwaysAllow } = props.view;
  if (!isHookAsk && alwaysAllow === undefined) return null;
  return (
    <Section title="Other ways to answer" aside>
      <Rows kind="aside">
        {isHookAsk && <KeyboardRow view={props.view} />}
        {alwaysAllow !== undefined && (
          <Row
            href={alwaysAllow.href}
            glyph={<Tile icon="repeat" />}
            title="Yes, and always allow"
            detail={<AgentText text={alwaysAllow.rule} className="mono" />}
            end={forward}
          />
        )}
      </Rows>
    </Section>
  );
}

/** What may follow a settled question. */
export function NextSteps(props: { view: QuestionView }) {
  const { makeRule } = props.view;
  if (makeRule === undefined) return null;
  return (
    <Section title="Next" aside>
      <Rows kind="aside">
        <Row
          href={makeRule.href}
          glyph={<Tile icon="repeat" />}
          title="Make this a rule"
          detail={makeRule.detail}
          end={forward}
        />
      </Rows>
    </Section>
  );
}
