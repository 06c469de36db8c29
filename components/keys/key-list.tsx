import { keyKinds } from '@/components/keys/key-kinds';
import { AgentText } from '@/components/ui/agent-text';
import { AskFirst } from '@/components/ui/ask-first';
import { RelativeTime } from '@/components/ui/relative-time';
import { RowParts, Rows, rowClass, Section } from '@/components/ui/rows';
import { TextLink } from '@/components/ui/text-button';
import { Tile } from '@/components/ui/tile';

/** What the list shows of a key. Times are ISO strings. */
export type KeyEntry = {
  id: string;
  name: string;
  kind: string;
  prefix: string;
  createdAt: string;
  lastUsedAt?: string;
  revokedAt?: string;
  madeBy: string;
  mayRotate: boolean;
};

const shownOfPrefix = 7;

/** Every key that people made; each opens in place. `canRevoke` is false for viewers. */
export function KeyList(props: { keys: KeyEntry[]; canRevoke: boolean }) {
  return (
    <Section title="All keys" action={props.canRevoke ? <TextLink href="#new-key">New key</TextLink> : undefined}>
      <KeyRows {...props} />
    </Section>
  );
}

/** Keys that an integrator's server made for end users, the newest of them: out of the way of people's own. */
export function BoundKeyList(props: { keys: KeyEntry[]; canRevoke: boolean }) {
  return (
    <Section
      title="For end users"
      foot="Made by your server with POST /api/v1/server/keys, each for one end user. These are the ones used last; the API lists all."
    >
      <KeyRows {...props} />
    </Section>
  );
}

const KeyRows = ({ keys, canRevoke }: { keys: KeyEntry[]; canRevoke: boolean }) => (
  <Rows>
    {keys.map((key) => (
      <KeyRow key={key.id} entry={key} canRevoke={canRevoke} />
    ))}
  </Rows>
);

function KeyRow({ entry, canRevoke }: { entry: KeyEntry; canRevoke: boolean }) {
  const content = {
    glyph: <Tile icon="key" />,
    title: <AgentText text={entry.name} />,
    detail: (
      <>
        {keyKinds[entry.kind]?.label ?? entry.kind} ·{' '}
        <span className="mono">{entry.prefix.slice(0, shownOfPrefix)}…</span>
      </>
    ),
    end: <KeyUse entry={entry} />,
  };
  const isRevoked = entry.revokedAt !== undefined;
  return (
    <li className="hairline relative">
      <details>
        <summary className={`${rowClass(content)} hover:bg-hover -outline-offset-2`}>
          <RowParts {...content} />
        </summary>
        <div className="px-(--gutter) pb-2 pl-(--row-inset) text-small text-muted">
          <p className={canRevoke && !isRevoked ? '' : 'pb-2'}>
            Made by {entry.madeBy}, <RelativeTime at={entry.createdAt} />. {keyKinds[entry.kind]?.description}
          </p>
          {canRevoke && !isRevoked && <KeyActs entry={entry} />}
        </div>
      </details>
    </li>
  );
}

function KeyActs({ entry }: { entry: KeyEntry }) {
  return (
    <div className="flex flex-wrap gap-x-6">
      {entry.mayRotate && (
        <AskFirst
          action={`/keys/${entry.id}/rotate`}
          words="Rotate key"
          title={`Rotate “${entry.name}”?`}
          description="It gets a new secret, shown once, and the old one opens nothing from then on. Its questions and reminders stay with it."
        />
      )}
      <AskFirst
        action={`/keys/${entry.id}/revoke`}
        words="Revoke key"
        title={`Revoke “${entry.name}”?`}
        description="Whatever uses it can no longer ask you anything, from now on, and reminders that it left are cancelled. Questions that it asked stay. A revoked key cannot be brought back."
        danger
      />
    </div>
  );
}

function KeyUse({ entry }: { entry: KeyEntry }) {
  if (entry.revokedAt !== undefined) {
    return (
      <>
        <span className="block font-medium text-danger">Revoked</span>
        <RelativeTime at={entry.revokedAt} />
      </>
    );
  }
  if (entry.lastUsedAt === undefined) return 'Not used yet';
  return (
    <>
      <span className="block">Last used</span>
      <RelativeTime at={entry.lastUsedAt} />
    </>
  );
}
