/** What is wrong with a whole form, over its fields, said aloud; nothing while nothing is wrong. */
export function FormAlert(props: { problem?: string }) {
  if (props.problem === undefined) return null;
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-3 font-medium text-danger wrap-anywhere">
      {props.problem}
    </p>
  );
}
