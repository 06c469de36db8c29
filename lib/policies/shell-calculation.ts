import type { Assignment, TestBinaryExpression, TestUnaryExpression } from 'unbash';
import type { ShellAssignment, ShellCommand } from '@/lib/policies/shell-command';
import { isNumberVariable, replacesPrograms } from '@/lib/policies/shell-variables';
import { unknown } from '@/lib/policies/shell-word';

/** Whether a text, read as a number, runs a command: the index of `a[$(rm x)]` is a text of the shell again. */
export function holdsCalculation(text: string): boolean {
  const index = text.indexOf('[');
  return index >= 0 && /\$[({[]|`/.test(text.slice(index + 1));
}

/** Setting one of these calculates, or gives the shell other programs than it says. */
export const assignsUnsafely = ({ name, value }: ShellAssignment): boolean =>
  (isNumberVariable(name) && !/^\d+$/.test(value ?? '')) || replacesPrograms(name) || holdsCalculation(value ?? '');

/** Whether `[[ … ]]` calculates with something else than plain numbers. */
export const calculatesInTest = (node: TestUnaryExpression | TestBinaryExpression): boolean =>
  node.type === 'TestUnary'
    ? /^-[vR]$/.test(node.operator) || (node.operator === '-t' && !/^\d+$/.test(node.operand.text))
    : /^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator) && !/^\d+$/.test(node.left.text + node.right.text);

/** An index is calculated, that of an element too. */
export function calculatesInAssignment({ index, value }: Assignment): boolean {
  if (index && !/^\d+$/.test(index.text)) return true;
  const words = value.type === 'Word' ? [value] : value.elements;
  return words.some((word) => holdsCalculation(word.value) || (value !== word && /^\[(?!\d+\])/.test(word.text)));
}

/** Commands of the shell itself that take names or numbers, which some shells calculate. */
const builtins = new Set(
  (
    'test [ printf wait exit return break continue shift read export declare typeset local readonly integer float let unset getopts ulimit kill ' +
    'jobs fg bg disown cd pushd popd dirs set mapfile readarray print vared zmodload sched limit'
  ).split(' '),
);
const numbered = new Set('exit return break continue shift'.split(' '));

/** Whether a command of the shell may calculate with a text that holds a command. */
export function calculatesWords(command: ShellCommand, program: string): boolean {
  if (!builtins.has(program)) return false;
  const words = command.words.slice(1);
  if (words.some(({ shape }) => holdsCalculation(shape))) return true;
  if (numbered.has(program)) return words.some(({ text, written }) => !/^\d+$/.test(text ?? '') && !isStatus(written));
  switch (program) {
    case 'test':
    case '[':
      return words.some(({ text }, index) => calculatesAfter(text ?? '', words[index + 1]?.text));
    case 'printf':
      return printsCalculated(words.map(({ shape }) => shape));
    case 'wait':
      return words.some(
        ({ text, written }) => !/^(?:\d+|%[\w+-]*|-[nf]+)$/.test(text ?? '') && !/^"?\$!"?$/.test(written),
      );
    default:
      return words.some(({ shape }) => {
        const [name = '', ...value] = shape.split('=');
        if (/^(?:declare|typeset|local)$/.test(program) && /^-[a-zA-Z]*[inEF]/.test(shape)) return true;
        if (replacesPrograms(name.replace(/\+$/, ''))) return true;
        return (
          (isNumberVariable(name.replace(/\+$/, '')) && !/^\d+$/.test(value.join('='))) ||
          (/^\w+\[/.test(name) && name.includes(unknown))
        );
      });
  }
}

const isStatus = (written: string): boolean => /^"?\$\{?\?\}?"?$/.test(written);

const calculatesAfter = (operator: string, operand: string | null | undefined): boolean =>
  (operator === '-t' && operand !== undefined && !/^(?:\d+|\])$/.test(operand ?? '')) ||
  (/^-[vR]$/.test(operator) && operand === null);

/** `%n` sets a variable, and zsh calculates what it prints as a number. */
function printsCalculated(shapes: string[]): boolean {
  const start = shapes[0] === '-v' ? 2 : 0;
  const [format = '', ...given] = shapes.slice(shapes[start] === '--' ? start + 1 : start);
  if (start > 0 && (isNumberVariable(shapes[1] ?? '') || replacesPrograms(shapes[1] ?? ''))) return true;
  if (format.includes(unknown)) return given.length > 0;
  const plain = format.replaceAll('%%', '');
  if (/%[^%]*n/.test(plain) && /%[^a-zA-Z%]*[hlLjztq]*n/.test(plain)) return true;
  const conversions = [...plain.matchAll(/%([^a-zA-Z%(]*[hljztL]*)([a-zA-Z(]?)/g)];
  const isNumber = (text: string | undefined): boolean => /^[-+]?\d+(?:\.\d+)?$/.test(text ?? '');
  if (conversions.length === 0 || conversions.every(([, flags, letter]) => isText(letter) && !flags?.includes('*')))
    return false;
  if (conversions.some(([, flags]) => /[*$\0]/.test(flags ?? ''))) return !given.every(isNumber);
  return given.some((text, index) => !isText(conversions[index % conversions.length]?.[2]) && !isNumber(text));
}

const isText = (letter: string | undefined): boolean => /^[sbqQc]$/.test(letter ?? '');
