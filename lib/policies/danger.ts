/** One reason to think twice: what the command would do, and the words that say so. */
export interface Danger {
  sentence: string;
  words: string;
}

interface Rule {
  sentence: string;
  pattern: RegExp;
}

/** A program, any options of its own (`-C /repo`, `--context=prod`; how many and how long is bounded), then what it is told to do. */
const command = (program: string, rest: string): RegExp =>
  new RegExp(
    String.raw`\b(?:${program})\s{1,5}(?:--?[\w-]{1,40}(?:=\S{1,200}|\s{1,5}[^\s-]\S{0,200})?\s{1,5}){0,4}(?:${rest})`,
  );

/**
 * What in a free text, such as a question, speaks of something that cannot be undone. It parses no shell and may warn too often: a
 * command is judged by lib/policies/danger-of-command.ts, and comes here only when it cannot be parsed. Every pattern is linear.
 */
const rules: Rule[] = [
  {
    sentence: 'Deletes files recursively',
    pattern: /\brm\s+(?:-[a-z-]+\s+){0,5}(?:-[a-z]*[rRf][a-z]*|--recursive|--force)(?=\s|$)/i,
  },
  {
    sentence: 'Deletes files recursively',
    pattern: /\b(?:rimraf|find\s[^|;&\n]{0,200}-delete|rmdir\s+\/s|Remove-Item\s[^|;&\n]{0,200}-Recurse)\b/i,
  },
  {
    sentence: 'Deletes files',
    pattern: /\brm\s+(?!-[a-zA-Z]*[rRf])(?:-[a-z]{1,5}\s+)?(?:[~/$][^\s|;&]{0,200}|[^\s|;&]{0,200}\*)/,
  },
  { sentence: 'Deletes files', pattern: /\bfind\s[^|;&\n]{0,200}-exec\s+rm\b/ },
  {
    sentence: 'Overwrites history on a remote',
    pattern: command(
      'git',
      String.raw`push\b[^|;&\n]{0,200}?\s(?:(?:--force(?:-with-lease)?|-f|--mirror|--delete)(?=[\s=]|$)|\+[\w/.-])`,
    ),
  },
  {
    sentence: 'Throws away local work',
    pattern: command(
      'git',
      String.raw`reset\s+--hard|clean\s+-[a-z]*[fdx]|checkout\s+--\s|restore\s+\.|stash\s+(?:drop|clear)|branch\s+-D`,
    ),
  },
  {
    sentence: 'Deletes data in a database',
    pattern: /\b(?:drop\s+(?:table|database|schema|index|view|column)|truncate\s+table|delete\s+from)\b/i,
  },
  { sentence: 'Deletes data in a database', pattern: /\bFLUSH(?:ALL|DB)\b/i },
  // In capitals only: "truncate long titles" is no statement.
  { sentence: 'Deletes data in a database', pattern: /\bTRUNCATE\s+[\w".]/ },
  {
    sentence: 'Publishes or deploys',
    pattern:
      /\b(?:(?:npm|pnpm|yarn|cargo|gem|twine|docker)\s+(?:publish|push|upload|release)|deploy(?:ment)?\b(?![.\s/_-]{0,5}(?:logs?|status|history)\b)|gh\s+release\s+create)/i,
  },
  { sentence: 'Runs with full rights', pattern: /(?:^|[\s;&|(])(?:sudo|doas|su\s+-)(?=\s|$)/ },
  { sentence: 'Opens files to everyone', pattern: /\bchmod\s+(?:-[a-zA-Z]+\s+)?(?:0?777|a\+w|o\+w)\b/ },
  {
    sentence: 'Deletes cluster resources',
    pattern: command('kubectl|oc|helm', String.raw`(?:delete|drain|uninstall)\b`),
  },
  {
    sentence: 'Changes or destroys infrastructure',
    pattern: command('terraform|tofu|pulumi', String.raw`(?:apply|destroy|up)\b`),
  },
  {
    sentence: 'Deletes cloud resources',
    pattern:
      /\b(?:aws|gcloud|az|gh|doctl|heroku|flyctl|fly|gsutil)\s[^|;&\n]{0,200}?\b(?:delete|rm|rb|destroy|terminate-instances|purge)\b/,
  },
  { sentence: 'Deletes through an API', pattern: /\bcurl\s[^|;&\n]{0,300}?-X\s*['"]?DELETE\b/ },
  {
    sentence: 'Removes stored images or volumes',
    pattern: /\b(?:docker|podman)\s+(?:\w+\s+)?prune\b|\bdocker\s+volume\s+rm\b/,
  },
  {
    sentence: 'Writes to a disk directly',
    pattern: /\b(?:mkfs(?:\.\w+)?|fdisk|wipefs|shred)\b|\bdd\s[^|;&\n]{0,200}\bof=\/dev\//,
  },
  {
    sentence: 'Runs a script from the network',
    pattern: /\b(?:curl|wget)\b[^|\n]{0,500}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
  },
  {
    sentence: 'Deletes something for good',
    pattern:
      /\b(?:delete|destroy|drop|wipe|purge|erase)\s+(?:the\s+)?(?:production|prod|live|customers?|database|all|entire|every(?:thing)?|\w{1,40}\s+(?:tables?|databases?|schema|buckets?|volumes?|branch|repository|repo|accounts?|users?))\b/i,
  },
];

/** Every reason found in these texts, each sentence once, in the order of the rules. */
export function findDanger(texts: (string | null | undefined)[]): Danger[] {
  const found = new Map<string, Danger>();
  for (const { sentence, pattern } of rules) {
    for (const text of texts) {
      const match = text ? pattern.exec(text) : null;
      if (match && !found.has(sentence)) found.set(sentence, { sentence, words: match[0].trim() });
    }
  }
  return [...found.values()];
}
