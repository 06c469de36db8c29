import type { Pattern } from '@/lib/policies/pattern';
import { readPath } from '@/lib/scopes/read-path';

/** Files by which an agent could switch its own hook off, or have something run later: in small letters. */
const guarded = [
  /(?:^|\/)\.claude\/settings[^/]*\.json$/,
  /(?:^|\/)\.(?:claude|mcp)\.json$/,
  /(?:^|\/)\.codex\/(?:config\.toml|hooks\.json)$/,
  /(?:^|\/)\.(?:cursor|vscode)\/(?:mcp|hooks)\.json$/,
  /(?:^|\/)\.gemini\/settings\.json$/,
  /(?:^|\/)\.copilot\/hooks\//,
  /(?:^|\/)\.git\/(?:hooks\/|config$)/,
  /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|zlogin)$/,
  /(?:^|\/)\.ssh\/(?:authorized_keys|config|rc)$/,
  /(?:^|\/)\.config\/nod\//,
];

/** Whether a path is that of such a file, however it is written. */
export function isGuarded(path: string): boolean {
  const read = readPath(path);
  const folded = read ? `${read.root}${read.segments.join('/')}` : path;
  return [path, folded].some((text) => guarded.some((pattern) => pattern.test(text.toLowerCase())));
}

/** Whether a rule means such a file by itself: its text, or a pattern of more than wildcards and an ending. */
export const namesGuarded = ({ kind, text }: Pattern): boolean =>
  kind === 'exact' ||
  (kind === 'glob' &&
    /\.(?:claude|codex|cursor|gemini|copilot|git|ssh|config|mcp|vscode|\w*rc|\w*profile)\b/.test(text));
