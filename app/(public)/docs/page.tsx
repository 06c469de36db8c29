import type { Metadata } from 'next';
import Link from 'next/link';
import { Call, type DescribedCall } from '@/components/docs/call';
import { Contents, type ContentsGroup } from '@/components/docs/contents';
import { DocsSection } from '@/components/docs/docs-section';
import { ErrorTable } from '@/components/docs/error-table';
import { Prose } from '@/components/docs/prose';
import { Start } from '@/components/docs/start';
import { ToolTable } from '@/components/docs/tool-table';
import { SkipLink } from '@/components/shell/skip-link';
import { Mark } from '@/components/ui/mark';
import { errorTable } from '@/lib/errors';
import { tools } from '@/lib/mcp/tools';
import { servedDocument } from '@/lib/openapi/served';
import type { OpenApiDocument } from '@/lib/openapi/types';

export const metadata: Metadata = { title: 'API' };

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** The calls of each tag, as the document has them. */
function groupsOf({ tags, paths }: OpenApiDocument): (ContentsGroup & { lead?: string })[] {
  const calls: DescribedCall[] = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => ({ method, path, call })))
    .toSorted((one, other) => one.call['x-order'] - other.call['x-order']);
  return tags.map(({ name, description }) => ({
    id: anchorOf(name),
    title: name,
    lead: description,
    calls: calls.filter(({ call }) => call.tags[0] === name),
  }));
}

const errors = Object.entries(errorTable).map(([code, { status, hint }]) => ({ code, status, hint }));

/** The HTTP API, rendered from the same document that /api/openapi.json gives. */
export default function DocsPage() {
  const { document } = servedDocument();
  const url = document.servers[0]?.url ?? '';
  const groups = groupsOf(document);
  const around = [
    { id: 'start', title: 'Start', calls: [] },
    ...groups,
    { id: 'tools', title: 'MCP tools', calls: [] },
    { id: 'errors', title: 'Errors', calls: [] },
  ];
  return (
    <>
      <SkipLink id="main" words="Skip to content" />
      <div className="wide:flex">
        <Contents groups={around} />
        <main id="main" className="mx-auto w-full min-w-0 max-w-column px-5 pt-6 pb-24 wide:pt-9">
          <Link href="/" className="inline-flex items-center gap-2.5 font-semibold">
            <Mark className="size-8" />
            Nod
          </Link>
          <h1 className="tight mt-7 text-question font-semibold">API</h1>
          <p className="mt-1.5 text-muted">
            {document.info.summary} Version {document.info.version}, also as{' '}
            <a href="/api/openapi.json" className="text-accent underline">
              OpenAPI 3.1
            </a>
            .
          </p>
          <Start url={url} about={document.info.description} />
          {groups.map(({ id, title, lead, calls }) => (
            <DocsSection key={id} id={id} title={title} lead={lead}>
              {calls.map((one) => (
                <Call key={one.call.operationId} {...one} url={url} schemas={document.components.schemas} />
              ))}
            </DocsSection>
          ))}
          <DocsSection
            id="tools"
            title="MCP tools"
            lead={`At \`${url}/api/mcp/mcp\` (Streamable HTTP, no session). \`tools/list\` gives a key the tools that it may call, with their fields.`}
          >
            <ToolTable tools={tools.map(({ name, title, keys }) => ({ name, title, keys }))} />
          </DocsSection>
          <DocsSection
            id="errors"
            title="Errors"
            lead="`{error, message, code, hint}`: `error` and `message` are the same sentence, `code` is for programs. `invalid_request` names each field in `issues`."
          >
            <ErrorTable errors={errors} />
            <p className="mt-4 text-small text-muted">
              <Prose text="Every answer has `X-Request-Id` and says in `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds) where the limit stands. With 429 comes `Retry-After`." />
            </p>
          </DocsSection>
        </main>
      </div>
    </>
  );
}
