/** Whether the server can make pages now: it answers, and its database does. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
