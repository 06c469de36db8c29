import type { MemberActor } from '@/lib/actor';
import { log } from '@/lib/log';
import { markWindowClosed, markWindowOpen } from '@/lib/members/web-sessions';
import { bus, inWorkspace, type WakeEvent } from '@/lib/wake/bus';

const heartbeatMs = 15_000;
/** A window counts as open a little longer than one heartbeat; after it closed, as long as a reload takes. */
const openSeconds = 40;
const reloadSeconds = 5;

const shared = globalThis as typeof globalThis & { nodOpenStreams?: Map<string, number> };
/** Streams of each web session in this process: plain http has one for each tab. */
const openStreams = () => {
  shared.nodOpenStreams ??= new Map();
  return shared.nodOpenStreams;
};

/** Notes one more or one less stream of a session; gives how many are left. */
function countStream(webSessionId: string, change: 1 | -1): number {
  const count = (openStreams().get(webSessionId) ?? 0) + change;
  if (count > 0) openStreams().set(webSessionId, count);
  else openStreams().delete(webSessionId);
  return count;
}

/**
 * Server-sent events of one workspace: only that something changed and what, never its content; the page reads again. Heartbeat
 * comments and headers keep proxies from buffering. Ends when the browser goes, the session is revoked or this process stops.
 */
export function eventStream(actor: MemberActor, signal: AbortSignal): Response {
  const { webSessionId } = actor;
  const leave = bus().enter();
  const encoder = new TextEncoder();
  let close: () => void = () => undefined;
  const failed = (error: unknown) => log.warn('an open window was not noted', { error });
  const noteOpen = async () => {
    const isLive = await markWindowOpen(webSessionId, openSeconds);
    if (!isLive) close();
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const onEvent = ({ id, event }: WakeEvent) => send(`data: ${JSON.stringify({ id, event })}\n\n`);
      const unsubscribe = bus().subscribe(inWorkspace(actor.workspaceId), onEvent);
      const heartbeat = setInterval(() => {
        send(': still here\n\n');
        noteOpen().catch(failed);
      }, heartbeatMs);
      countStream(webSessionId, 1);
      let closed = false;
      close = () => {
        if (closed) return;
        closed = true;
        clearInterval(heartbeat);
        unsubscribe();
        signal.removeEventListener('abort', close);
        bus().closing.signal.removeEventListener('abort', close);
        try {
          controller.close();
        } catch {
          // Already cancelled by the browser: there is nothing left to close.
        }
        const isLast = countStream(webSessionId, -1) <= 0;
        void (isLast ? markWindowClosed(webSessionId, reloadSeconds).catch(failed) : Promise.resolve()).finally(leave);
      };
      signal.addEventListener('abort', close);
      bus().closing.signal.addEventListener('abort', close);
      send(`retry: 2000\ndata: ${JSON.stringify({ event: 'open' })}\n\n`);
      // The browser may have left while its session was looked up: no event will say so again.
      if (signal.aborted || bus().closing.signal.aborted) close();
      else noteOpen().catch(failed);
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
