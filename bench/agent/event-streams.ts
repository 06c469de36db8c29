import http from 'node:http';
import type { PersonSession } from '@/e2e/server/person';

export interface EventStreams {
  end(): void;
}

const openedTogether = 100;

/** Opens so many live streams of a signed-in person, as a browser does; resolves when each has sent its first event. */
export async function openEventStreams(
  server: { url: string },
  { cookie }: PersonSession,
  count: number,
): Promise<EventStreams> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const requests: http.ClientRequest[] = [];
  const open = () =>
    new Promise<void>((opened, fail) => {
      const request = http.get(`${server.url}/api/events`, { agent, headers: { cookie } }, (response) => {
        // The end of the bench breaks it off.
        response.on('error', () => undefined);
        response.on('data', () => opened());
        if (response.statusCode !== 200) fail(new Error(`/api/events gave ${response.statusCode}`));
      });
      request.on('error', fail);
      requests.push(request);
    });
  while (requests.length < count) {
    await Promise.all(Array.from({ length: Math.min(openedTogether, count - requests.length) }, open));
  }
  return {
    end: () => {
      for (const request of requests) request.destroy();
    },
  };
}
