import { createHash } from 'node:crypto';
import { env } from '@/lib/env';
import { openApiDocument } from '@/lib/openapi/document';
import type { OpenApiDocument } from '@/lib/openapi/types';
import { version } from '@/package.json';

interface Served {
  document: OpenApiDocument;
  text: string;
  etag: string;
}

let made: Served | undefined;

/** The description of this server. It is made on first use and stays as it is as long as the process lives. */
export function servedDocument(): Served {
  if (!made) {
    const document = openApiDocument({ url: env().url, version });
    const text = JSON.stringify(document);
    made = { document, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }
  return made;
}
