/** What pages show of one webhook. Times are ISO strings. */
export type MessageEntry = {
  id: string;
  address: string;
  state: 'on_its_way' | 'delivered' | 'failed' | 'retrying';
  isSandbox: boolean;
  createdAt: string;
  deliveredAt?: string;
  failedAt?: string;
  nextTryAt?: string;
  tries: number;
  lastFailure?: string;
  question?: { text: string; href?: string };
};

/** One try of it. */
export type AttemptEntry = {
  number: number;
  isManual: boolean;
  at: string;
  durationMs?: number;
  statusCode?: number;
  failure?: string;
  response?: string;
};

export const triesInWords = (tries: number): string => (tries === 1 ? '1 try' : `${tries} tries`);

/** A time that is short or long, in a unit that fits. */
export const durationInWords = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;

/** What is known of where it stands, as one sentence without its end. */
export function standingInWords({ state, tries, lastFailure }: MessageEntry): string {
  switch (state) {
    case 'on_its_way':
      return tries <= 1 ? 'On its way' : 'On its way again';
    case 'delivered':
      return lastFailure === undefined ? 'Delivered' : `Delivered before; the last try: ${lastFailure}`;
    case 'failed':
      return `Given up after ${triesInWords(tries)}: ${lastFailure ?? 'no answer was recorded'}`;
    case 'retrying':
      return lastFailure === undefined ? 'Not delivered yet' : `Not delivered yet: ${lastFailure}`;
  }
}
