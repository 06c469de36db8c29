/** How somebody gets the one-time link of the first run; `stale` when they came with one that no longer works. */
export function OpenPrintedLink(props: { stale?: boolean }) {
  return (
    <div className="mt-3 grid gap-3 text-muted">
      {props.stale && <p className="font-medium text-ink">This link has been used, or it is more than a day old.</p>}
      <p>
        {props.stale ? 'Restart Nod: it prints a new link' : 'Nod printed a link'} in the terminal where it runs, or in
        its log. It makes the owner account, once. It begins like this:
      </p>
      <p className="rounded-control bg-sunken px-3.5 py-3 font-mono text-small text-ink wrap-anywhere">
        …/setup?token=
      </p>
    </div>
  );
}
