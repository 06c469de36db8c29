import { changeSubscriber, getSubscriber, removeSubscriber } from '@/lib/contract/operations/subscribers';
import { withOperation } from '@/lib/http/with-operation';
import { changeSubscriber as change } from '@/lib/subscribers/change';
import { getSubscriber as get } from '@/lib/subscribers/get';
import { removeSubscriber as remove } from '@/lib/subscribers/remove';

export const GET = withOperation(getSubscriber, ({ actor, params }) => get(actor, params.id));

export const PATCH = withOperation(changeSubscriber, ({ actor, params, body }) => change(actor, params.id, body));

export const DELETE = withOperation(removeSubscriber, ({ actor, params }) => remove(actor, params.id));

export { noSuchMethod as POST, noSuchMethod as PUT } from '@/lib/http/no-such-method';
