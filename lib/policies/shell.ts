import { type Command, forEachChild, type Pipeline, parse, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { holdsSecretVariable, namesSecret } from '@/lib/policies/secret-file';
import { calculatesInAssignment, calculatesInTest } from '@/lib/policies/shell-calculation';
import type { OuterCommand, ShellCommand, ShellReading, ShellWord } from '@/lib/policies/shell-command';
import { calculatesUnseen, hidesSigns, hidesText } from '@/lib/policies/shell-gaps';
import { addCommand, isNetworkProgram, type Walk } from '@/lib/policies/shell-inner';
import { addRedirect, inputOf, printedBy, replacedIn } from '@/lib/policies/shell-streams';
import { isNumberVariable, isRiskyVariable } from '@/lib/policies/shell-variables';
import { shellWords, unknown } from '@/lib/policies/shell-word';

/** Thrown where a command line cannot be followed; its message is the sentence for the person. */
class Unreadable extends Error {}

/** A command line as long as this is judged by a person. */
const longest = 64_000;
/** The parser looks at a nested text again for each level: levels times length is what it costs. */
const mostWork = 4_000_000;
const mostSteps = 50_000;
const mostCommands = 500;
/** Texts within texts: bash -c "bash -c '…'". */
const deepestText = 8;

interface Place {
  /** What this reading has found and spent so far. */
  walk: Walk & { steps: number; characters: number };
  source: string;
  depth: number;
  outer?: OuterCommand;
  /** What a command here finds on its standard input. */
  input?: string | null;
  fromNetwork: boolean;
  /** Its words are a pattern of `[[ x =~ … ]]`. */
  isPattern?: boolean;
}

/**
 * Everything that a command line would run, as a flat list: parts of pipes, bodies of loops and functions, substitutions, and what
 * `timeout`, `sudo`, `bash -c` and their like are told to run. What cannot be followed is unreadable, with the reason as a sentence.
 */
export function readShell(command: string): ShellReading {
  const walk: Place['walk'] = {
    steps: 0,
    characters: 0,
    commands: [],
    read: (text, from) => walkText(text, walk, from),
    spend: (steps) => {
      walk.steps += steps;
      if (walk.steps > mostSteps || walk.commands.length > mostCommands)
        throw new Unreadable('It has too many parts to be read.');
    },
  };
  try {
    walkText(command, walk, { depth: 0 });
    return { commands: walk.commands };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message };
    // The parser calls itself for each level, whatever the level is made of.
    if (error instanceof RangeError) return { unreadable: 'It is nested too deep to be read.' };
    throw error;
  }
}

/** Reads one text and everything in it. Throws Unreadable. */
function walkText(
  source: string,
  walk: Place['walk'],
  from: { depth: number; outer?: OuterCommand; fromNetwork?: boolean },
) {
  if (from.depth > deepestText) throw new Unreadable('It runs commands within commands too deep to follow.');
  walk.characters += source.length;
  if (walk.characters > longest) throw new Unreadable('It is too long to be read.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(source)) throw new Unreadable('It holds control characters.');
  const nestings = source.match(/\$[({[]|[<>]\(|`|<</g)?.length ?? 0;
  if (nestings * source.length > mostWork) throw new Unreadable('It is nested too deep to be read.');
  const { outer, depth } = from;
  visit(parse(source), { walk, source, depth, fromNetwork: from.fromNetwork ?? false, ...(outer ? { outer } : {}) });
}

function visit(node: SyntaxNode, place: Place): void {
  place.walk.spend(1);
  refuse(node, place);
  switch (node.type) {
    case 'Script':
      if (node.errors?.length) throw new Unreadable('It is not a complete shell command.');
      inside(node, node.source === undefined ? place : { ...place, source: node.source });
      return;
    case 'Command':
      visitCommand(node, place);
      return;
    case 'Pipeline':
      visitPipeline(node, place);
      return;
    case 'Redirected':
      visit(node.command, { ...place, ...inputOf(node.redirects) });
      emit(place, node.redirects, [], node);
      return;
    case 'ArithmeticCommandExpansion':
      inside(node, place);
      emit(place, [], [], node, calculates);
      return;
    case 'ArithmeticWord':
      inside(node, place);
      // The value of a variable is read as an expression again, and may hold a command.
      if (!/^\d+$/.test(node.value)) emit(place, [], [], node, calculates);
      return;
    case 'For':
    case 'Select':
      inside(node, place);
      emitVariable(place, node, node.name.value);
      if (node.wordlist?.some((word) => handsOnSecret(word, place))) emit(place, [], [], node, handsOn);
      return;
    case 'Case':
      inside(node, place);
      if (holdsSecretVariable(node.word.text)) emit(place, [], [], node, handsOn);
      return;
    case 'Function':
      inside(node, place);
      emit(place, [], [], node, 'It defines a function, which may stand in for another program.');
      return;
    case 'ParameterExpansion':
      inside(node, place);
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('='))
        emitVariable(place, node, node.parameter);
      return;
    case 'Assignment':
      if (calculatesInAssignment(node)) emit(place, [], [], node, calculates);
      inside(node, place);
      return;
    case 'TestUnary':
    case 'TestBinary':
      // Comparing one with a pattern again and again tells it bit by bit.
      if (node.type === 'TestBinary' && holdsSecretVariable(node.left.text + node.right.text))
        emit(place, [], [], node, handsOn);
      if (calculatesInTest(node)) emit(place, [], [], node, calculates);
      inside(node, { ...place, isPattern: node.operator === '=~' });
      return;
    default:
      inside(node, place);
      return;
  }
}

/** `for PATH in …` sets a variable too. */
function emitVariable(place: Place, node: SyntaxNode, name: string): void {
  if (isRiskyVariable(name) || isNumberVariable(name)) emit(place, [], [], node, undefined, [{ name, value: null }]);
}

const handsOn = 'It hands on what may hold secrets.';
const handsOnSecret = (word: Word, { source }: Place): boolean =>
  holdsSecretVariable(word.text) || shellWords(word, source).some(namesSecret);

const calculates = 'It calculates with a value that may hold a command.';
const inside = (node: SyntaxNode, place: Place): void => forEachChild(node, (child) => visit(child, place));

/** Syntax in which more can run than the parser shows. */
function refuse(node: SyntaxNode, { source, isPattern = false }: Place): void {
  // A script within words may have a text of its own.
  const hides = hidesText(node, node.type === 'Script' ? (node.source ?? source) : source);
  if (hides || (node.type === 'Word' && hidesSigns(node, isPattern)))
    throw new Unreadable('It holds text that cannot be read.');
  if (node.type === 'Word' && calculatesUnseen(node))
    throw new Unreadable('It holds a calculation that cannot be read.');
  if (node.type === 'ExtendedGlob') throw new Unreadable('It uses a pattern that can run commands in some shells.');
  if (/^(?:Arithmetic)?CommandExpansion$|^ProcessSubstitution$/.test(node.type) && 'script' in node && !node.script)
    throw new Unreadable('It holds a command that cannot be read.');
  if (
    node.type === 'ArithmeticExpansion' &&
    !node.expression &&
    !/^\$(?:\(\([\d\s+*/%()-]*\)\)|\[[\d\s+*/%()-]*\])$/.test(node.text)
  )
    throw new Unreadable('It holds a calculation that cannot be read.');
  if (node.type === 'HereDoc' && !node.closing) throw new Unreadable('Its here-document has no end.');
  if (node.type !== 'ParameterExpansion') return;
  const { operation, index, prefix } = node;
  // Within double quotes a single one is no quote, but for some operators of some shells.
  if (operation && (node.text.includes("$'") || (node.text.includes("'") && /\$\(|`/.test(node.text))))
    throw new Unreadable('It holds a command that cannot be read.');
  if (prefix === '!' || operation?.type === 'Transform' || operation?.type === 'Unknown')
    throw new Unreadable('It reads a variable in a way that can run commands.');
  const sums = operation?.type === 'Slice' ? [operation.offset, operation.length, index] : [index];
  if (sums.some((sum) => sum && !/^(?:\s*-?\d+\s*|[@*])$/.test(sum.text))) throw new Unreadable(calculates);
}

/** Each part of a pipe is fed by the one before it: `echo "rm -rf x" | sh` is known, `cat x | sh` is not. */
function visitPipeline(node: Pipeline, place: Place): void {
  let before = place;
  for (const command of node.commands) {
    const first = place.walk.commands.length;
    visit(command, before);
    const made = place.walk.commands.slice(first);
    before = {
      ...place,
      input: printedBy(made),
      fromNetwork: before.fromNetwork || made.some(isNetworkProgram),
    };
  }
}

function visitCommand(node: Command, place: Place): void {
  const first = place.walk.commands.length;
  // What stands in its words runs before it.
  for (const part of [...(node.name ? [node.name] : []), ...node.prefix, ...node.suffix]) visit(part, place);
  const fromNetwork = place.walk.commands.slice(first).some(isNetworkProgram);
  const named = [node.name, ...node.args].filter((part) => part !== undefined);
  const words = named.flatMap((part) =>
    part.type === 'Word' ? shellWords(part, place.source) : [assigned(part, place)],
  );
  emit(fromNetwork ? { ...place, fromNetwork } : place, node.redirects, words, node);
}

/** `export A=1`: an assignment that is a word of a command. */
function assigned(part: Exclude<Command['args'][number], Word>, { source }: Place): ShellWord {
  const written = source.slice(part.pos, part.end);
  const value = part.value.type === 'Word' ? shellWords(part.value, source) : [];
  const shape = `${part.name}${part.append ? '+' : ''}=${value.length === 1 && !part.index ? value[0]?.shape : unknown}`;
  return { text: shape.includes(unknown) ? null : shape, shape, written, glob: false, start: part.pos, end: part.end };
}

function emit(
  place: Place,
  redirects: readonly Redirection[],
  words: ShellWord[],
  node: SyntaxNode,
  opaque?: string,
  assignments = assignmentsOf(node, place.source),
): void {
  const { source, walk, outer } = place;
  const command: ShellCommand = {
    written: source.slice(node.pos, node.end).trim(),
    source,
    words,
    assignments: [...assignments],
    writes: [],
    reads: [],
    hasHereDocument: redirects.some(({ type }) => type === 'HereDoc'),
    fromNetwork: place.fromNetwork,
    ...(place.input === undefined ? {} : { input: place.input }),
    ...inputOf(redirects),
    replaced: replacedIn(redirects, source),
    ...(opaque ? { opaque } : {}),
    ...(outer ? { outer } : {}),
  };
  for (const redirect of redirects) addRedirect(command, redirect);
  if (words.length === 0 && !opaque && command.assignments.length + command.writes.length + command.reads.length === 0)
    return;
  addCommand(command, walk, place.depth);
}

function assignmentsOf(node: SyntaxNode, source: string): ShellCommand['assignments'] {
  if (node.type !== 'Command') return [];
  return node.prefix.flatMap((part) => {
    if (part.type !== 'Assignment') return [];
    const value = part.value.type === 'Word' ? shellWords(part.value, source) : [];
    const known = value.length === 1 && !part.index && !part.append;
    return [{ name: part.name, value: known ? (value[0]?.text ?? null) : null, written: part.text }];
  });
}
