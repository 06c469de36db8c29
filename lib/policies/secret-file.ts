import { matchesText } from '@/lib/policies/rule-match';
import type { ShellCommand, ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';

/** Names of files that hold keys, passwords or tokens, in small letters. */
const secretName = new RegExp(
  [
    String.raw`^\.env(?:rc|[._-].*)?$`,
    String.raw`\.(?:env|pem|key|p12|pfx|jks|keystore|ppk|kdbx|ovpn|tfvars|tfstate)(?:\.(?:backup|json|bak))?$`,
    '^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$',
    String.raw`^\.(?:npmrc|netrc|pypirc|git-credentials|pgpass|my\.cnf|htpasswd|dockercfg|vault-token|yarnrc\.yml|\w{1,20}_history)$`,
    '^_netrc$',
    String.raw`^(?:credentials?|secrets?|service[-_]?account.*|client_secret.*|kubeconfig)(?:\.\w{1,12})*$`,
    String.raw`^(?:shadow|gshadow|sudoers|environ|wallet\.dat)-?$`,
  ].join('|'),
);
/** Everything in these folders. */
const secretFolder = /^\.(?:ssh|aws|gnupg|azure|kube|docker|gcloud)$/;
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
  return shape.split(/[:=,@]/).some((piece) => {
    const names = piece.split(/[\\/]/).filter((name) => name !== '' && !name.includes(unknown));
    return names.some((name) => isSecretName(name, glob));
  });
}

/** Whether a word that is known only when it runs could name such a file: not where it ends in a whole name of another kind. */
export function couldNameSecret(word: ShellWord): boolean {
  if (namesSecret(word)) return true;
  if (word.text !== null) return false;
  const end = word.shape.slice(word.shape.lastIndexOf(unknown) + 1);
  return (
    !end.includes('/') && !/\.(?:[cm]?[jt]sx?|md|txt|css|html|py|rb|rs|go|java|kt|c|h|cpp|sh|sql|log|prisma)$/.test(end)
  );
}

/** Printing a variable such as $API_TOKEN shows what it holds. */
export const printsSecretVariable = (command: ShellCommand): boolean =>
  command.words.some(
    ({ text, written }) =>
      text === null &&
      /\$\{?[#!]?\w*(?:secret|token|passw|credential|api_?key|private_?key|access_?key)\w*/i.test(written),
  );

const searches = new Set('grep egrep fgrep rg jq sed'.split(' '));

/** The words that can name files: of `grep secret src` the first is what is looked for. */
export function fileWords(program: string, words: ShellWord[]): ShellWord[] {
  if (!searches.has(program) || words.some(({ shape }) => /^-(?:[A-Za-z]*[ef]|-[ref])/.test(shape))) return words;
  const pattern = words.find(({ shape }) => !shape.startsWith('-'));
  return words.filter((word) => word !== pattern);
}
