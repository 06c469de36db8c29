import type { MemberActor } from '@/lib/actor';
import { log } from '@/lib/log';
import { markWindowOpen } from '@/lib/members/web-sessions';
import { bus, inWorkspace, type WakeEvent } from '@/lib/wake/bus';

const heartbeatMs = 15_000;
/** A window counts as open a little longer than one heartbeat; after it closed, as long as a reload takes. */
const openSeconds = 40;
const reloadSeconds = 5;

/**
 * Server-sent events of one workspace: only that something changed and what, never its content; the page reads again. Heartbeat
 * comments and headers keep proxies from buffering; ends when the browser goes or this process stops.
 */
export function eventStream(actor: MemberActor, signal: AbortSignal): Response {
  const leave = bus().enter();
  const encoder = new TextEncoder();
  let close: () => void = () => undefined;
  const note = (seconds: number) =>
    markWindowOpen(actor.webSessionId, seconds).catch((error) => log.warn('an open window was not noted', { error }));

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const onEvent = ({ id, event }: WakeEvent) => send(`data: ${JSON.stringify({ id, event })}\n\n`);
      const unsubscribe = bus().subscribe(inWorkspace(actor.workspaceId), onEvent);
      const heartbeat = setInterval(() => {
        send(': still here\n\n');
        void note(openSeconds);
      }, heartbeatMs);
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
        void note(reloadSeconds).finally(leave);
      };
      signal.addEventListener('abort', close);
      bus().closing.signal.addEventListener('abort', close);
      send(`retry: 2000\ndata: ${JSON.stringify({ event: 'open' })}\n\n`);
      void note(openSeconds);
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
