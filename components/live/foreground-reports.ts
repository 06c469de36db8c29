/**
 * How long after it came to the front a page says so again: the page that it took the front from may be heard only after it. Not sooner:
 * a Chromium that has just started lets a subscription for pushes wait until its first page is quiet.
 */
const onceMoreMs = 5000;

interface Page {
  isInFront: () => boolean;
  send: (foreground: boolean) => Promise<unknown>;
}

/**
 * When a page says that it is in front of the person, and that it is not any more. All pages of a browser share one mark: a page takes
 * away only what it said itself, and says again shortly after it came to the front that it is there.
 */
export function foregroundReports({ isInFront, send }: Page) {
  let said = false;
  let onceMore: ReturnType<typeof setTimeout> | undefined;
  const say = (foreground: boolean) => {
    said = foreground;
    send(foreground).catch(() => {
      // Offline: nothing is rung from there either. Said at the next change, or by the next `repeat`.
      said = false;
    });
  };
  const stop = () => clearTimeout(onceMore);
  const repeat = () => {
    if (isInFront()) say(true);
  };
  return {
    /** Says what changed, if anything did. */
    look: () => {
      const foreground = isInFront();
      if (foreground === said) return;
      stop();
      say(foreground);
      if (foreground) onceMore = setTimeout(repeat, onceMoreMs);
    },
    /** Says again that the page is in front, while it is. */
    repeat,
    /** Whether something has to be taken back as the page is left; it was not said then. */
    leave: (): boolean => {
      stop();
      const last = said;
      said = false;
      return last;
    },
    stop,
  };
}
