import { offeredKinds } from '@/components/keys/key-kinds';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { RadioList } from '@/components/ui/radio-list';
import { Panel, Section } from '@/components/ui/rows';

/** The form for a new key: where it will live, and what it may do. */
export function NewKeyForm(props: { action: string; nameError?: string; primary: boolean }) {
  return (
    <Section title="New key" id="new-key">
      <Panel>
        <form method="post" action={props.action} className="grid gap-5">
          <Field
            id="key-name"
            name="name"
            label="Name"
            hint="The agent and its machine, so that you know later which one to revoke."
            placeholder="Claude Code on my laptop"
            maxLength={100}
            autoComplete="off"
            error={props.nameError}
            required
          />
          <RadioList name="kind" legend="What it may do" value="agent" choices={offeredKinds} />
          <div className="grid wide:justify-start">
            <Button type="submit" look={props.primary ? 'primary' : 'default'}>
              Make key
            </Button>
          </div>
        </form>
      </Panel>
    </Section>
  );
}
