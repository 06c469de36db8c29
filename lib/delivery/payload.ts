import { createHash } from 'node:crypto';
import { cut } from '@/lib/contract/text';
import { devicePath } from '@/lib/decisions/link';
import { env } from '@/lib/env';
import { agentLabel } from '@/lib/questions/agent-label';
import { mustBeRead, pushedCharacters, type ToBeRead } from '@/lib/questions/must-be-read';

/** What the service worker (public/sw.js) gets. Version 1; a worker that does not know a kind still shows title and body. */
export interface PushPayload {
  v: 1;
  kind: 'question' | 'notification' | 'reminder' | 'digest' | 'settled' | 'test';
  id: string;
  title: string;
  body: string;
  tag: string;
  url: string;
  actions: { action: string; title: string }[];
  badge?: number;
  /** May answer this one question, once. Absent when this device may not answer. */
  token?: string;
  deliveryId?: string;
  /** Epoch milliseconds after which the question is closed. */
  expiresAt?: number;
  requireInteraction?: boolean;
  /** Pictures that the agent named; the browser fetches them, never Nod. */
  icon?: string;
  image?: string;
  /** Declarative Web Push: Safari shows this even when the worker fails. */
  web_push: 8030;
  notification: { title: string; body: string; navigate: string; tag: string };
}

/** Most bytes of JSON in a push (spec 3.2). */
const maxBytes = 3000;

/** Whether a payload is within what every push service takes. */
export const fits = (payload: PushPayload): boolean => Buffer.byteLength(JSON.stringify(payload)) <= maxBytes;

/** Cuts at the last space that fits, and marks the cut. */
export function cutAtWord(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const head = cut(line, max - 1);
  const space = head.lastIndexOf(' ');
  return `${space > max / 2 ? head.slice(0, space) : head}…`;
}

type Draft = Omit<PushPayload, 'v' | 'web_push' | 'notification' | 'url'> & { path: string };

/** One payload within the size limit: text gives way first, the token never. */
export function pushPayload({ path, ...draft }: Draft): PushPayload {
  const url = `${env().url}${path}`;
  const make = (body: string): PushPayload => ({
    v: 1,
    ...draft,
    body,
    url,
    web_push: 8030,
    notification: { title: draft.title, body, navigate: url, tag: draft.tag },
  });
  for (const max of [pushedCharacters, 150, 60]) {
    const payload = make(cutAtWord(draft.body, max));
    if (fits(payload)) return payload;
  }
  return make('');
}

/** Same payload without its text, for a push service that answers 413. */
export function withoutText(payload: PushPayload): PushPayload {
  const body = 'Open Nod to read it.';
  return { ...payload, body, actions: [], notification: { ...payload.notification, body } };
}

/** Same payload for a device whose lock screen shall tell nothing: that something waits, not what; nor may it be answered unread. */
export function hidden(payload: PushPayload): PushPayload {
  const { token: _token, icon: _icon, image: _image, ...rest } = payload;
  const title = hiddenTitles[payload.kind] ?? 'Nod has news';
  const body = payload.kind === 'settled' ? '' : 'Open Nod to read it.';
  return { ...rest, title, body, actions: [], notification: { ...payload.notification, title, body } };
}

const hiddenTitles: Partial<Record<PushPayload['kind'], string>> = {
  question: 'A question waits for you',
  reminder: 'A reminder for you',
  settled: 'No longer open',
};

export interface QuestionForPush extends ToBeRead {
  id: string;
  agent_name: string;
  type: string;
  options: string[];
  rich: unknown;
}

/**
 * The buttons of a notification, No before Yes. What cannot be undone cannot be approved from a lock screen (spec 5.5), nor what does not
 * stand there whole.
 */
export function questionActions(question: QuestionForPush): { action: string; title: string }[] {
  if (question.type === 'confirm') {
    return mustBeRead(question)
      ? [
          { action: 'answer:no', title: 'No' },
          { action: 'open', title: 'Open' },
        ]
      : [
          { action: 'answer:no', title: 'No' },
          { action: 'answer:yes', title: 'Yes' },
        ];
  }
  // Two of six would bias the choice, and a button cannot hold several answers or a text.
  if (question.type === 'select' && question.options.length === 2 && !question.rich && !mustBeRead(question)) {
    return question.options.map((option) => ({ action: `answer:${option}`, title: cutAtWord(option, 40) }));
  }
  return [];
}

const title = (agentName: string): string => {
  const { agent, project } = agentLabel(agentName);
  return cutAtWord(project ? `${agent} · ${project}` : agent, 80);
};

/** One tag per question: what has the same tag replaces it. */
export const questionTag = (id: string): string => `question-${id}`;

/** Where a tap leads: a member's page, or the end user's page with the token of their device. */
const pathOf = (
  question: QuestionForPush,
  { deliveryId, token }: { deliveryId: string; token: string | null },
): string => (question.kind === 'decision' ? devicePath(question.id, deliveryId, token) : `/q/${question.id}`);

/** What an end user reads first: who asks them. */
export const decisionTitle = (workspaceName: string, agentName: string): string =>
  cutAtWord(agentName === '' ? workspaceName : `${workspaceName} · ${agentName}`, 80);

export function questionPayload(
  question: QuestionForPush,
  delivery: {
    deliveryId: string;
    token: string | null;
    badge?: number;
    expiresAt?: Date | null;
    path?: string;
    text?: { title: string; body: string };
    /** Who asks, where that is not the agent. */
    title?: string | undefined;
    /** It was pushed before, ten minutes or a night ago. */
    stillWaits?: boolean;
    /** Only told: it is asked where the agent runs (mode "Alert only"). */
    alert?: boolean;
  },
): PushPayload {
  return pushPayload({
    kind: delivery.alert ? 'notification' : 'question',
    id: question.id,
    title: delivery.text?.title ?? delivery.title ?? title(question.agent_name),
    body: delivery.text?.body ?? (delivery.stillWaits ? `Still waits: ${question.question}` : question.question),
    tag: questionTag(question.id),
    path: delivery.path ?? pathOf(question, delivery),
    actions: delivery.token ? questionActions(question) : [],
    deliveryId: delivery.deliveryId,
    ...(delivery.alert ? {} : { requireInteraction: true }),
    ...(delivery.badge === undefined ? {} : { badge: delivery.badge }),
    ...(delivery.token ? { token: delivery.token } : {}),
    ...(delivery.expiresAt ? { expiresAt: delivery.expiresAt.getTime() } : {}),
  });
}

/** A Topic that says nothing: it is not encrypted. At most 32 URL-safe characters (RFC 8030). */
export const topicOf = (id: string): string =>
  createHash('sha256').update(`nod topic ${id}`).digest('base64url').slice(0, 32);
