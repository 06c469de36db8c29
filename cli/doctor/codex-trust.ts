import { codex } from '@/cli/agents/codex/config';
import type { Machine } from '@/cli/agents/config';
import { isBlank, plainValue, readJson } from '@/cli/setup/json-text';
import { isOwnHook } from '@/cli/setup/own-hook';
import { readText, realPlace } from '@/cli/setup/read-file';
import { readToml } from '@/cli/setup/toml-file';

/**
 * Whether the person has trusted Nod's hook before a tool in Codex, which skips it without a word until then. It keeps that in its
 * config.toml, by the file and the place of the hook in it; what its hash means is its own business. Throws UneditableFile.
 */
export function areCodexHooksTrusted(machine: Machine): boolean {
  const [settings = '', hooks = ''] = ['toml', 'json'].map(
    (format) => codex.files(machine).find((file) => file.format === format)?.path,
  );
  const place = placeOfHook(readText(hooks) ?? '');
  const state = fieldsAt(fieldsAt(readToml(readText(settings) ?? ''), 'hooks'), 'state');
  return [hooks, realPlace(hooks)].some((path) => {
    const { trusted_hash: hash } = fieldsAt(state, `${path}:pre_tool_use:${place}`);
    return typeof hash === 'string' && hash !== '';
  });
}

/** The number of its group and the one in that, as Codex counts them. */
function placeOfHook(text: string): string | undefined {
  const groups = isBlank(text) ? undefined : fieldsAt(plainValue(readJson(text)), 'hooks').PreToolUse;
  if (!Array.isArray(groups)) return undefined;
  for (const [index, group] of groups.entries()) {
    const { hooks } = fieldsOf(group);
    const inGroup = Array.isArray(hooks) ? hooks.findIndex((hook) => isOwnHook(hook, 'codex')) : -1;
    if (inGroup >= 0) return `${index}:${inGroup}`;
  }
  return undefined;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const fieldsAt = (value: unknown, key: string): Record<string, unknown> => fieldsOf(fieldsOf(value)[key]);
