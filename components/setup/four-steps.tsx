import type { ReactNode } from 'react';
import { AgentStep, type Made } from '@/components/setup/agent-step';
import { DeviceStep } from '@/components/setup/device-step';
import { TestStep } from '@/components/setup/test-step';
import { Step, Steps } from '@/components/shell/steps';
import { AgentText } from '@/components/ui/agent-text';
import { ButtonLink } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-button';

type Done = {
  email: string;
  workspaceName: string;
  device?: string;
  keyMade: boolean;
  agentConnected: boolean;
  testAnswered: boolean;
};

type Props = {
  steps: Done;
  /** Number of the step that the person went to by hand. */
  chosen?: number;
  url: string;
  newKey?: Made;
  problem?: string;
  canAct: boolean;
};

/** Account, device, agent, test question: one step open at a time, each of the others one tap away. */
export function FourSteps(props: Props) {
  const { steps, chosen } = props;
  const done = [true, steps.device !== undefined, steps.agentConnected, steps.testAnswered];
  const firstOpen = done.indexOf(false) + 1;
  const current = chosen !== undefined && chosen >= 2 && chosen <= 4 ? chosen : firstOpen;
  // Where “go on” leads from the open step: to the next one that is not done, else to what all this is for.
  const next = done.findIndex((isDone, index) => !isDone && index + 1 > current) + 1;
  const onward = next === 0 ? '/' : `/setup?step=${next}`;
  const stateOf = (number: number) => (number === current ? 'now' : done[number - 1] ? 'done' : 'later');
  const body = (number: number, open: ReactNode, closed: string) =>
    number === current ? open : <ClosedStep number={number} words={closed} done={done[number - 1] ?? false} />;
  return (
    <>
      {props.problem !== undefined && (
        <p role="alert" className="mb-5 rounded-control bg-danger-soft px-3.5 py-3 font-medium text-danger">
          {props.problem}
        </p>
      )}
      <Steps>
        <Step number={1} state="done" title="Your account">
          <p className="text-small text-muted wrap-anywhere">
            <AgentText text={`${steps.email}, in the workspace ${steps.workspaceName}.`} />
          </p>
        </Step>
        <Step number={2} state={stateOf(2)} title="Turn on notifications">
          {body(
            2,
            <DeviceStep url={props.url} onward={onward} />,
            steps.device ? `Questions reach ${steps.device}.` : 'On this device, and on your phone.',
          )}
        </Step>
        <Step number={3} state={stateOf(3)} title="Connect an agent">
          {body(
            3,
            <AgentStep
              isConnected={steps.agentConnected}
              newKey={props.newKey}
              canAct={props.canAct}
              onward={onward}
              command={`npx ${props.url}/nod.tgz setup`}
            />,
            agentWords(steps),
          )}
        </Step>
        <Step number={4} state={stateOf(4)} title="Answer a test question">
          {body(
            4,
            <TestStep canAct={props.canAct} />,
            steps.testAnswered
              ? 'Your first answer is recorded.'
              : 'You see each stage: asked, displayed, answered, picked up.',
          )}
        </Step>
      </Steps>
      <ButtonLink href="/" look={current === 0 ? 'primary' : 'default'} block>
        Open Waiting
      </ButtonLink>
    </>
  );
}

const agentWords = (steps: Done): string =>
  steps.agentConnected
    ? 'An agent has used its key.'
    : steps.keyMade
      ? 'A key is made; no agent has used it yet.'
      : 'One line in a terminal: Claude Code, Codex, Gemini CLI, Cursor or VS Code.';

function ClosedStep(props: { number: number; words: string; done: boolean }) {
  return (
    <>
      <p className="text-small text-muted wrap-anywhere">{props.words}</p>
      <TextLink href={`/setup?step=${props.number}`} tone={props.done ? 'muted' : 'accent'}>
        {props.done ? 'Open again' : 'Go to this step'}
      </TextLink>
    </>
  );
}
