import { AgentText } from '@/components/ui/agent-text';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextButton } from '@/components/ui/text-button';
import type { Suggestion } from '@/lib/policies/suggestions';

/** What could be a rule, by what was answered again and again. Nothing is made of it without a tap. */
export function SuggestionList(props: { suggestions: Suggestion[]; mayChange: boolean }) {
  return (
    <div className="mt-6 grid gap-3 empty:hidden">
      {props.suggestions.map((one) => (
        <Offer key={`${one.effect} ${one.pattern} ${one.repoKey}`} suggestion={one} mayChange={props.mayChange} />
      ))}
    </div>
  );
}

function Offer({ suggestion, mayChange }: { suggestion: Suggestion; mayChange: boolean }) {
  const { pattern, effect, repoKey, target, times, firstAt, byViewer, risky } = suggestion;
  const said = effect === 'allow' ? 'yes' : 'no';
  return (
    <Notice
      tone="blue"
      icon="repeat"
      title={
        <>
          {byViewer ? `You said ${said}` : `The answer was ${said}`} {times} times to{' '}
          <span className="mono">
            <AgentText text={target} />
          </span>
        </>
      }
      detail={
        <>
          The rule: {effect}{' '}
          <span className="mono">
            <AgentText text={pattern} />
          </span>{' '}
          in {repoKey ? <AgentText text={repoKey} /> : 'all repositories'}.{' '}
          {risky && effect === 'allow' && 'It cannot be undone, and nobody would be asked. '}
          First answered <RelativeTime at={firstAt} />.
        </>
      }
    >
      {mayChange && (
        <>
          <Choice
            suggestion={suggestion}
            to="accept"
            words={effect === 'allow' ? 'Always allow it' : 'Always deny it'}
          />
          <Choice suggestion={suggestion} to="decline" words="Keep asking" />
        </>
      )}
    </Notice>
  );
}

function Choice(props: { suggestion: Suggestion; to: 'accept' | 'decline'; words: string }) {
  const { pattern, effect, repoKey } = props.suggestion;
  return (
    <form method="post" action={`/policies/suggestions/${props.to}`}>
      <input type="hidden" name="pattern" value={pattern} />
      <input type="hidden" name="effect" value={effect} />
      {repoKey !== undefined && <input type="hidden" name="repoKey" value={repoKey} />}
      <TextButton type="submit" tone={props.to === 'accept' ? 'accent' : 'muted'}>
        {props.words}
      </TextButton>
    </form>
  );
}
