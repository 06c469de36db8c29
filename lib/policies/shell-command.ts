/** A word of a command, as the shell hands it to the program. */
export interface ShellWord {
  /** What it says without its quotes; null where only running it tells. */
  text: string | null;
  /** The same with U+0000 in the place of what only running tells: `src/$f` is `src/\0`. */
  shape: string;
  /** As it stands in the line. */
  written: string;
  /** It holds `*`, `?` or `[…]` that the shell replaces by names of files. */
  glob: boolean;
  start: number;
  end: number;
}

export interface ShellAssignment {
  name: string;
  value: string | null;
  /** The value as it stands in the line. */
  written?: string;
}

/** How a command comes to run another one: `timeout 5 ls`, `bash -c 'ls'`, `ssh host ls`. */
export interface OuterCommand {
  command: ShellCommand;
  /** At which of its words the inner command begins; null where it was a text of its own. */
  offset: number | null;
  /**
   * plain: the inner command runs as if the outer were not there. same: it runs here, but differently (more words, other rights).
   * elsewhere: on another machine, or with a program from somewhere else.
   */
  kind: 'plain' | 'same' | 'elsewhere';
}

/** One program with its words, wherever in a command line it stood. */
export interface ShellCommand {
  /** As it stands in the line, here-documents left out. */
  written: string;
  /** The text that its words' places count in. */
  source: string;
  /** The program first; empty for assignments or redirections alone. */
  words: ShellWord[];
  /** `X=1 ls`, `env X=1 ls`. */
  assignments: ShellAssignment[];
  /** The files that its redirections write. */
  writes: ShellWord[];
  /** The files that its redirections read. */
  reads: ShellWord[];
  /** What comes in on its standard input where that is written in the line itself; null where it comes from a pipe and nobody knows. */
  input?: string | null;
  hasHereDocument: boolean;
  /** The text of its here-documents and here-strings in which variables are replaced. */
  replaced?: string;
  /** Its text, or what it reads, comes out of the network. */
  fromNetwork: boolean;
  /** Why nobody can say what it will run, in a sentence. */
  opaque?: string;
  outer?: OuterCommand;
}

export type ShellReading = { commands: ShellCommand[] } | { unreadable: string };

/** What the name of its program is without the folder, in small letters: some file systems do not tell RM from rm. */
export function programOf(command: ShellCommand): string {
  const name = command.words[0]?.text ?? '';
  return (name.split('/').at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
}

/** The command itself, then what runs it, from the inside out. */
export function chainOf(command: ShellCommand): ShellCommand[] {
  const chain = [command];
  for (let outer = command.outer; outer; outer = outer.command.outer) chain.push(outer.command);
  return chain;
}
