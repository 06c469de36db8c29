/** Something changed in the workspace; what, the page reads for itself. */
export interface Change {
  id?: string;
  event: string;
}

const channelName = 'nod-changes';
const lockName = 'nod-change-stream';
const reopenMs = 3000;

/** Opens the stream and tells what it hears, until `signal` aborts. */
function lead(tell: (change: Change) => void, signal: AbortSignal): Promise<void> {
  // The page may have gone while another tab still led.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let source: EventSource;
    let reopening: ReturnType<typeof setTimeout>;
    const open = () => {
      source = new EventSource('/api/events');
      source.onmessage = ({ data }) => tell(JSON.parse(data) as Change);
      // A stream that broke is opened again by the browser. One that was refused (by a proxy while Nod restarts) is not.
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenMs);
      };
    };
    open();
    signal.addEventListener('abort', () => {
      clearTimeout(reopening);
      source.close();
      resolve();
    });
  });
}

/**
 * Calls back on every change of the workspace. One tab of the browser holds the stream (a Web Lock says which) and shares it: browsers
 * allow six connections to a server. EventSource connects again by itself; each (re)connection counts as a change, so nothing is missed.
 */
export function followChanges(onChange: (change: Change) => void): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => onChange(data as Change);
  const tell = (change: Change) => {
    onChange(change);
    channel.postMessage(change);
  };
  // What came after the server rendered this page and before it listened was heard by nobody.
  onChange({ event: 'open' });
  if (navigator.locks) {
    navigator.locks
      .request(lockName, { signal: ended.signal }, () => lead(tell, ended.signal))
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      });
  } else {
    // Plain http from another machine has no Web Locks: each tab then has a stream of its own.
    void lead(onChange, ended.signal);
  }
  const onMessage = ({ data }: MessageEvent) => data?.type === 'changed' && onChange({ event: 'asked' });
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    ended.abort();
    channel.close();
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}
