import { ProposeScope, ProposeScopeResult } from '@/lib/contract/scope';
import { newId } from '@/lib/ids';
import { defineTool } from '@/lib/mcp/tool';
import { scopeToStore } from '@/lib/scopes/prepare';
import { proposeScope as propose } from '@/lib/scopes/propose';
import { proposalUnavailable } from '@/lib/scopes/reply';

export const proposeScope = defineTool({
  name: 'propose_scope',
  title: 'Propose a scope',
  description:
    'Before a longer task: propose what you may change and what you will not touch, and wait for the person’s yes. With a yes, Nod asks them ' +
    'only about edits outside of it and stops edits that are off limits. It is in force only on ratified: true; otherwise do what note and nextAction say. ' +
    'A new yes replaces the scope before it.',
  keys: ['agent', 'connector', 'full'],
  input: ProposeScope,
  output: ProposeScopeResult,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: propose,
  unavailable: (input) => proposalUnavailable(newId(), scopeToStore(input)),
});
