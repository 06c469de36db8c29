import { expect, test } from 'vitest';
import { factsInMeta } from '@/lib/mcp/call-facts';

test('the ids that Claude Code and Codex send with a call are read', () => {
  expect(factsInMeta({ 'claudecode/toolUseId': 'toolu_1' })).toMatchObject({ runtimeCallId: 'toolu_1' });
  expect(factsInMeta({ callId: 'call_1', sessionId: 's', threadId: 't' })).toMatchObject({
    runtimeCallId: 'call_1',
    runtimeSessionId: 's',
  });
  expect(factsInMeta({ threadId: 't' })).toMatchObject({ runtimeSessionId: 't' });
  expect(factsInMeta({ 'io.modelcontextprotocol/clientInfo': { name: 'codex', version: '1' } })).toMatchObject({
    clientName: 'codex',
  });
});

test.each([
  undefined,
  null,
  'text',
  7,
  [],
  { callId: 7, sessionId: {}, threadId: '', 'io.modelcontextprotocol/clientInfo': 'x' },
  { callId: 'x'.repeat(201) },
])('anything odd counts as absent: %j', (meta) =>
  expect(factsInMeta(meta)).toEqual({ runtimeCallId: undefined, runtimeSessionId: undefined, clientName: undefined }),
);
