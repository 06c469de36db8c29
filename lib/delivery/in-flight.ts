/** Pushes that this process is sending now, by their tag. On globalThis: route bundles and the due loop must see the same. */
interface Sending {
  work: Set<Promise<unknown>>;
  /** This process settled the question meanwhile, and sends what follows itself. */
  settledHere: boolean;
}

const shared = globalThis as typeof globalThis & { nodSending?: Map<string, Sending> };
const sending = () => {
  shared.nodSending ??= new Map();
  return shared.nodSending;
};

/** Remembers a push until it has been sent and recorded; gives it back. */
export function trackSending<Result>(tag: string, work: Promise<Result>): Promise<Result> {
  const entry = sending().get(tag) ?? { work: new Set(), settledHere: false };
  sending().set(tag, entry);
  entry.work.add(work);
  const forget = () => {
    entry.work.delete(work);
    if (entry.work.size === 0) sending().delete(tag);
  };
  work.then(forget, forget);
  return work;
}

/** Resolves when no push of this tag is on its way from here: what replaces it must not overtake it. Never rejects. */
export async function sentBefore(tag: string): Promise<void> {
  const entry = sending().get(tag);
  if (!entry) return;
  entry.settledHere = true;
  await Promise.allSettled([...entry.work]);
}

export const isSettledHere = (tag: string): boolean => sending().get(tag)?.settledHere ?? false;

/** Resolves when everything is sent and recorded, or after `timeoutMs`: a push that is accepted but not recorded would ring twice. */
export async function everythingSent(timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const all = Promise.allSettled([...sending().values()].flatMap(({ work }) => [...work]));
  await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, timeoutMs)))]);
  clearTimeout(timer);
}
