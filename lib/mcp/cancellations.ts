/**
 * Clients of the older protocol cancel a call by a message of its own. Calls in this process are remembered by session id and request
 * id; a cancellation that arrives at another process does nothing, and the wait ends by its own time.
 */
const shared = globalThis as typeof globalThis & { nodCancellable?: Map<string, AbortController> };
const running = () => {
  shared.nodCancellable ??= new Map();
  return shared.nodCancellable;
};

/** A signal for one running call; call `done` when it ends. Without a session id there is nothing to cancel by. */
export function cancellable(
  sessionId: string | null,
  requestId: string | number,
): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  if (sessionId === null) return { signal: controller.signal, done: () => undefined };
  const key = `${sessionId} ${requestId}`;
  running().set(key, controller);
  return {
    signal: controller.signal,
    done: () => {
      if (running().get(key) === controller) running().delete(key);
    },
  };
}

/** Ends the wait of that call, if it runs here. */
export function cancelCall(sessionId: string | null, requestId: unknown): void {
  running()
    .get(`${sessionId} ${String(requestId)}`)
    ?.abort();
}
