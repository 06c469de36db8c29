import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';

/** A problem with the form, and with which of its fields. */
export type OwnerProblem = { field?: string; words: string };

const fields = ['email', 'password', 'name', 'workspace'];

/** The first account. `token` is that of the one-time link. */
export function OwnerForm(props: { token: string; problem?: OwnerProblem }) {
  const { problem } = props;
  const errorOf = (name: string) => (problem?.field === name ? problem.words : undefined);
  const general = problem !== undefined && !fields.includes(problem.field ?? '');
  return (
    <form method="post" action="/setup/create" className="grid gap-5">
      <input type="hidden" name="token" value={props.token} />
      {general && (
        <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-3 font-medium text-danger wrap-anywhere">
          {problem.words}
        </p>
      )}
      <Field
        id="email"
        name="email"
        type="email"
        label="E-mail"
        hint="You sign in with it. Nod sends nothing there."
        autoComplete="username"
        maxLength={254}
        error={errorOf('email')}
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
        error={errorOf('password')}
        required
      />
      <Field
        id="name"
        name="name"
        label="Your name (optional)"
        autoComplete="name"
        maxLength={100}
        error={errorOf('name')}
      />
      <Field
        id="workspace"
        name="workspace"
        label="Workspace (optional)"
        hint="What this Nod is for. “Home” unless you say otherwise."
        autoComplete="off"
        maxLength={100}
        error={errorOf('workspace')}
      />
      <Button type="submit" look="primary" block>
        Make the account
      </Button>
    </form>
  );
}
