import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';

/** What one agent needs: where its text goes, and the text. */
export type AgentSetup = { agent: string; place: string; text: string };

// Five tabs share the width of a phone.
const shortNames: Record<string, string> = { 'Claude Code': 'Claude', 'Gemini CLI': 'Gemini' };

/** Ready-to-paste configuration, an agent to a tab. */
export function AgentTabs(props: { setups: AgentSetup[] }) {
  return (
    <Tabs
      label="Agent"
      panes={props.setups.map(({ agent, place, text }) => ({
        // Becomes part of an id, which may hold no space.
        value: agent.replaceAll(' ', '-'),
        label: shortNames[agent] ?? agent,
        content: (
          <CodeBlock
            title={place}
            icon={place.includes('terminal') ? 'terminal' : 'file'}
            text={text}
            copyLabel={`Copy the configuration for ${agent}`}
          />
        ),
      }))}
    />
  );
}
