import type { Redirection } from 'unbash';
import type { ShellCommand } from '@/lib/policies/shell-command';
import { shellWords } from '@/lib/policies/shell-word';

/** What a command prints, where its words or its here-document say so. */
export function printedBy(commands: ShellCommand[]): string | null {
  const [only, ...others] = commands;
  if (!only || others.length > 0 || only.outer) return null;
  const [program, ...words] = only.words.map(({ text, glob }) => (glob ? null : text));
  if (program === 'cat' && words.length === 0) return only.input ?? null;
  const texts = words.filter((word) => word !== null);
  if (texts.length < words.length || only.writes.length > 0) return null;
  if (program === 'echo') {
    const text = texts.filter((word) => !/^-[neE]+$/.test(word)).join(' ');
    // Shells do not agree on what echo makes of a backslash.
    return text.includes('\\') ? null : text;
  }
  if (program !== 'printf') return null;
  const [format = '', ...rest] = texts.map((text) => text.replaceAll('\\n', '\n'));
  if ([format, ...rest].some((text) => text.includes('\\'))) return null;
  // A format with another percent sign prints something else than it says.
  if (format.trimEnd() === '%s') return rest.join(format.slice(2));
  return rest.length === 0 && !format.includes('%') ? format : null;
}

const isStandardInput = ({ descriptor }: Redirection): boolean =>
  descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0);

/** What redirections give a command to read; null where only running it tells. */
export function inputOf(redirects: readonly Redirection[]): { input?: string | null } {
  const last = redirects.filter((redirect) => redirect.operator.startsWith('<') && isStandardInput(redirect)).at(-1);
  if (!last) return {};
  if (last.type === 'HereDoc') {
    if (last.body.parts?.some((part) => part.type !== 'Literal')) return { input: null };
    return { input: last.delimiter?.quoted ? last.body.text : last.body.text.replace(/\\([$`\\])/g, '$1') };
  }
  if (last.type !== 'HereString' || !last.target) return { input: null };
  const words = shellWords(last.target, '');
  return { input: words.length === 1 ? (words[0]?.text ?? null) : null };
}

/** What is handed on within the line and may have variables in it. */
export const replacedIn = (redirects: readonly Redirection[], source: string): string =>
  redirects
    .map((redirect) => {
      if (redirect.type === 'HereString') return source.slice(redirect.pos, redirect.end);
      return redirect.type === 'HereDoc' && !redirect.delimiter?.quoted ? redirect.body.text : '';
    })
    .join('\n');

/** Notes which files a redirection reads or writes. */
export function addRedirect(command: ShellCommand, redirect: Redirection): void {
  // {PATH}<file sets a variable to a number.
  if (redirect.descriptor?.type === 'FileDescriptorVariable')
    command.assignments.push({ name: redirect.descriptor.name, value: null });
  if (redirect.type !== 'Redirect' || !redirect.target) return;
  const [target, ...more] = shellWords(redirect.target, command.source);
  if (!target) return;
  const { operator } = redirect;
  if (/^\/dev\/(?:tcp|udp)\//.test(target.shape)) command.opaque ??= 'It opens a connection.';
  if ((operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target.text ?? '')) return;
  if (operator === '<' || operator === '<&') command.reads.push(target, ...more);
  else if (!/^\/dev\/(?:null|stdout|stderr|tty)$/.test(target.text ?? '')) command.writes.push(target, ...more);
  if (operator === '<>') command.reads.push(target);
}
