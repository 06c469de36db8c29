import { cut } from '@/lib/contract/text';
import { env } from '@/lib/env';
import { guardedRequest } from '@/lib/outbound/guarded-request';
import { redact } from '@/lib/redact';
import { networkFailure, statusFailure } from '@/lib/webhooks/failure-words';
import type { ClaimedMessage, Tried } from '@/lib/webhooks/outbox.sql';
import { signingSecrets } from '@/lib/webhooks/secret';
import { sandboxSecret, signatureHeaders } from '@/lib/webhooks/sign';
import packageFacts from '@/package.json';

const timeoutMs = 10_000;
/** What a receiver says beside its status is for people to read: it gets no more of a place among the others than this. */
const bodyTimeoutMs = 2_000;
const maxResponseBytes = 65_536;
/** Characters of the answer that are kept. */
const keptCharacters = 500;

/**
 * Posts one message to its address, exactly as that was given, and says what came of it. The status line decides: the rest of the answer is
 * read as far as it comes. Throws only when the database cannot give the secret.
 */
export async function postMessage(message: ClaimedMessage): Promise<Tried> {
  const { workspace_id: workspaceId, url, body: text } = message;
  const [current, ...earlier] = await signingSecrets(workspaceId);
  const signs = message.is_sandbox ? sandboxSecret : (value: string) => value;
  const body = Buffer.from(text, 'utf8');
  const startedAt = performance.now();
  // The receiver's clock is what judges this time, so it is the wall's.
  const signatures = signatureHeaders(
    [signs(current.value), ...earlier.map(({ value }) => signs(value))],
    body,
    Math.floor(Date.now() / 1000),
  );
  const tried = (answer: Omit<Tried, 'durationMs'>): Tried => ({
    durationMs: Math.round(performance.now() - startedAt),
    ...answer,
  });
  try {
    const answer = await guardedRequest(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Nod/${packageFacts.version}`,
        // A kept connection may just be closing at its other end, which would look like a receiver that is down.
        connection: 'close',
        ...signatures,
      },
      body,
      timeoutMs,
      bodyTimeoutMs,
      maxResponseBytes,
      allowedHosts: [],
      allowHttp: true,
      allowPrivate: env().allowPrivateCallbacks,
    });
    return tried({
      statusCode: answer.status,
      failure: statusFailure(answer.status) ?? null,
      response: keptOf(answer.body),
    });
  } catch (error) {
    return tried({ statusCode: null, failure: networkFailure(error), response: null });
  }
}

/** The beginning of an answer as it is kept: secrets removed before it is cut, and nothing that PostgreSQL cannot hold. */
function keptOf(body: string): string | null {
  const kept = cut(redact(body).replaceAll('\0', ''), keptCharacters);
  return kept === '' ? null : kept;
}
