import { CallKeys } from '@/components/docs/call-keys';
import { Name } from '@/components/docs/name';

/** The tools of MCP, by name and who may call them; the rest they say themselves. */
export function ToolTable(props: { tools: { name: string; title: string; keys: readonly string[] }[] }) {
  return (
    <ul className="mt-4 text-small">
      {props.tools.map(({ name, title, keys }) => (
        <li key={name} className="border-t border-line py-2.5">
          <Name text={name} />
          <span className="block text-muted">{title}</span>
          <CallKeys keys={keys} />
        </li>
      ))}
    </ul>
  );
}
