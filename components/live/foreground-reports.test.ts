import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foregroundReports } from '@/components/live/foreground-reports';

/** The one mark of a browser as the server keeps it, and what arrives there, in the order of arrival. */
let mark: boolean;
let arrived: boolean[];
beforeEach(() => {
  vi.useFakeTimers();
  mark = false;
  arrived = [];
});
afterEach(() => vi.useRealTimers());

/** A page whose words take so long to arrive. */
function openPage(front: boolean, delayMs = 0) {
  const state = { front, offline: false };
  const reports = foregroundReports({
    isInFront: () => state.front,
    send: async (foreground) => {
      if (state.offline) throw new TypeError('offline');
      setTimeout(() => {
        mark = foreground;
        arrived.push(foreground);
      }, delayMs);
    },
  });
  const turn = (front: boolean) => {
    state.front = front;
    reports.look();
  };
  reports.look();
  return { ...reports, state, turn };
}

test('a page that opens in the background, or stays there, takes nothing from the one in front', async () => {
  openPage(true);
  const behind = openPage(false);
  behind.look();
  behind.repeat();
  expect(behind.leave()).toBe(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect([mark, arrived]).toEqual([true, [true, true]]);
});

test('the mark stays when focus moves between two pages, also when the one that lost it is heard last', async () => {
  const [left, right] = [openPage(true, 200), openPage(false)];
  await vi.advanceTimersByTimeAsync(6000);
  left.turn(false);
  right.turn(true);
  await vi.advanceTimersByTimeAsync(300);
  expect(mark).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(mark).toBe(true);
});

test('a page that left the front at once does not come back by itself', async () => {
  const page = openPage(true);
  await vi.advanceTimersByTimeAsync(100);
  page.turn(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect([mark, arrived]).toEqual([false, [true, false]]);
});

test('nothing that did not change is said again, but for the one repetition', async () => {
  const page = openPage(true);
  page.look();
  page.look();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(arrived).toEqual([true, true]);
  expect(page.leave()).toBe(true);
});

test('what could not be said is said at the next chance', async () => {
  const page = openPage(false);
  page.state.offline = true;
  page.turn(true);
  await vi.advanceTimersByTimeAsync(6000);
  page.state.offline = false;
  page.look();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrived).toEqual([true]);
});
