/** Something changed in the workspace; what, the page reads for itself. */
export interface Change {
  id?: string;
  event: string;
}

const channelName = 'nod-changes';
const lockName = 'nod-change-stream';

/** Opens the stream and tells the other tabs what it hears, until `signal` aborts. */
function lead(channel: BroadcastChannel, tell: (change: Change) => void, signal: AbortSignal): Promise<void> {
  // The page may have gone while another tab still led.
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const source = new EventSource('/api/events');
    source.onmessage = ({ data }) => {
      const change = JSON.parse(data) as Change;
      tell(change);
      channel.postMessage(change);
    };
    signal.addEventListener('abort', () => {
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
  // The first "open" of a page is no news: it was rendered a moment ago.
  let opened = false;
  const tell = (change: Change) => {
    const isFirstOpen = change.event === 'open' && !opened;
    opened = true;
    if (!isFirstOpen) onChange(change);
  };
  if (navigator.locks) {
    navigator.locks
      .request(lockName, { signal: ended.signal }, () => lead(channel, tell, ended.signal))
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      });
  } else {
    // Plain http from another machine has no Web Locks: each tab then has a stream of its own.
    void lead(channel, tell, ended.signal);
  }
  const onMessage = ({ data }: MessageEvent) => data?.type === 'changed' && onChange({ event: 'asked' });
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    ended.abort();
    channel.close();
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}
