import { expect, test } from 'vitest';
import { decide } from '@/lib/policies/decide';
import { offeredPattern } from '@/lib/policies/offered-pattern';
import { toolCallOf } from '@/lib/policies/tool-call';

const offers: [tool: string, target: string, pattern: string | undefined][] = [
  ['Bash', 'pnpm vitest run', 'Bash(pnpm vitest:*)'],
  ['Bash', 'npm test', 'Bash(npm test:*)'],
  ['Bash', 'npm run build -- --watch', 'Bash(npm run build:*)'],
  ['Bash', 'npm install left-pad', 'Bash(npm install:*)'],
  ['Bash', 'git commit -m "x y"', 'Bash(git commit:*)'],
  ['Bash', 'git push origin main', 'Bash(git push:*)'],
  ['Bash', 'cargo build --release', 'Bash(cargo build:*)'],
  ['Bash', 'docker compose up -d', 'Bash(docker compose up:*)'],
  ['Bash', 'gh pr create', 'Bash(gh pr create:*)'],
  ['Bash', 'make lint', 'Bash(make lint:*)'],
  ['Bash', 'npx prettier --write .', 'Bash(npx prettier:*)'],
  ['run_shell_command', 'npm test', 'Bash(npm test:*)'],
  ['Bash', 'mkdir -p a/b', 'Bash(mkdir -p a/b)'],
  ['Bash', 'git', 'Bash(git)'],
  ['Bash', 'git -C x commit', 'Bash(git -C x commit)'],
  ['Bash', './build.sh', 'Bash(./build.sh)'],
  ['Bash', 'timeout 60 npm test', 'Bash(timeout 60 npm test)'],
  // What cannot be undone, or could run anything: exactly this, or nothing.
  ['Bash', 'rm -rf build', 'Bash(rm -rf build)'],
  ['Bash', 'git push --force', 'Bash(git push --force)'],
  ['Bash', 'npm publish', 'Bash(npm publish)'],
  ['Bash', 'npm run deploy', 'Bash(npm run deploy)'],
  ['Bash', 'sudo ls', 'Bash(sudo ls)'],
  ['Bash', 'bash build.sh', 'Bash(bash build.sh)'],
  ['Bash', 'bash -c "npm test"', 'Bash(bash -c "npm test")'],
  ['Bash', 'node x.js', 'Bash(node x.js)'],
  ['Bash', 'python -c "print(1)"', 'Bash(python -c "print(1)")'],
  ['Bash', 'env A=1 ls', 'Bash(env A=1 ls)'],
  ['Bash', 'PATH=/x npm test', 'Bash(PATH=/x npm test)'],
  ['Bash', 'npm test > out', 'Bash(npm test > out)'],
  ['Bash', 'docker exec c ls', 'Bash(docker exec c ls)'],
  ['Bash', 'git config user.name x', 'Bash(git config user.name x)'],
  ['Bash', 'npx node x.js', 'Bash(npx node x.js)'],
  ['Bash', 'xargs npm test', undefined],
  ['Bash', 'npm test && ls', undefined],
  ['Bash', 'npm test | cat', undefined],
  ['Bash', 'npm test\nls', undefined],
  ['Bash', 'npm test $(ls)', undefined],
  ['Bash', 'npm test $X', undefined],
  ['Bash', 'npm test &&', undefined],
  ['Bash', 'rm *', undefined],
  ['Bash', 'sh', undefined],
  ['Bash', 'npm test --name=abc…', undefined],
  ['Bash', 'mkdir 3f2a9c1b', undefined],
  ['Bash', 'git 3f2a9c1b', undefined],
  ['Bash', '', undefined],
  ['PowerShell', 'ls', undefined],
  ['mcp__github__get_issue', 'anything', 'mcp__github__get_issue'],
  ['mcp_github_get_issue', '', 'mcp__github__get_issue'],
  ['Edit', 'src/a.ts', 'Edit(src/a.ts)'],
  ['Write', '/repo/src/a.ts', 'Edit(/repo/src/a.ts)'],
  ['Edit', 'a.ts, b.ts', undefined],
  ['Edit', 'app/[id]/page.tsx', undefined],
  ['Edit', '', undefined],
  ['WebFetch', 'https://u:p@X.test:8/a?b', 'WebFetch(domain:x.test)'],
  ['WebFetch', 'nonsense', undefined],
  ['Task', 'x', undefined],
];
test.each(offers)('%s %j offers %s', (tool, target, pattern) => {
  expect(offeredPattern(tool, target)).toBe(pattern);
});

test('what is offered allows the very call that it was offered for', () => {
  for (const [toolName, target, pattern] of offers) {
    if (pattern === undefined) continue;
    const rule = { id: 'r', pattern, effect: 'allow' as const, repoKey: null, agentSessionId: null, mode: null };
    const rules = [{ ...rule, timeoutSeconds: null, timeoutAction: null, pushFirstSeconds: null, expiresAt: null }];
    const input = toolName.startsWith('mcp') ? {} : target;
    const { effect } = decide(toolCallOf({ toolName, toolInputs: [input] }), { preset: 'careful', rules });
    expect([pattern, effect]).toEqual([pattern, 'allow']);
  }
});
