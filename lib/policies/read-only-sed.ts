/** The scripts among the words of sed; undefined where an option may do more than print. */
function scriptsOf(texts: string[]): string[] | undefined {
  const scripts: string[] = [];
  let given = false;
  for (const [index, text] of texts.entries()) {
    if (/^-[nErsu]+$/.test(text) || text === '--quiet' || text === '--regexp-extended') continue;
    if (/^-[nErsu]*e$/.test(text)) {
      scripts.push(texts[index + 1] ?? '');
      given = true;
    } else if (text.startsWith('-')) return undefined;
  }
  if (!given) scripts.push(texts.find((text) => !text.startsWith('-')) ?? '');
  return scripts;
}

/** What stands between two of the same sign, with none in it that could end it: `[/]` would be read differently by some. */
const upTo = (sign: string): string => String.raw`(?:[^\\${sign}\n;[]|\\[^\n;]|\[\^?\]?[^\]\\${sign}\n;]*\])*`;
const line = String.raw`(?:\d+|\$|\/${upTo('/')}\/)`;
const replaces = ['/', '|', '#', ',', '@']
  .map((sign) => `s[${sign}]${upTo(sign)}[${sign}](?:[^\\\\${sign}\\n;]|\\\\[^\\n;])*[${sign}][gpiI\\d]*`)
  .join('|');
const step = new RegExp(String.raw`^(?:${line}(?:,(?:${line}|\+\d+))?)?(?:[pdq=]|${replaces})$`);

/** Scripts that print lines or replace text; `w`, `e` and -i write and run. */
export const readOnlySed = (texts: string[]): boolean =>
  scriptsOf(texts)?.every((script) => script.split(';').every((part) => step.test(part.trim()))) ?? false;

/** What `e` in the words of sed may run, where it is not plain that they only print. */
export const runBySed = (texts: string[]): string[] =>
  readOnlySed(texts)
    ? []
    : texts.flatMap((text) => [...text.matchAll(/(?<![A-Za-z])e[ \t]+([^\n]+)/g)].map(([, run]) => run ?? ''));
