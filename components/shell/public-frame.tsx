import type { ReactNode } from 'react';
import { Mark } from '@/components/ui/mark';

/** The frame of pages outside a workspace: setup, sign-in, invite, pair. */
export function PublicFrame(props: { title: ReactNode; lead?: ReactNode; narrow?: boolean; children: ReactNode }) {
  const width = props.narrow ? 'max-w-110' : 'max-w-150';
  return (
    <main id="main" className={`mx-auto w-full px-5 pt-5 pb-16 wide:pt-14 ${width}`}>
      <header className="flex items-center gap-2.5 font-semibold">
        <Mark className="size-8" />
        Nod
      </header>
      <h1 className="tight mt-7 text-question font-semibold">{props.title}</h1>
      {props.lead !== undefined && <p className="mt-1.5 mb-7 text-muted">{props.lead}</p>}
      {props.children}
    </main>
  );
}
