import { Button } from '@/components/ui/button';
import { Field, TextArea } from '@/components/ui/field';
import { Panel, Section } from '@/components/ui/rows';

/** The form for a reminder to oneself, at a local time of the zone that it names; `typed` is what was refused before. */
export function LeaveReminder(props: {
  action: string;
  timeZone: string;
  earliest: string;
  latest: string;
  typed?: { body: string; at: string };
  bodyError?: string;
  atError?: string;
}) {
  return (
    <Section title="Remind me" id="remind-me">
      <Panel>
        <form method="post" action={props.action} className="grid gap-5">
          <input type="hidden" name="timeZone" value={props.timeZone} />
          <TextArea
            id="reminder-body"
            name="body"
            label="About what"
            rows={2}
            maxLength={180}
            autoComplete="off"
            defaultValue={props.typed?.body}
            error={props.bodyError}
            required
          />
          <Field
            id="reminder-at"
            name="at"
            type="datetime-local"
            label="When"
            hint={`In your time zone, ${props.timeZone}. Within 30 days.`}
            min={props.earliest}
            max={props.latest}
            defaultValue={props.typed?.at}
            error={props.atError}
            required
          />
          <div className="grid wide:justify-start">
            <Button type="submit">Remind me</Button>
          </div>
        </form>
      </Panel>
    </Section>
  );
}
