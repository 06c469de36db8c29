import { matchesText } from '@/lib/policies/rule-match';
import type { ShellCommand, ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';

/** Names of files that hold keys, passwords or tokens, in small letters. */
const secretName = new RegExp(
  [
    String.raw`^\.env(?:rc|[._~-].*)?$`,
    String.raw`\.(?:env|pem|key|p12|pfx|jks|keystore|ppk|kdbx|ovpn|tfvars|tfstate)(?:\.(?:backup|json|bak))?$`,
    '^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[.~_-].*)?$',
    String.raw`^\.(?:npmrc|netrc|pypirc|git-credentials|pgpass|my\.cnf|htpasswd|dockercfg|vault-token|dev\.vars|claude\.json|yarnrc\.yml|\w{1,20}_history)$`,
    '^_netrc$',
    String.raw`^(?:(?:\.|application_default_)?credentials?|oauth_creds|secrets?|service[-_]?account.*|client_secret.*|kubeconfig)(?:\.\w{1,12})*$`,
    String.raw`^(?:gradle\.properties|wp-config\.php|.*-adminsdk-.*\.json)$`,
    String.raw`^(?:shadow|gshadow|sudoers|environ|wallet\.dat)-?$`,
  ].join('|'),
);
/** Everything in these folders. */
const secretFolder =
  /^(?:\.(?:ssh|aws|gnupg|azure|kube|docker|gcloud|envs|password-store|netlify|wrangler)|keyrings|keychains)$/;
/** Names that say so only together with their folder, patterns in such a folder, and everything of Nod's own. */
const secretPath =
  /(?:^|\/)(?:\.codex\/auth\.json|gh\/hosts\.ya?ml|\.m2\/settings\S*\.xml|\.git\/config|(?:\.codex|\.gemini|\.claude|\.m2|\.gradle|\.config\/gh|\.git)\/[^/]*[*?[][^/.]*(?:\.(?:json|ya?ml|xml|properties|\*))?)$|(?:^|\/)\.config\/(?:nod|op|hub)(?:\/|$)/;
/** Source code about secrets holds none as a rule. */
const sourceCode = /\.(?:[cm]?tsx?|jsx|go|rs|java|kt|swift|rb|vue|svelte|css|md)$/;
const harmlessName = /^\.env[._-](?:example|sample|template|dist|defaults)$|\.pub$|^known_hosts$/;

/** What a pattern such as `.e*` is tried on: names that begin with a dot, and others that only a pattern of some letters means. */
const dotNames =
  '.env .env.local .env.production .envrc .npmrc .netrc .pypirc .git-credentials .pgpass .my.cnf .ssh .aws .gnupg .kube .docker .azure'.split(
    ' ',
  );
const otherNames =
  'id_rsa id_ed25519 id_ecdsa x.pem x.key x.p12 x.pfx x.env credentials credentials.json secrets secrets.json secrets.yaml secret.json shadow'.split(
    ' ',
  );

/** Whether one name in a path, which may be a pattern, can be that of a secret. */
function isSecretName(name: string, glob: boolean): boolean {
  const small = name.toLowerCase();
  if (!glob || !/[*?[]/.test(small))
    return (secretName.test(small) || secretFolder.test(small)) && !harmlessName.test(small);
  // No name of a file is longer; what such a pattern means takes long to say.
  if (small.length > 255) return true;
  // A class of characters can be any of them.
  const pattern = small.replace(/\[[^\]]*\]/g, '?');
  // Shells leave out names with a dot unless the pattern has it.
  if (/^(?:\.|\?(?!\?*\*?$))/.test(pattern) && dotNames.some((secret) => matchesText(pattern, secret))) return true;
  return (
    otherNames.some((secret) => matchesText(pattern, secret) && meansIt(pattern, secret)) ||
    /\.(?:pem|key|p12|pfx|env)$/.test(pattern)
  );
}

/** `*` and `*.json` are patterns for other files, which happen to fit. */
const meansIt = (pattern: string, secret: string): boolean =>
  pattern.replace(/[*?]/g, '').length >= secret.length / 2 || pattern.search(/[*?]/) >= 3;

/** Whether a word names a file that holds secrets, or a pattern that could. */
export function namesSecret({ shape, glob }: Pick<ShellWord, 'shape' | 'glob'>): boolean {
  return shape
    .split(/[:=,@]/)
    .flatMap(withoutOption)
    .some((piece) => {
      const path = piece.replaceAll('\\', '/');
      if (secretPath.test(path.toLowerCase()) || (glob && /^\/proc\/.*[*?[]/.test(path))) return true;
      const names = path.split('/').filter((name) => name !== '' && name !== unknown);
      const isCode = sourceCode.test(names.at(-1) ?? '');
      return names.some((name) => !(isCode && aboutSecrets.test(name)) && isPart(name, glob));
    });
}

/** A folder or file of a program that deals with secrets, when it is source code. */
const aboutSecrets = /^(?:credentials?|secrets?|service[-_]?account|client_secret)(?:[.\w-]*)$/i;

/** What only running tells stands for any text in the name. */
const isPart = (name: string, glob: boolean): boolean =>
  name.includes(unknown) ? isSecretName(name.replaceAll(unknown, '*'), true) : isSecretName(name, glob);

/** `-f.npmrc` names a file too. */
const withoutOption = (piece: string): string[] =>
  /^-[^-]/.test(piece)
    ? [piece, piece.slice(2), ...(piece.includes('.') ? [piece.slice(piece.indexOf('.'))] : [])]
    : [piece];

/** Names that end so are those of files that rarely hold any. */
export const harmlessEnding = /\.(?:[cm]?[jt]sx?|md|txt|css|html|py|rb|rs|go|java|kt|c|h|cpp|sh|sql|log|prisma)$/;

/** Whether a word that is known only when it runs could name such a file: not where it ends in a whole name of another kind. */
export function couldNameSecret(word: ShellWord): boolean {
  if (namesSecret(word)) return true;
  if (word.text !== null) return false;
  const end = word.shape.slice(word.shape.lastIndexOf(unknown) + 1);
  return !end.includes('/') && !harmlessEnding.test(end);
}

/** Whether a text has a variable in it such as $API_TOKEN. */
export const holdsSecretVariable = (written: string): boolean =>
  /\$\{?[#!]?\w*(?:secret|token|passw|credential|api_?key|private_?key|access_?key)\w*/i.test(written) ||
  /\$\{?[#!]?(?:(?:\w+_)(?:KEYS?|PWD|PAT)|(?:\w+_)?(?:PASS|DSN|AUTH|DATABASE_URL|CONNECTION_STRING)|\w*(?:REDIS|MONGO\w*|POSTGRES\w*|MYSQL|AMQP)_UR[IL])\b/.test(
    written,
  );

/** Printing a variable such as $API_TOKEN shows what it holds, and so does what it is handed on to. */
export const printsSecretVariable = (command: ShellCommand): boolean =>
  command.words.some(({ text, written }) => text === null && holdsSecretVariable(written)) ||
  command.assignments.some(({ value, written }) => value === null && holdsSecretVariable(written ?? '')) ||
  holdsSecretVariable(command.replaced ?? '');

const searches = new Set('grep egrep fgrep rg jq sed'.split(' '));

/** The words that can name files: of `grep secret src` the first is what is looked for. */
export function fileWords(program: string, words: ShellWord[]): ShellWord[] {
  const chosen = words.some(({ shape }) => /^-(?:\w*g|-i?glob|-type-add|-include)/.test(shape));
  // What names files for the program itself is a pattern, whatever its quotes.
  if (chosen && /^(?:rg|[ef]?grep)$/.test(program))
    return words.map(asPattern).filter(({ shape }) => !shape.startsWith('!'));
  if (!searches.has(program) || words.some(({ shape }) => /^-(?:[A-Za-z]*[ef]|-[ref])/.test(shape))) return words;
  const pattern = words.find(({ shape }) => !shape.startsWith('-'));
  return words.filter((word) => word !== pattern);
}

const asPattern = (word: ShellWord): ShellWord => ({
  ...word,
  shape: word.shape.replace(/^-(?:\w*g|-i?glob=|-include=)(?=.)/, ''),
  glob: true,
});
