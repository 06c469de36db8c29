import { controlClass } from '@/components/ui/field';

/** What the person may add to any answer, in one line. */
export function NoteField({ label = 'Note for the agent, optional' }: { label?: string }) {
  return (
    <label className="wide:col-span-full">
      <span className="sr-only">{label}</span>
      <input
        name="note"
        maxLength={1000}
        autoComplete="off"
        placeholder="Add a note (optional)"
        className={controlClass}
      />
    </label>
  );
}
