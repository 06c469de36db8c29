/** What awk writes, runs and reads other files with, and names under which it knows more than its files. */
const does = /[|>@`\\]|system|getline|BEGIN|ENVIRON|ARG|PROCINFO|SYMTAB|FUNCTAB|close|fflush/;

/** Whether awk with these words only prints what is in the files that it is given: a script, and no option but the sign between fields. */
export function readOnlyAwk(texts: string[]): boolean {
  const at = /^-F$/.test(texts[0] ?? '') ? 2 : /^-F./.test(texts[0] ?? '') ? 1 : 0;
  const [script, ...files] = texts.slice(at);
  if (script === undefined || script.startsWith('-') || does.test(script)) return false;
  return files.every((file) => /^[\w./*?-]+$/.test(file) && !/^-|^\/+(?:inet|dev|proc)/.test(file));
}
