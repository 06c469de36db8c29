import { formProblem } from '@/components/ui/form-problem';

type Asked = Record<string, string | string[] | undefined>;

/** The forms of /settings, by the name that their errors come back with, and their own words for a code. */
const formWords: Record<string, Record<string, string>> = {
  people: {
    invalid_request: 'A workspace needs an owner. Make somebody else owner first.',
    not_found: 'They are not in this workspace any more.',
    forbidden: 'Only an owner changes who is here.',
  },
  invite: {
    not_found: 'That invite has been used or is gone already.',
    forbidden: 'Only an owner takes invites back.',
  },
  name: { invalid_request: 'One line, at most 100 characters.' },
  password: {
    unauthorized: 'That is not your old password.',
    invalid_request: 'The new password must have 10 to 200 characters.',
    changed: 'Your password was changed elsewhere a moment ago.',
    rate_limited: 'Too many tries. Wait a quarter of an hour, then try again.',
  },
  workspace: {
    invalid_request: 'One line, at most 100 characters.',
    forbidden: 'Only an owner renames the workspace.',
  },
  delete: {
    invalid_request: 'That is not the name of this workspace.',
    forbidden: 'Only an owner deletes the workspace.',
  },
  delivery: { invalid_request: 'Give both ends of the quiet hours, and they must differ.' },
  modes: {
    invalid_request: 'Whole seconds, at most 55.',
    forbidden: 'Only an owner changes what holds for everybody.',
  },
  mode: { invalid_request: 'Choose a mode and 1 to 24 hours.' },
  data: { forbidden: 'Only an owner exports the workspace.' },
};

/** Errors that a field shows, by form and code; all others stand at the top of the page. */
const inPlace: Record<string, readonly string[]> = {
  name: ['invalid_request'],
  password: ['unauthorized', 'invalid_request'],
  workspace: ['invalid_request'],
  delete: ['invalid_request'],
  delivery: ['invalid_request'],
  modes: ['invalid_request'],
  mode: ['invalid_request'],
};

/** What went wrong in a form of /settings: at a field of `form`, or for the whole page. */
export function settingsProblems({ form, code }: Asked) {
  const name = typeof form === 'string' && Object.hasOwn(formWords, form) ? form : '';
  const words = formProblem(code, formWords[name] ?? { not_found: 'That browser is signed out already.' });
  const isInPlace = typeof code === 'string' && (inPlace[name]?.includes(code) ?? false);
  return {
    page: isInPlace ? undefined : words,
    at: (field: string, ...codes: string[]) =>
      isInPlace && field === name && (codes.length === 0 || codes.includes(code)) ? words : undefined,
  };
}

const confirmations: Record<string, string> = {
  saved: 'Saved.',
  snoozed: 'Snoozed. Nothing rings.',
  snoozed_but_urgent: 'Snoozed. Only errors and risky questions ring.',
  woken: 'Awake. What was held back comes now, if it still matters.',
  woken_in_quiet_hours: 'Not snoozed any more. The quiet hours go on.',
  mode: 'Changed for now.',
  mode_ended: 'Back to your mode.',
  role: 'The role is changed.',
  removed: 'Removed. They are signed out everywhere.',
  invite: 'Taken back. That link opens nothing any more.',
  password: 'Your password is changed. Your other browsers are signed out.',
};

/** What a form of /settings did, for a toast: no more than holds now, with urgent things let through or in quiet hours. */
export function settingsDone(
  { done, ended }: Asked,
  holds: { urgentThrough: boolean; isResting: boolean },
): string | undefined {
  if (ended === '1') return 'That browser is signed out.';
  if (done === 'snoozed' && holds.urgentThrough) return confirmations.snoozed_but_urgent;
  if (done === 'woken' && holds.isResting) return confirmations.woken_in_quiet_hours;
  return typeof done === 'string' && Object.hasOwn(confirmations, done) ? confirmations[done] : undefined;
}
