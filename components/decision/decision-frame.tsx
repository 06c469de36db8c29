import type { ReactNode } from 'react';
import { AgentText } from '@/components/ui/agent-text';
import { Mark } from '@/components/ui/mark';
import { Monogram } from '@/components/ui/monogram';

const frameClass = 'mx-auto flex min-h-dvh w-full max-w-column flex-col pt-5 wide:px-5 wide:pt-10';

/** The frame of a page that an integrator's own customer sees: their name above it, Nod's only below, and no way into the dashboard. */
export function DecisionFrame(props: {
  workspaceName: string;
  agentName?: string;
  poweredBy: boolean;
  /** Something fixed at the bottom of a phone needs room. */
  hasBar: boolean;
  children: ReactNode;
}) {
  const { workspaceName, agentName, poweredBy, hasBar } = props;
  return (
    <main
      id="main"
      className={`${frameClass} ${hasBar ? 'pb-[235px] short:pb-6 wide:pb-10 noscript:pb-[270px]' : 'pb-10'}`}
    >
      <header className="flex items-center gap-3 px-(--gutter) pb-4 wide:px-1">
        <Monogram name={workspaceName} />
        <p className="min-w-0">
          <b className="line-clamp-2 text-lead font-semibold">
            <AgentText text={workspaceName} /> asks
          </b>
          {agentName !== undefined && (
            <span className="line-clamp-2 text-small text-muted">
              <AgentText text={agentName} />
            </span>
          )}
        </p>
      </header>
      {props.children}
      {poweredBy && (
        <footer className="mt-auto flex items-center justify-center gap-2 pt-8 text-small text-faint">
          <Mark className="size-4" />
          Asked with Nod
        </footer>
      )}
    </main>
  );
}
