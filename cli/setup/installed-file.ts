import type { JsonPath } from '@/cli/agents/config';
import type { SpliceNote } from './splices';

/** What setup did to one file: what is needed to undo it to the byte. Holds no secrets. */
export interface InstalledFile {
  /** What was there before: no file, or one with nothing in it but this, or something. */
  before: { kind: 'nothing' } | { kind: 'blank'; text: string } | { kind: 'text' };
  /** SHA-256 of the text that setup wrote. */
  wrote: string;
  splices: SpliceNote[];
  /**
   * Members that setup added, and listed texts: the path of their list with the text at its end, or of the list alone where an older setup
   * listed its one text. Hooks tell by their command whose they are.
   */
  added: JsonPath[];
  /** Objects and arrays that setup made. */
  created: JsonPath[];
  /** Containers that were there with nothing in them, and the white space before their closing brace. */
  emptied: { path: JsonPath; blanks: string }[];
}
