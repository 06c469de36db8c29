/** The verb of a call. All look alike: what a call does is said in words. */
export function Method(props: { name: string }) {
  return (
    <span className="mono inline-flex h-6 flex-none items-center rounded-chip bg-tile px-2 font-medium text-muted uppercase">
      {props.name}
    </span>
  );
}
