import { failFrom, failFromStatus, type SignedIn, sentenceOf } from './call';
import { getJson } from './http';

/** Who a key is, as `GET /api/v1/server/site` says. */
export interface Site {
  version: string;
  key: { name: string; kind: string; prefix: string };
  workspace: { name: string };
  /** Who made the key; left out for keys of end users. */
  member?: { name: string };
  /** How many devices can be reached; left out for keys of end users. */
  devices?: number;
}

/** Asks the server who the key is. Ends the command in words when it cannot say. */
export async function readSite({ server, apiKey }: SignedIn): Promise<Site> {
  try {
    const { status, value } = await getJson({ server, apiKey, path: '/api/v1/server/site', timeoutMs: 15_000 });
    if (status !== 200) failFromStatus(status, sentenceOf(value), server);
    return value as Site;
  } catch (error) {
    return failFrom(error, server);
  }
}
