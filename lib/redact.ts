/**
 * Removes secrets from text that is shown, pushed, logged or stored for display (spec 7.1).
 * Every pattern runs in linear time: no nested repetition, bounded where two parts could both match.
 */
const mark = '[secret removed]';

const patterns: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, mark],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g, mark],
  [/\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{8,}/g, mark],
  [/\bsk-[A-Za-z0-9][\w-]{18,}/g, mark],
  [/\bpk_[0-9a-f]{8,}\.[0-9a-f]{16,}/g, mark],
  [/\bwhsec_[\w+/=-]{16,}/g, mark],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, mark],
  [/\bgithub_pat_\w{20,}/g, mark],
  [/\bglpat-[\w-]{16,}/g, mark],
  [/\bxox[baprs]-[\w-]{10,}/g, mark],
  [/\bAIza[\w-]{30,}/g, mark],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, mark],
  [/\bnpm_[A-Za-z0-9]{30,}/g, mark],
  [
    /\b(authorization["']?\s{0,3}[:=]\s{0,3}["']?)(?:(?:basic|bearer|token|digest)\s{1,3})?[^\s"',;]{4,}/gi,
    `$1${mark}`,
  ],
  [/\b(bearer\s{1,3})[\w.~+/=-]{16,}/gi, `$1${mark}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,100}:)[^\s@/]{1,200}@/gi, `$1${mark}@`],
  [
    /((?:secret|token|password|passwd|passphrase|api[_-]?key|access[_-]?key|client[_-]?secret|private[_-]?key)["']?\s{0,3}(?:=|:(?!\/\/))\s{0,3})("[^"\n]{3,}"|'[^'\n]{3,}'|[^\s"',;&|)\]}]{3,})/gi,
    `$1${mark}`,
  ],
];

/** The text with every secret that Nod recognises replaced by a mark. */
export function redact(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Like {@link redact}, and also removes long runs of base64 that are neither a path nor a hash: for command bodies and telemetry. */
export function redactDeeply(text: string): string {
  return redact(text).replace(/(?<![\w/.@-])[A-Za-z0-9+/_-]{64,}={0,2}(?![\w/.-])/g, (run) =>
    /^[0-9a-f]+$/i.test(run) || run.includes('/') || !/\d/.test(run) || !/[A-Z]/.test(run) || !/[a-z]/.test(run)
      ? run
      : mark,
  );
}
