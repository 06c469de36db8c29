import { EnrolBrowser } from '@/components/enrol/enrol-browser';
import { AgentText } from '@/components/ui/agent-text';
import { Mark } from '@/components/ui/mark';
import { Monogram } from '@/components/ui/monogram';
import { Sheet } from '@/components/ui/sheet';

export interface EnrolProps {
  workspaceId: string;
  workspaceName: string;
  token: string;
  /** A link works once; when it was used, its page still says how this browser stands. */
  state: 'open' | 'used';
}

/** The page on which an integrator's customer turns on decisions: who will ask, what comes, one button. */
export function EnrolSheet(props: EnrolProps) {
  const { workspaceName } = props;
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-column flex-col pt-5 pb-10 wide:px-5 wide:pt-10">
      <header className="flex items-center gap-3 px-(--gutter) pb-4 wide:px-1">
        <Monogram name={workspaceName} />
        <p className="line-clamp-2 min-w-0 text-lead font-semibold">
          <AgentText text={workspaceName} />
        </p>
      </header>
      <Sheet>
        <h1 className="tight text-question font-semibold">
          <AgentText text={workspaceName} /> asks before it acts for you
        </h1>
        <p className="mt-2 text-muted">
          Questions come as notifications to this browser. You answer there, or on a page that opens from it. No
          account, no app.
        </p>
        <div className="mt-6">
          <EnrolBrowser {...props} />
        </div>
        <noscript>
          <p className="mt-4 text-muted">Notifications need JavaScript. Allow it for this page and load it again.</p>
        </noscript>
      </Sheet>
      <p className="mt-4 px-(--gutter) text-small text-muted wide:px-1">
        Only questions for you come here, nothing else. Turn it off on this page or in your browser whenever you like.
      </p>
      <footer className="mt-auto flex items-center justify-center gap-2 pt-8 text-small text-faint">
        <Mark className="size-4" />
        Asked with Nod
      </footer>
    </main>
  );
}
