import { operation } from '@/lib/contract/operation';
import {
  ChangeSubscriber,
  ListSubscribersQuery,
  RemovedSubscriber,
  Subscriber,
  SubscriberCount,
  SubscriberList,
  SubscriberPath,
} from '@/lib/contract/subscriber';

const path = '/api/v1/server/subscribers';
const shared = { tag: 'Subscribers', keys: ['full'] } as const;
const one = { ...shared, path: `${path}/{id}`, params: SubscriberPath, errors: ['not_found'] } as const;

export const listSubscribers = operation({
  ...shared,
  id: 'listSubscribers',
  method: 'GET',
  path,
  summary: 'List devices, the newest first.',
  description: 'Devices of members and of end users, also those that were turned off or removed.',
  query: ListSubscribersQuery,
  response: SubscriberList,
  examples: [
    { summary: 'The newest that can be reached', query: { status: 'active', limit: '10' }, gives: { id: 'data.0.id' } },
  ],
});

export const countSubscribers = operation({
  ...shared,
  id: 'countSubscribers',
  method: 'GET',
  path: `${path}/count`,
  summary: 'Count devices.',
  response: SubscriberCount,
  examples: [{ summary: 'How many there are' }],
});

export const getSubscriber = operation({
  ...one,
  id: 'getSubscriber',
  method: 'GET',
  summary: 'Read one device.',
  response: Subscriber,
  examples: [{ summary: 'One that a list gave', params: { id: '{id}' } }],
});

export const changeSubscriber = operation({
  ...one,
  id: 'changeSubscriber',
  method: 'PATCH',
  summary: 'Change the tags, the external id or the data of a device.',
  description: 'What is left out stays as it is.',
  body: ChangeSubscriber,
  response: Subscriber,
  examples: [{ summary: 'Tag it', params: { id: '{id}' }, body: { tags: ['on-call'], customData: { plan: 'pro' } } }],
});

export const removeSubscriber = operation({
  ...one,
  id: 'removeSubscriber',
  method: 'DELETE',
  summary: 'Take a device out of use.',
  description:
    'Nothing is pushed to it any more until its person turns it on again. It stays in the list as unsubscribed.',
  response: RemovedSubscriber,
  examples: [{ summary: 'Also when it was removed before', params: { id: '{id}' } }],
});
