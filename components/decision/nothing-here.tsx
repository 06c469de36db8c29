/** What everybody sees who has no business with a decision, whether there is one or not. */
export function NothingHere() {
  return (
    <main id="main" className="mx-auto w-full max-w-110 px-5 pt-16 pb-16">
      <h1 className="tight text-question font-semibold">This link does not open anything</h1>
      <p className="mt-1.5 text-muted">
        It may be incomplete, or no longer needed. Open it again from where you got it, or ask whoever sent it.
      </p>
    </main>
  );
}
