import { textIn } from '@/lib/policies/tool-input';
import { plainLine, plainText, shorten } from './plain-text';
import { type Fields, isFields } from './read-call';

/** One question that an agent wants to put to its person with a tool of its own, as ask_user takes it. */
export interface OwnQuestion {
  /** What the answer is to: shown to the agent with it. */
  about: string;
  ask: Record<string, unknown>;
}

const mostQuestions = 4;

/** The questions in the input of an agent's own question tool; undefined when one of them cannot be asked elsewhere. */
export function ownQuestions(input: unknown): OwnQuestion[] | undefined {
  if (!isFields(input)) return undefined;
  const list = Array.isArray(input.questions) ? input.questions : [input];
  if (list.length === 0 || list.length > mostQuestions) return undefined;
  const read = list.map((part) => (isFields(part) ? ownQuestion(part) : undefined));
  return read.every((question) => question !== undefined) ? read : undefined;
}

function ownQuestion(fields: Fields): OwnQuestion | undefined {
  const text = textIn(fields, 'question', 'prompt', 'title');
  if (text === undefined) return undefined;
  const about = plainLine(text);
  const question = shorten(plainText(text), 8000);
  const options = optionsOf(fields);
  const placeholder = textIn(fields, 'placeholder');
  if (options === undefined) return undefined;
  if (options.length === 0) {
    if (fields.type === 'yesno') return { about, ask: { question, type: 'confirm' } };
    const hint = placeholder ? { placeholder: shorten(plainText(placeholder), 200) } : {};
    return { about, ask: { question, type: 'input', ...hint } };
  }
  // One choice is none.
  if (options.length === 1) return undefined;
  const isMultiple = [fields.multiSelect, fields.multi_select, fields.allow_multiple].includes(true);
  // ask_user has this many for a question with descriptions, and a few more for a plain one.
  if (options.length > 4) {
    if (options.length > 6 || isMultiple) return undefined;
    return { about, ask: { question, type: 'select', options: options.map(({ label }) => label) } };
  }
  const header = textIn(fields, 'header');
  const rich = {
    ...(header ? { header: shorten(plainLine(header), 40) } : {}),
    question: shorten(plainText(text), 500),
    multiSelect: isMultiple,
    allowOther: true,
    options,
  };
  return { about, ask: { question, type: 'select', questions: [rich] } };
}

/** The choices; undefined when they cannot be shown as they are: an answer must be one that the agent offered. */
function optionsOf(fields: Fields): { label: string; description?: string }[] | undefined {
  const given = Array.isArray(fields.options) ? fields.options : [];
  const options = given.map((option) => {
    const label = typeof option === 'string' ? option : isFields(option) ? textIn(option, 'label', 'value') : undefined;
    const description = isFields(option) ? textIn(option, 'description') : undefined;
    return {
      label: plainLine(label ?? ''),
      ...(description ? { description: shorten(plainText(description), 500) } : {}),
    };
  });
  const labels = new Set(options.map(({ label }) => label));
  const areFine =
    labels.size === options.length && options.every(({ label }) => label !== '' && [...label].length <= 100);
  return areFine ? options : undefined;
}
