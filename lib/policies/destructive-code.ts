import { findDanger } from '@/lib/policies/danger';
import type { Finding } from '@/lib/policies/destructive-words';
import type { ShellCommand, ShellWord } from '@/lib/policies/shell-command';

const shells = 'sh bash zsh dash ksh ash fish source . eval at batch';
const languages =
  'python python2 python3 node nodejs deno bun perl ruby php lua tclsh osascript awk gawk mawk Rscript groovy jshell';
const interpreters = new Set(`${shells} ${languages}`.split(' '));
const databases = new Set(
  'psql pgcli mysql mariadb mycli sqlite3 sqlite duckdb sqlcmd mongosh mongo redis-cli clickhouse-client cqlsh bq snowsql influx cockroach dolt'.split(
    ' ',
  ),
);

/** It runs what it reads. */
export const isInterpreter = (program: string): boolean =>
  interpreters.has(program) || /^(?:python|ruby|perl|php)[\d.]+$/.test(program);

/** Calls that delete files or run programs, in the languages that agents write on a command line. */
const deletes =
  /\b(?:rmtree|rmSync|rmdirSync|unlinkSync|removeSync|rimraf|remove_tree|rm_rf|rm_r|RemoveAll|remove_entry)\b|\b(?:os|fs|File|Dir|Path|shutil|pathlib|Deno|FileUtils)\.(?:remove|removedirs|unlink|rm|rmdir|delete)\b|\bunlink\s*[(@$'"<]|\.(?:rm|rmdir)\s*\(|["'`]rm["'`]\s*,\s*\[?\s*["'`]-\w*[rRf]/;
const drops =
  /\b(?:drop\s+(?:table|database|schema|index|view|column|user|role|keyspace|type|collection)|truncate\s+(?:table\s+)?["`\w]+|delete\s+from)|\b(?:dropDatabase|deleteMany|drop)\s*\(|\bflush(?:all|db)\b/i;

/** A call that prints a plain text, and nothing else in its statement. */
const prints =
  /(?<=^|[;\n]\s{0,20})(?:console\.(?:log|error|warn|info)|print)\(\s{0,20}(?:'[^'\\\n]{0,500}'|"[^"\\\n]{0,500}")\s{0,20}\)(?=\s{0,20}(?:[;\n]|$))/g;

/** What the code or the statements do that a program is given in its words or on its standard input. */
export function codeFindings(program: string, words: ShellWord[], command: ShellCommand): (Finding | undefined)[] {
  const isLanguage =
    languages.split(' ').includes(program) || (isInterpreter(program) && !shells.split(' ').includes(program));
  const isDatabase = databases.has(program);
  if (!isLanguage && !isDatabase) return [];
  const texts = [
    ...words.map((word) => ({ text: word.shape, word })),
    { text: command.input ?? '', word: words.at(-1) },
  ];
  return texts.flatMap(({ text, word }): (Finding | undefined)[] => {
    if (text === '') return [];
    if (isDatabase) {
      // Most of them run programs too: `.shell`, `\\!`, TO PROGRAM.
      const run = findDanger([text]).filter(({ sentence }) => !/database|^Publishes|for good$/.test(sentence));
      const found = [
        ...(drops.test(text) ? ['Deletes data in a database'] : []),
        ...run.map(({ sentence }) => sentence),
      ];
      return found.map((sentence) => ({ sentence, upTo: word }));
    }
    // File names of a script are no code.
    if (!/[\s(;]/.test(text)) return [];
    return [
      deletes.test(text) ? { sentence: 'Deletes files', upTo: word } : undefined,
      ...findDanger([/awk/.test(program) ? text : text.replace(prints, '')]).map(({ sentence }) => ({
        sentence,
        upTo: word,
      })),
    ];
  });
}
