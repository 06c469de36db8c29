import { diffOf } from '@/components/question/action-body';
import { answerFormId } from '@/components/question/answer-fields';
import { Asker } from '@/components/question/asker';
import { Diff } from '@/components/question/diff';
import { OptionList } from '@/components/question/option-list';
import { isTwoShortOptions, type QuestionView, titleOf } from '@/components/question/question-view';
import { TextAnswer } from '@/components/question/text-answer';
import { ContractOnSheet } from '@/components/scopes/contract-on-sheet';
import { AgentText } from '@/components/ui/agent-text';
import { CodeBlock } from '@/components/ui/code-block';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';

/** Id of the element that opens the rest of a cut text. */
export const restId = 'rest-of-text';
const longCharacters = 120;

/** The question in the agent's words: the largest thing on its page, smaller once it is long or settled. */
export function QuestionTitle(props: { text: string; settled?: boolean; afterContext?: boolean }) {
  const long = props.settled || props.text.length > longCharacters;
  const size = long
    ? 'text-title leading-[1.875rem] font-medium text-pretty'
    : 'text-question font-semibold text-balance';
  return (
    <h1 className={`tight wrap-anywhere ${size} ${props.afterContext ? 'mt-3' : 'mt-4'}`}>
      <AgentText text={props.text} />
    </h1>
  );
}

/** Intent, action and blocker: what the agent says it wants, does, and is held up by. */
export function Triad(props: { view: QuestionView }) {
  const { intent, action, blocker } = props.view;
  const rows = [
    ['Intent', intent],
    ['Action', action],
    ['Blocker', blocker],
  ].flatMap(([label, text]) => (label && text ? [{ label, text }] : []));
  if (rows.length === 0) return null;
  return (
    <dl className="mt-5 border-t border-line">
      {rows.map((row) => (
        <div key={row.label} className="grid grid-cols-[76px_minmax(0,1fr)] gap-3 border-b border-line py-[11px]">
          <dt className="text-small leading-6 text-faint">{row.label}</dt>
          <dd>
            <AgentText text={row.text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The command, text or edit that would be done. */
export function ActionBlock(props: { view: QuestionView }) {
  const { actionBody, toolName, toolTarget, riskyWords } = props.view;
  if (actionBody === undefined) return null;
  const diff = diffOf(props.view);
  if (diff !== undefined) {
    const { cut, originalLength, text } = actionBody;
    return (
      <div className="mt-4">
        <Diff
          folded={diff}
          riskyWords={riskyWords}
          cut={cut ? { kept: text.length, sent: originalLength } : undefined}
          restId={restId}
        />
      </div>
    );
  }
  const isCommand = toolName === undefined || toolName === 'Bash' || toolName === 'shell';
  return (
    <div className="mt-4">
      <CodeBlock
        title={isCommand ? 'Command' : (toolTarget ?? toolName)}
        icon={isCommand ? 'terminal' : 'file'}
        text={actionBody.text}
        originalLength={actionBody.originalLength}
        riskyWords={riskyWords}
        prompt={isCommand}
        copyLabel={isCommand ? 'Copy the command' : 'Copy the text'}
        restId={restId}
      />
    </div>
  );
}

/** Signs a sheet: nothing on it was checked. */
export function InWordsOf(props: { agentLabel: string }) {
  return (
    <p className="mt-4 flex items-center gap-2 text-small text-muted">
      <Icon name="quote" size="small" className="text-faint" />
      <span>
        In <AgentText text={props.agentLabel} />
        ’s words, not checked by Nod.
      </span>
    </p>
  );
}

/** The sheet of a question that waits: asker, context, question, why, what, and the choices that lie on it. */
export function QuestionSheet(props: { view: QuestionView; canAnswer: boolean }) {
  const { view, canAnswer } = props;
  const risky = view.danger.length > 0;
  const listsOptions = view.type === 'select' && (risky || !isTwoShortOptions(view));
  return (
    <Sheet>
      <Asker agentLabel={view.agentLabel} project={view.project} does="asks" at={view.askedAt} />
      {view.context !== undefined && (
        <p className="mt-4 text-muted">
          <AgentText text={view.context} />
        </p>
      )}
      <QuestionTitle text={titleOf(view)} afterContext={view.context !== undefined} />
      {/* What cannot be undone is read before why it is wanted. */}
      {risky && <ActionBlock view={view} />}
      <Triad view={view} />
      {!risky && <ActionBlock view={view} />}
      {view.scope !== undefined && <ContractOnSheet contract={view.scope.contract} />}
      {canAnswer && listsOptions && <OptionList view={view} form={answerFormId} />}
      {canAnswer && view.type === 'input' && <TextAnswer view={view} form={answerFormId} />}
      <InWordsOf agentLabel={view.agentLabel} />
    </Sheet>
  );
}
