/**
 * Removes secrets from text that is shown, pushed, logged or stored for display (spec 7.1).
 * Every pattern runs in linear time: no nested repetition, bounded where two parts could both match, and a start that no other start
 * of the same run can repeat.
 */
/** What stands where a secret was taken out of a text. */
export const secretMark = '[secret removed]';

/** What stands where a secret would and is none: removed already, a variable, a placeholder. */
const standIn = String.raw`\[secret removed\]|<[\w -]{1,40}>|\$\{|\$\(|\$[a-z_]{1,60}(?![\w$])|\{\{`;
/** The same in source code: a type, a literal, a call, a member of something well known. */
const code = [
  String.raw`(?:string|number|boolean|bigint|symbol|object|any|unknown|never|void|null|undefined|none|nil|true|false|str|bytes|int|Buffer|Uint8Array)(?=[\s,;)|&}\]>?!=[]|$)`,
  String.raw`(?:await|new|typeof|readonly|keyof)\s`,
  String.raw`[a-z_][\w.]{0,60}\(`,
  String.raw`(?:process|import|this|self|os|env|secrets|vars|req|request|res|response|ctx|context|config|options|settings|params|props|args|input|body|data|user|event|row)\.[a-z_]`,
].join('|');
const names = 'secret|token|password|passwd|passphrase|api[_-]?key|access[_-]?key|client[_-]?secret|private[_-]?key';
const secretName = new RegExp(`${names}|authorization|credential`, 'i');

/** Whether something of this name is a secret, whatever it holds. */
export const isSecretName = (name: string): boolean => secretName.test(name);
const quoted = String.raw`\\{1,4}"[^"\n]{3,}"|"(?:[^"\\\n]|\\.){3,}"|'(?:[^'\\\n]|\\.){3,}'`;
const schemes = 'basic|bearer|token|digest';

const patterns: [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    secretMark,
  ],
  [/(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g, secretMark],
  [/\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{8,}/g, secretMark],
  [/\bsk-[A-Za-z0-9](?=[\w-]{0,60}\d)[\w-]{18,}/g, secretMark],
  [/\bpk_[0-9a-f]{8,}\.[0-9a-f]{16,}/g, secretMark],
  [/\bwhsec_[\w+/=-]{16,}/g, secretMark],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, secretMark],
  [/\bgithub_pat_\w{20,}/g, secretMark],
  [/\bglpat-[\w-]{16,}/g, secretMark],
  [/\bxox[baprs]-[\w-]{10,}/g, secretMark],
  [/\bAIza[\w-]{30,}/g, secretMark],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, secretMark],
  [/\bnpm_[A-Za-z0-9]{30,}/g, secretMark],
  [
    new RegExp(
      String.raw`\b(authorization(?:\\{0,4}["'])?\s{0,3}[:=]\s{0,3}(?:\\{0,4}["'])?)(?:(?:${schemes})\s{1,3})?(?!(?:${schemes})\s|${standIn})[^\s"',;]{4,}`,
      'gi',
    ),
    `$1${secretMark}`,
  ],
  [/\b(bearer\s{1,3})(?=[\w.~+/=-]{0,60}\d)[\w.~+/=-]{16,}/gi, `$1${secretMark}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,100}:)[^\s@/?#]{1,200}@/gi, `$1${secretMark}@`],
  [
    new RegExp(
      String.raw`((?:${names})(?:\\{0,4}["'])?\s{0,3}(?:=|:(?!\/\/))\s{0,3})(?:${quoted}|(?!${standIn}|${code})[^\s"',;&|)\]}]{3,})`,
      'gi',
    ),
    `$1${secretMark}`,
  ],
  // A flag with its value beside it. Words are let through: a manual says "--token to use".
  [
    new RegExp(String.raw`(--(?:[\w-]{1,30}-)?(?:${names})\s{1,3})(?=[^\s"']{0,60}\d)[^\s"'$<[-][^\s"']{5,}`, 'gi'),
    `$1${secretMark}`,
  ],
];

/** The text with every secret that Nod recognises replaced by a mark. */
export function redact(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Like {@link redact}, and also removes long runs of base64 that are neither a path nor a hash: for command bodies and telemetry. */
export function redactDeeply(text: string): string {
  return redact(text).replace(/(?<![\w/.@+-])[A-Za-z0-9+/_-]{64,}={0,2}(?![\w/.-])/g, (run) =>
    run.split('/').some(isRandom) ? secretMark : run,
  );
}

/** Whether a part between two slashes looks like chance, not like a name or a hash. */
const isRandom = (part: string): boolean =>
  part.length >= 24 && !/^[0-9a-f]+$/i.test(part) && /\d/.test(part) && /[A-Z]/.test(part) && /[a-z]/.test(part);
