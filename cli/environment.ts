/** The one place where the CLI reads its environment: everything else asks here. An empty variable counts as not set. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}
