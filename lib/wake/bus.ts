import { setMaxListeners } from 'node:events';

/** Something happened to a thing of a workspace: what NOTIFY carries and what every waiter hears. */
export interface WakeEvent {
  workspace?: string;
  id?: string;
  event: string;
}

type Listener = (event: WakeEvent) => void;

/** The topic of those who must hear of everything. */
export const everything = '*';

/** The topic of what happens in one workspace: for the live pages. */
export const inWorkspace = (workspaceId: string): string => `workspace ${workspaceId}`;

/** What one process waits for. Topics are ids of questions, workspaces ({@link inWorkspace}), or {@link everything}. */
class Bus {
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Fires once, when this process is told to stop: every wait then ends with a usable reply. */
  readonly closing = new AbortController();

  constructor() {
    // Every wait listens for it: thousands are no leak.
    setMaxListeners(0, this.closing.signal);
  }

  subscribe(topic: string, listener: Listener): () => void {
    const known = this.#listeners.get(topic) ?? new Set();
    known.add(listener);
    this.#listeners.set(topic, known);
    return () => {
      known.delete(listener);
      if (known.size === 0 && this.#listeners.get(topic) === known) this.#listeners.delete(topic);
    };
  }

  publish(event: WakeEvent): void {
    for (const topic of [event.id, event.workspace && inWorkspace(event.workspace), everything]) {
      if (topic === undefined) continue;
      for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(event);
    }
  }

  #running = 0;
  #idle: (() => void) | undefined;

  /** Counts a call or stream that must get its last bytes out before this process ends; call the result when it has ended. */
  enter(): () => void {
    this.#running++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      if (--this.#running === 0) this.#idle?.();
    };
  }

  /** Resolves when nothing counted is running any more, or after `timeoutMs`. */
  async drained(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, timeoutMs);
      if (this.#running === 0) resolve();
    });
    clearTimeout(timer);
    // What was written last is still on its way through the socket.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  /** Whether anybody in this process waits for this topic. */
  isWaitedFor(topic: string): boolean {
    return this.#listeners.has(topic);
  }

  /** Everything that somebody in this process waits for now. */
  topics(): string[] {
    return [...this.#listeners.keys()];
  }

  /** Wakes those who follow a workspace or everything: they can only read again. */
  publishToFollowers(event: WakeEvent): void {
    for (const [topic, listeners] of [...this.#listeners]) {
      if (topic === everything || topic.startsWith('workspace '))
        for (const listener of [...listeners]) listener(event);
    }
  }

  /** Wakes everyone: for when nobody can say what was missed. */
  publishToAll(event: WakeEvent): void {
    for (const listeners of [...this.#listeners.values()]) for (const listener of [...listeners]) listener(event);
  }
}

const shared = globalThis as typeof globalThis & { nodBus?: Bus };

/** The one bus of this process (route bundles have module state of their own, so it lives on globalThis). */
export function bus(): Bus {
  shared.nodBus ??= new Bus();
  return shared.nodBus;
}
