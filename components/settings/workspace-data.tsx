import { FoldRow } from '@/components/settings/fold-row';
import { AgentText } from '@/components/ui/agent-text';
import { Button, buttonClass } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

type Props = { name: string; nameProblem?: string; deleteProblem?: string };

/** For owners: the workspace's name, everything in it as a file, and the end of it. */
export function WorkspaceData(props: Props) {
  return (
    <Section title="Workspace and data" id="workspace">
      <Rows>
        <FoldRow
          glyph={<Tile icon="settings" />}
          title={<AgentText text={props.name} />}
          detail="Open to rename the workspace"
          open={props.nameProblem !== undefined}
        >
          <form method="post" action="/settings/workspace/rename" className="grid gap-3">
            <Field
              id="workspace-name"
              name="name"
              label="Workspace name"
              defaultValue={props.name}
              maxLength={100}
              autoComplete="off"
              error={props.nameProblem}
              required
            />
            <div className="grid wide:justify-start">
              <Button type="submit">Save name</Button>
            </div>
          </form>
        </FoldRow>
        <FoldRow glyph={<Tile icon="download" />} title="Export everything" detail="One file, a JSON object per line">
          <p className="text-small text-muted">
            Every question, answer, notification, device and the whole ledger. Passwords, keys and what could push to a
            device are left out.
          </p>
          <div className="grid wide:justify-start">
            <a href="/settings/export" download className={buttonClass({})}>
              Download export
            </a>
          </div>
        </FoldRow>
        <FoldRow
          glyph={<Tile icon="cross" tone="red" />}
          title="Delete workspace"
          detail="Everything in it, for everybody, for good"
          open={props.deleteProblem !== undefined}
        >
          <DeleteForm {...props} />
        </FoldRow>
      </Rows>
    </Section>
  );
}

function DeleteForm({ name, deleteProblem }: Props) {
  return (
    <form method="post" action="/settings/workspace/delete" className="grid gap-3">
      <p className="text-small text-muted">
        All questions, answers, keys, devices and the ledger are deleted, and so are the accounts of people who are in
        no other workspace. Agents that wait are told. Nobody can bring it back: export it first.
      </p>
      <Field
        id="delete-name"
        name="name"
        label="Type the workspace’s name to delete it"
        hint={<AgentText text={name} />}
        maxLength={200}
        autoComplete="off"
        error={deleteProblem}
        required
      />
      <div className="grid wide:justify-start">
        <Button type="submit" look="danger">
          Delete workspace for good
        </Button>
      </div>
    </form>
  );
}
