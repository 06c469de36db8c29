import { Badge } from '@/components/ui/badge';

/** Which kinds of key may call. */
export function CallKeys(props: { keys?: readonly string[] }) {
  if (!props.keys) return <p className="mt-2 text-small text-muted">No API key needed</p>;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-1.5 text-small text-muted">
      Keys
      {props.keys.map((kind) => (
        <Badge key={kind} tone="line">
          {kind}
        </Badge>
      ))}
    </p>
  );
}
