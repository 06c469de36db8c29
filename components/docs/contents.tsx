import type { DescribedCall } from '@/components/docs/call';

export interface ContentsGroup {
  id: string;
  title: string;
  calls: DescribedCall[];
}

function Links(props: { groups: ContentsGroup[] }) {
  const entry = 'block rounded-lg px-2.5 py-2 hover:bg-hover wide:py-1';
  return props.groups.map(({ id, title, calls }) => (
    <li key={id}>
      <a href={`#${id}`} className={`${entry} font-semibold`}>
        {title}
      </a>
      <ul>
        {calls.map(({ call }) => (
          <li key={call.operationId}>
            <a href={`#${call.operationId}`} className={`${entry} text-muted hover:text-ink`}>
              {call.summary}
            </a>
          </li>
        ))}
      </ul>
    </li>
  ));
}

/** Where everything is: folded on a phone, at the left from 900 px. */
export function Contents(props: { groups: ContentsGroup[] }) {
  return (
    <>
      <nav id="contents" aria-label="Contents" className="mx-5 mt-5 scroll-mt-4 text-small wide:hidden">
        <details className="group rounded-control bg-sunken px-2">
          <summary className="flex min-h-12 items-center px-2.5 font-medium">Contents</summary>
          <ul className="grid gap-2 pb-3">
            <Links groups={props.groups} />
          </ul>
        </details>
      </nav>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden h-dvh w-(--side) flex-none overflow-y-auto border-r border-line px-3 py-6 text-small wide:block"
      >
        <ul className="grid gap-3">
          <Links groups={props.groups} />
        </ul>
      </nav>
    </>
  );
}
