import type { Command, SyntaxNode, Word } from 'unbash';

/** What may stand between the words of a command. */
const blank = /^(?:[ \t]|\\\n)*$/;
/** What may follow a whole command. */
const follows = /^(?:[ \t]|\\\n)*(?:$|[\n;&|)}#`]|(?:then|do|else|elif|fi|done|esac)\b)/;
/** What may stand between commands; a comment ends with its line. */
const between = /^(?:[\s;&]|\\\n|#[^\n]*(?:\n|$))*$/;

/**
 * Whether text of a node is part of none of its children. The parser leaves out what it takes for the beginning of something else, such as the
 * bracket in `ls (rm x`, while other shells run it.
 */
export function hidesText(node: SyntaxNode, source: string): boolean {
  switch (node.type) {
    case 'Command':
      return hidesInCommand(node, source);
    case 'Statement':
      return source[node.end - 1] !== '&' && !follows.test(source.slice(node.end, node.end + 1000));
    case 'Script':
    case 'CompoundList':
      return gapsOf(node.commands, source).some((gap) => !between.test(gap) && !isHereDocument(gap, source));
    case 'Assignment':
      return node.value.type === 'Word' ? source[node.value.pos] === '(' : node.value.end !== node.end;
    case 'ArrayValue':
      return gapsOf([{ pos: 0, end: node.pos + 1 }, ...node.elements, { pos: node.end - 1, end: 0 }], source).some(
        (gap) => !between.test(gap),
      );
    default:
      return false;
  }
}

function hidesInCommand(node: Command, source: string): boolean {
  const children = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix];
  children.sort((one, other) => one.pos - other.pos);
  return (
    gapsOf(children, source).some((gap) => !blank.test(gap)) ||
    !follows.test(source.slice(node.end, node.end + 1000)) ||
    source[node.pos] === '('
  );
}

/** The text of a here-document stands between commands too. */
const isHereDocument = (gap: string, source: string): boolean => gap.includes('\n') && source.includes('<<');

/** The text between each node and the next. */
function gapsOf(nodes: readonly { pos: number; end: number }[], source: string): string[] {
  return nodes.slice(1).map(({ pos }, index) => source.slice(nodes[index]?.end, pos));
}

/** Whether a word that the parser found to be plain holds signs that are not. */
export function hidesSigns({ parts, text }: Word, isPattern: boolean): boolean {
  if (parts) return false;
  const plain = text.replace(/\\[\s\S]/g, '');
  return /\$[\w({['"@*#?!-]|`/.test(plain) || (!isPattern && /[()<>|&;'"]/.test(plain));
}

/** `$x[…]` without braces, in which zsh calculates, and `$[…]`. */
export function calculatesUnseen(node: Word): boolean {
  const written = (node.parts ? node.parts.map(writtenPart).join('') : node.text).replace(/\\[\s\S]/g, '');
  return (
    /\$(?:[#+^=~]+\w*|\w+|[@*?!$-])\[(?!(?:-?\d+|[@*])\])/.test(written) || /\$\[(?![\d\s+*/%()-]*\])/.test(written)
  );
}

function writtenPart(part: NonNullable<Word['parts']>[number]): string {
  switch (part.type) {
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ParameterExpansion':
      return "'";
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map(writtenPart).join('');
    default:
      return part.text;
  }
}
