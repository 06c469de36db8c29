import { describe, expect, test } from 'vitest';
import { formatValue } from '@/components/decision/format-value';
import type { ValueFormat } from '@/lib/decisions/page';

/** No-break spaces as plain ones, which a reader of this table can see. */
const shown = (value: string | number | boolean, format: ValueFormat) => {
  const result = formatValue(value, format);
  return 'at' in result ? result.at : result.text.replaceAll('\u00a0', ' ');
};

describe('an amount of minor units is shown with the digits of its own currency', () => {
  const table: [number, string, string][] = [
    [4800, 'EUR', '€48.00'],
    [5, 'EUR', '€0.05'],
    [0, 'USD', 'US$0.00'],
    [4800, 'JPY', 'JP¥4,800'],
    [4800, 'KWD', 'KWD 4.800'],
    [1, 'BHD', 'BHD 0.001'],
    [12345, 'CLF', 'CLF 1.2345'],
    // Written without, counted with: Intl alone would show a hundred times (HUF) or a thousand times (IQD) the amount.
    [480_000, 'HUF', 'HUF 4,800.00'],
    [4_800_000, 'IQD', 'IQD 4,800.000'],
    [-4800, 'GBP', '-£48.00'],
    [-1, 'USD', '-US$0.01'],
    [-4800, 'KRW', '-₩4,800'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '€90,071,992,547,409.91'],
    [Number.MIN_SAFE_INTEGER, 'KWD', '-KWD 9,007,199,254,740.991'],
    // How many digits a made-up currency has, nobody knows.
    [4800, 'QQQ', '4,800 minor units of QQQ'],
  ];
  test.each(table)('%d of %s is %s', (value, currency, text) => {
    expect(shown(value, { kind: 'currency', currency })).toBe(text);
  });
});

describe('every other value is shown whole', () => {
  const quantity = { kind: 'quantity', unit: 'kg' } as const;
  const timestamp = { kind: 'timestamp' } as const;
  const table: [string | number | boolean, ValueFormat, string][] = [
    [12_500, quantity, '12,500 kg'],
    [0.1, quantity, '0.1 kg'],
    [-3.25, quantity, '-3.25 kg'],
    [1e-9, quantity, '1e-9 kg'],
    [1e300, { kind: 'quantity' }, '1e+300'],
    [true, { kind: 'boolean' }, 'Yes'],
    [false, { kind: 'boolean' }, 'No'],
    ['04800', { kind: 'text' }, '04800'],
    [4800, { kind: 'text' }, '4800'],
    [0, timestamp, '1970-01-01T00:00:00.000Z'],
    ['2026-12-24T14:00:00+01:00', timestamp, '2026-12-24T13:00:00.000Z'],
    // No zone is named: moved to the viewer's, the day would be wrong.
    ['2026-12-24', timestamp, '2026-12-24'],
    ['2026-12-24T14:00', timestamp, '2026-12-24T14:00'],
    ['tomorrow', timestamp, 'tomorrow'],
  ];
  test.each(table)('%j as %j is %s', (value, format, text) => {
    expect(shown(value, format)).toBe(text);
  });
});
