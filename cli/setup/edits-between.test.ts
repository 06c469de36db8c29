import { describe, expect, it } from 'vitest';
import { allAgents } from '@/cli/agents/all';
import type { ConfigFile } from '@/cli/agents/config';
import { isComplete, type Wanted, withNod, withoutNod } from './config-file';
import { testKey, testServer } from './home-for-tests';
import { hookCommand } from './own-hook';
import { realFiles } from './real-files-for-tests';

const machine = { home: '/home/user', platform: 'linux' as const, variable: () => undefined };

function wantedFor(agentId: string, path: string): Wanted {
  const agent = allAgents.find(({ id }) => id === agentId);
  const file = agent?.files(machine).find((candidate: ConfigFile) => candidate.path === `/home/user/${path}`);
  if (!agent || !file) throw new Error(`${agentId} has no file ${path}`);
  const access = {
    url: `${testServer}/api/mcp/mcp`,
    apiKey: testKey,
    hookCommand: hookCommand('/usr/bin/node', '/home/user/.config/nod/bin/nod.cjs', agent.id),
  };
  return { agent: agent.id, file, access, installed: undefined, trustsSight: false };
}

/** Setup, somebody else's edit, uninstall. */
function between(text: string, wanted: Wanted, edit: (text: string) => string): string | undefined {
  const { text: after, installed } = withNod(text, wanted);
  return withoutNod(edit(after), { ...wanted, installed });
}

/** Edits that a person, a formatter or the agent itself makes; the same can be done to a file with Nod in it and to one without. */
const edits: Record<string, (text: string) => string> = {
  'another value': (text) => text.replace(/opus|gpt-5|GitHub/, 'something-longer'),
  'other words in a command': (text) => text.replace(/nodemon|audit|check/g, 'replaced'),
  'a comment on top': (text) => (text.includes('= ') ? text : text.replace(/^\uFEFF?/, '$&// on top\n')),
  'two more lines at the end': (text) => `${text}\n\n`,
  'another indentation of the first line': (text) => text.replace(/^(\uFEFF?\{)\n {2}"/, '$1\n      "'),
};

describe.each(Object.entries(edits))('%s, made between setup and uninstall, stays', (_, edit) => {
  it.each(realFiles)('$name', ({ agent, path, text }) => {
    // A file with nothing in it has nothing to edit; one without a line end at its end gets it after our lines.
    if (text.trim() === '' || (path.endsWith('.toml') && !text.endsWith('\n'))) return;
    expect(between(text, wantedFor(agent, path), edit)).toBe(edit(text));
  });
});

describe('the agent writes its whole file anew between setup and uninstall', () => {
  const isStrict = (text: string) => {
    try {
      return Object.keys(JSON.parse(text) as object).length > 0;
    } catch {
      return false;
    }
  };
  const anew = (text: string) => JSON.stringify(JSON.parse(text), undefined, 2);

  it.each(realFiles.filter(({ text }) => isStrict(text)))('$name', ({ agent, path, text }) => {
    const wanted = wantedFor(agent, path);
    const { text: after, installed } = withNod(text, wanted);
    // Nothing is written a second time only because it looks different.
    expect(isComplete(anew(after), { ...wanted, installed })).toBe(true);
    const left = withoutNod(anew(after), { ...wanted, installed }) ?? '';
    expect(JSON.parse(left)).toEqual(JSON.parse(anew(text)));
    // Containers that were there empty keep the white space that they had; all else is as the agent writes it.
    if (!/\{\s*\}|\[\s*\]/.test(text)) expect(left).toBe(anew(text));
  });

  it('Codex, which drops comments and splits the table', () => {
    const wanted = wantedFor('codex', '.codex/config.toml');
    const { text, installed } = withNod('model = "gpt-5"\n', wanted);
    const rewritten = text
      .replace(/# Added.*\n/, '')
      .replace(/http_headers = .*\n/, '')
      .replace('120', '120.0')
      .concat(
        `\n[mcp_servers.nod.http_headers]\nAuthorization = "Bearer ${testKey}"\n\n[mcp_servers.other]\nurl = "x"\n`,
      );
    expect(isComplete(rewritten, { ...wanted, installed })).toBe(true);
    expect(withoutNod(rewritten, { ...wanted, installed })).toBe('model = "gpt-5"\n\n[mcp_servers.other]\nurl = "x"\n');
  });
});

describe('what others put beside and into what setup wrote', () => {
  it('stays, and ours goes', () => {
    const wanted = wantedFor('claude-code', '.claude/settings.json');
    const edit = (text: string) => {
      const value = JSON.parse(text) as { hooks: Record<string, { hooks: unknown[] }[]> };
      value.hooks.PreToolUse?.push({ hooks: [{ type: 'command', command: 'later' }] });
      value.hooks.Stop?.[0]?.hooks.push({ type: 'command', command: 'beside' });
      value.hooks.SubagentStop = [{ hooks: [{ type: 'command', command: 'new event' }] }];
      return JSON.stringify(value, undefined, 2);
    };
    expect(JSON.parse(between('{}', wanted, edit) ?? '')).toEqual({
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command', command: 'later' }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'beside' }] }],
        SubagentStop: [{ hooks: [{ type: 'command', command: 'new event' }] }],
      },
    });
  });

  it('keeps the version that hooks of others need in a file that setup made', () => {
    const wanted = wantedFor('cursor', '.cursor/hooks.json');
    const { text, installed } = withNod(undefined, wanted);
    const edited = text.replace('"stop": [', '"stop": [\n      { "command": "theirs" },');
    const left = withoutNod(edited, { ...wanted, installed }) ?? '';
    expect(JSON.parse(left)).toEqual({ version: 1, hooks: { stop: [{ command: 'theirs' }] } });
    expect(withoutNod(text.concat('\n'), { ...wanted, installed })).toBeUndefined();
  });

  it('goes with the table where Codex could not read the rest without it', () => {
    const wanted = wantedFor('codex', '.codex/config.toml');
    const edit = (text: string) =>
      `${text}\n[mcp_servers.nod.tools.ask_user]\napproval_mode = "approve"\n\n[tools]\nx = 1\n`;
    expect(between('model = "a"\n', wanted, edit)).toBe('model = "a"\n\n[tools]\nx = 1\n');
  });
});

describe('text written at random', { timeout: 30_000 }, () => {
  /** A small generator of its own, so that a failure names the seed that repeats it. */
  function random(seed: number) {
    let state = seed * 2654435761;
    const next = (limit: number): number => {
      state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
      return state % limit;
    };
    const oneOf = <T>(values: T[]): T => values[next(values.length)] as T;
    return { next, oneOf };
  }

  function randomJson({ next, oneOf }: ReturnType<typeof random>): string {
    const blank = () => oneOf(['', '', ' ', '\n', '\n  ', '\r\n\t', ' /* c */ ', '\n// l\n', '\n  // "hooks": {}\n  ']);
    const list = (open: string, close: string, items: string[]): string => {
      const comma = items.length > 0 && next(3) === 0 ? `,${blank()}` : '';
      return open + blank() + items.map((item) => item + blank()).join(`,${blank()}`) + comma + close;
    };
    const leaf = () => oneOf(['1', 'true', 'null', '"x"', '"// no comment"', '"a,\\"]}"', '-0.5e3']);
    const value = (depth: number): string => {
      if (depth === 0 || next(3) === 0) return leaf();
      const items = Array.from({ length: next(4) }, () => value(depth - 1));
      if (next(2) === 0) return list('[', ']', items);
      return list(
        '{',
        '}',
        items.map((item, index) => `"k${index}"${blank()}:${blank()}${item}`),
      );
    };
    const array = () =>
      list(
        '[',
        ']',
        Array.from({ length: next(3) }, () => value(2)),
      );
    const member = (key: string, text: string) => `"${key}"${blank()}:${blank()}${text}`;
    const some = (members: string[]): string[] => members.filter(() => next(2) === 0);
    const hooks = () =>
      list('{', '}', some([member('PreToolUse', array()), member('Stop', array()), member('Own', array())]));
    const permissions = () => list('{', '}', some([member('allow', array()), member('deny', array())]));
    const root = [
      member('a', value(3)),
      member('hooks', hooks()),
      member('permissions', permissions()),
      member('z', value(2)),
    ];
    return (next(8) === 0 ? '\uFEFF' : '') + blank() + list('{', '}', some(root)) + blank();
  }

  it('is the same to the byte afterwards, by the note and without looking at it', () => {
    const wanted = wantedFor('claude-code', '.claude/settings.json');
    for (let seed = 1; seed <= 150; seed += 1) {
      const text = randomJson(random(seed));
      const { text: after, installed } = withNod(text, wanted);
      expect(isComplete(after, { ...wanted, installed }), `seed ${seed}`).toBe(true);
      expect(withoutNod(after, { ...wanted, installed }), `seed ${seed}`).toBe(text);
      // As if somebody had changed the file: only its structure tells what is whose.
      expect(withoutNod(after, { ...wanted, installed: { ...installed, wrote: '' } }), `seed ${seed}`).toBe(text);
    }
  });

  it('keeps a change made anywhere outside of what is ours', () => {
    const wanted = wantedFor('claude-code', '.claude/settings.json');
    for (let seed = 1; seed <= 150; seed += 1) {
      const generator = random(seed);
      const text = randomJson(generator);
      const places = [...text.matchAll(/"a,\\"\]\}"|-0\.5e3|\/\* c \*\//g)].length;
      if (places === 0) continue;
      const chosen = generator.next(places);
      const edit = (whole: string) => {
        let index = 0;
        return whole.replace(/"a,\\"\]\}"|-0\.5e3|\/\* c \*\//g, (found) => {
          index += 1;
          return index - 1 === chosen
            ? found.startsWith('/')
              ? '/* changed, by hand */'
              : '{"changed": [1, 2,]}'
            : found;
        });
      };
      expect(between(text, wanted, edit), `seed ${seed}`).toBe(edit(text));
    }
  });

  it('is the same in TOML', () => {
    const wanted = wantedFor('codex', '.codex/config.toml');
    const pieces = [
      '# c\n',
      '\n',
      '  \n',
      '[t%]\n',
      '[ t%."q [x]" ] # c\n',
      '[[l]]\n',
      'a% = 1\n',
      'b% = [ # x\n 1, "]",\n]\n',
      "c% = '''\n[mcp_servers.nod]\n'''\n",
      'd% = { e = "#", f = [1] } # }\n',
      '"q.%" = """a\\"""b"""\n',
      '[mcp_servers.s%]\nurl = "u"\n',
      'd.e% = 2\r\n',
    ];
    let tried = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const { next, oneOf } = random(seed);
      const text = Array.from({ length: next(9) }, (_, index) => oneOf(pieces).replaceAll('%', String(index))).join('');
      const bare = next(3) === 0 ? text.replace(/\r?\n$/, '') : text;
      const { text: after, installed } = withNod(bare, wanted);
      tried += 1;
      expect(withoutNod(after, { ...wanted, installed }), `seed ${seed}`).toBe(bare);
      expect(withoutNod(after, { ...wanted, installed: { ...installed, wrote: '' } }), `seed ${seed}`).toBe(bare);
    }
    expect(tried).toBe(150);
  });
});
