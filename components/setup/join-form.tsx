import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';

/** Joining by an invite link: a new account, or the password of the one that somebody has. */
export function JoinForm(props: { token: string; problem?: string; email: string; name: string }) {
  return (
    <form method="post" action={`/invite/${encodeURIComponent(props.token)}/join`} className="grid gap-5">
      <FormAlert problem={props.problem} />
      <Field
        id="email"
        name="email"
        type="email"
        label="E-mail"
        hint="You sign in with it. Nod sends nothing there."
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        defaultValue={props.email}
        required
      />
      <Field
        id="password"
        name="password"
        type="password"
        label="Password"
        hint="At least 10 characters. If you have an account here, the password of that account."
        autoComplete="current-password"
        minLength={10}
        maxLength={200}
        required
      />
      <Field
        id="name"
        name="name"
        label="Your name (optional)"
        autoComplete="name"
        maxLength={100}
        defaultValue={props.name}
      />
      <Button type="submit" look="primary" block>
        Join
      </Button>
    </form>
  );
}
