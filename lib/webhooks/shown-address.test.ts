import { expect, test } from 'vitest';
import { shownAddress } from '@/lib/webhooks/shown-address';

test.each([
  ['https://example.test/hook', 'https://example.test/hook'],
  ['https://example.test/hook?ct=abc&sig=x=y&flag&', 'https://example.test/hook?ct=…&sig=…&…&'],
  ['https://example.test?a=1#secret', 'https://example.test?a=…'],
  [`https://example.test/whsec_${'a1'.repeat(16)}/x`, 'https://example.test/[secret removed]'],
])('of %s no value of the query is shown', (url, shown) => {
  expect(shownAddress(url)).toBe(shown);
});
