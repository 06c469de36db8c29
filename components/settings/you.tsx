import { FoldRow } from '@/components/settings/fold-row';
import { type RoleName, roleWords } from '@/components/settings/role-words';
import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Monogram } from '@/components/ui/monogram';
import { Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

type Props = {
  name: string;
  email: string;
  role: RoleName;
  nameProblem?: string;
  oldPasswordProblem?: string;
  newPasswordProblem?: string;
};

/** Who you are here: your name and your password, each opens in place. */
export function You(props: Props) {
  const shown = props.name || props.email;
  return (
    <Section title="You">
      <Rows>
        <FoldRow
          glyph={<Monogram name={shown} />}
          title={<AgentText text={shown} />}
          detail={props.name ? props.email : 'Open to add your name'}
          end={<Badge>{roleWords[props.role].label}</Badge>}
          open={props.nameProblem !== undefined}
        >
          <form method="post" action="/settings/you/rename" className="grid gap-3">
            <Field
              id="your-name"
              name="name"
              label="Your name"
              hint="Others here see it beside your answers."
              defaultValue={props.name}
              maxLength={100}
              autoComplete="name"
              error={props.nameProblem}
            />
            <SaveButton words="Save name" />
          </form>
        </FoldRow>
        <FoldRow
          glyph={<Tile icon="key" />}
          title="Password"
          detail="Change it here"
          open={props.oldPasswordProblem !== undefined || props.newPasswordProblem !== undefined}
        >
          <PasswordForm {...props} />
        </FoldRow>
      </Rows>
    </Section>
  );
}

function PasswordForm({ email, oldPasswordProblem, newPasswordProblem }: Props) {
  return (
    <form method="post" action="/settings/you/password" className="grid gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field
        id="old-password"
        name="current"
        type="password"
        label="Old password"
        autoComplete="current-password"
        maxLength={200}
        error={oldPasswordProblem}
        required
      />
      <Field
        id="new-password"
        name="next"
        type="password"
        label="New password"
        hint="At least 10 characters. Your other browsers are signed out, and their notifications end."
        autoComplete="new-password"
        minLength={10}
        maxLength={200}
        error={newPasswordProblem}
        required
      />
      <SaveButton words="Change password" />
    </form>
  );
}

function SaveButton(props: { words: string }) {
  return (
    <div className="grid wide:justify-start">
      <Button type="submit">{props.words}</Button>
    </div>
  );
}
