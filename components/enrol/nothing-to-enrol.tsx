/** What everybody sees whose link opens nothing, whether it ever did or not. */
export function NothingToEnrol() {
  return (
    <main id="main" className="mx-auto w-full max-w-110 px-5 pt-16 pb-16">
      <h1 className="tight text-question font-semibold">This link does not open anything</h1>
      <p className="mt-1.5 text-muted">
        It may be incomplete, or more than 15 minutes old. Ask whoever sent it for a new one.
      </p>
    </main>
  );
}
