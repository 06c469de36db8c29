import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';

/** The first account. `token` is that of the one-time link. */
export function OwnerForm(props: { token: string; problem?: string }) {
  const { problem } = props;
  return (
    <form method="post" action="/setup/create" className="grid gap-5">
      <input type="hidden" name="token" value={props.token} />
      <FormAlert problem={problem} />
      <Field
        id="email"
        name="email"
        type="email"
        label="E-mail"
        hint="You sign in with it. Nod sends nothing there."
        autoComplete="username"
        maxLength={254}
        required
      />
      <Field
        id="password"
        name="password"
        type="password"
        label="Password"
        hint="At least 10 characters."
        autoComplete="new-password"
        minLength={10}
        maxLength={200}
        required
      />
      <Field id="name" name="name" label="Your name (optional)" autoComplete="name" maxLength={100} />
      <Field
        id="workspace"
        name="workspace"
        label="Workspace (optional)"
        hint="What this Nod is for. “Home” unless you say otherwise."
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" look="primary" block>
        Make the account
      </Button>
    </form>
  );
}
