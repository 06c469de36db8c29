import { gate as declared } from '@/lib/contract/operations/hooks';
import { admitToGate } from '@/lib/gate/admit';
import { gate } from '@/lib/gate/gate';
import { withApi } from '@/lib/http/with-api';

const { keys, hook, body, maxBytes } = declared;

/** What a hook asks before a tool runs: whether it may (spec 6.5). Not by withOperation: one query reads the key and all that decides. */
export const POST = withApi({ access: { key: keys, hook, admit: admitToGate }, body, maxBytes }, (given) =>
  gate(given.actor, given.body),
);
