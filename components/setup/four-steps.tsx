import type { ReactNode } from 'react';
import { ThisDevice } from '@/components/devices/this-device';
import type { AgentSetup } from '@/components/keys/agent-tabs';
import { NewKey } from '@/components/keys/new-key';
import { OnAPhone } from '@/components/setup/on-a-phone';
import { Step, Steps } from '@/components/shell/steps';
import { AgentText } from '@/components/ui/agent-text';
import { Button, ButtonLink } from '@/components/ui/button';
import { KeepShown } from '@/components/ui/keep-shown';
import { TextLink } from '@/components/ui/text-button';

type Done = {
  email: string;
  workspaceName: string;
  device?: string;
  keyMade: boolean;
  agentConnected: boolean;
  testAnswered: boolean;
};
type Made = { apiKey: string; setups: AgentSetup[] };

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
            <DeviceStep url={props.url} />,
            steps.device ? `Questions reach ${steps.device}.` : 'On this device, and on your phone.',
          )}
        </Step>
        <Step number={3} state={stateOf(3)} title="Connect an agent">
          {body(3, <AgentStep {...props} />, agentWords(steps))}
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
      {firstOpen === 0 && (
        <ButtonLink href="/" look={current === 0 ? 'primary' : 'default'} block>
          Open Waiting
        </ButtonLink>
      )}
    </>
  );
}

const agentWords = (steps: Done): string =>
  steps.agentConnected
    ? 'An agent has used its key.'
    : steps.keyMade
      ? 'A key is made; no agent has used it yet.'
      : 'A key, and one thing to paste: Claude Code, Codex, Gemini CLI, Cursor or VS Code.';

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

function DeviceStep(props: { url: string }) {
  return (
    <>
      <p className="text-muted">A question then rings here, even when no window of Nod is open.</p>
      <div className="mt-3 [&_button]:w-full [&_button]:px-3 [&_button]:whitespace-normal wide:[&_button]:w-auto wide:[&_button]:px-5">
        <ThisDevice />
      </div>
      <OnAPhone url={props.url} />
      <TextLink href="/setup?step=3" className="mt-2">
        Go on without
      </TextLink>
    </>
  );
}

function AgentStep({ steps, newKey, canAct }: Props) {
  return (
    <>
      <KeepShown>
        {newKey && (
          <div className="mt-2 mb-2">
            <NewKey {...newKey} seenAction="/setup/seen" />
          </div>
        )}
      </KeepShown>
      {!newKey && canAct && (
        <>
          <p className="text-muted">
            {steps.agentConnected
              ? 'An agent has used its key. Each further agent gets its own.'
              : 'A key lets it ask you. Nod shows it once, with what to paste.'}
          </p>
          <form method="post" action="/setup/key" className="mt-3 grid wide:justify-start">
            <input type="hidden" name="name" value="First agent" />
            <Button type="submit" look={steps.agentConnected ? 'default' : 'primary'}>
              Make a key
            </Button>
          </form>
        </>
      )}
      <TextLink href="/setup?step=4" className="mt-2">
        {newKey ? 'On to the test question' : 'Go on without'}
      </TextLink>
    </>
  );
}

function TestStep(props: { canAct: boolean }) {
  return (
    <>
      <p className="text-muted">
        It takes the way that an agent’s question takes. Answer it on any device; its page shows each stage.
      </p>
      {props.canAct && (
        <form method="post" action="/setup/test-question" className="mt-3 grid wide:justify-start">
          <Button type="submit" look="primary">
            Send a test question
          </Button>
        </form>
      )}
    </>
  );
}
