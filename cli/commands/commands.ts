export interface Command {
  /** What it does, for the list of commands. */
  summary: string;
  /** How it is called, and its options. */
  help: string;
  run(args: string[]): Promise<void>;
}

/** Every command, in the order of the help; each is loaded when it runs. */
export const commands: Record<string, Command> = {
  setup: {
    summary: 'connect the coding agents of this machine',
    help: `nod setup [--agent NAME …] [--key KEY] [--dry-run] [--yes]

Finds the coding agents of this machine, signs it in, and adds Nod and its hooks to each agent's
configuration. Shows what will change first, and keeps a copy. Running it twice changes nothing.

  --agent NAME   only this agent: claude-code, codex, gemini-cli, cursor or vscode (may be repeated)
  --key KEY      use this key instead of asking for one
  --dry-run      show what would change, and change nothing
  --yes          do not ask before changing`,
    run: async (args) => (await import('@/cli/setup/setup')).runSetup(args),
  },
  uninstall: {
    summary: 'take out of the agents what setup put in',
    help: `nod uninstall [--agent NAME …] [--all] [--dry-run] [--yes]

Takes out exactly what setup put in.

  --agent NAME   only this agent (may be repeated)
  --all          forget the key and the kept copies too
  --dry-run      show what would change, and change nothing
  --yes          do not ask before changing`,
    run: async (args) => (await import('@/cli/setup/uninstall')).runUninstall(args),
  },
  login: {
    summary: 'sign this machine in: a code that you approve in a browser',
    help: `nod login [--server ADDRESS]

Shows a code and a picture of its address. Approve it on a page where you are signed in to Nod;
then the key is kept in your own configuration folder, readable by you alone.`,
    run: async (args) => (await import('./login')).login(args),
  },
  logout: {
    summary: 'forget the key on this machine',
    help: `nod logout

Removes the key from this machine. To make it useless everywhere, revoke it on the page Keys.`,
    run: async (args) => (await import('./logout')).logout(args),
  },
  whoami: {
    summary: 'which key this machine uses, and where',
    help: 'nod whoami',
    run: async (args) => (await import('./whoami')).whoami(args),
  },
  ask: {
    summary: 'ask the person and print the answer',
    help: `nod ask "QUESTION" [--type confirm|select|input] [--option TEXT …] [--context TEXT]
        [--timeout SECONDS] [--no-wait]

Prints yes or no, the chosen option, or the text. Exit code 0: answered (and not with no),
5: answered with no, 6: not answered in time; the question then stays open.

  --type TYPE         confirm unless there are options; then select
  --option TEXT       a choice; 2 to 6 of them
  --context TEXT      what the person must know before deciding
  --timeout SECONDS   how long to wait for the answer; 55 unless given
  --no-wait           print the question's id and end; see nod wait`,
    run: async (args) => (await import('./ask')).ask(args),
  },
  wait: {
    summary: 'wait for the answer to a question that was asked before',
    help: `nod wait ID [--timeout SECONDS]

Goes on waiting for the answer, and prints it like nod ask.`,
    run: async (args) => (await import('./wait')).wait(args),
  },
  notify: {
    summary: 'tell the person something',
    help: 'nod notify "TITLE" ["BODY"]',
    run: async (args) => (await import('./notify')).notify(args),
  },
  sessions: {
    summary: 'which agents are at work, and what they wait for',
    help: `nod sessions [--status active|idle|waiting|errored] [--limit NUMBER]`,
    run: async (args) => (await import('./sessions')).sessions(args),
  },
  doctor: {
    summary: 'check that everything works, and say what to do if not',
    help: `nod doctor

Checks the sign-in, the server and its version, the agents' configuration and hooks, that a
device is connected, and a question that goes through Nod and reaches nobody.
Exit code 1 when something does not work.`,
    run: async (args) => (await import('./doctor')).doctor(args),
  },
  ledger: {
    summary: 'verify a ledger that was exported',
    help: `nod ledger verify FILE

Checks that no row of an exported ledger was changed, removed or moved. FILE may be - for stdin.
Exit code 1 when it was.`,
    run: async (args) => (await import('./ledger')).ledger(args),
  },
  hook: {
    summary: 'what agents run before and after their tools; not for people',
    help: `nod hook AGENT

Reads what the agent says on stdin and answers in the agent's own form. nod setup adds it to the
agents' configuration. NOD_DEBUG=1 writes a log.`,
    // cli/index.ts starts it without all this.
    run: async () => undefined,
  },
};
