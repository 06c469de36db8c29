import type { ValueFormat } from '@/lib/decisions/page';

/**
 * How many digits a currency has after the point by ISO 4217, where that is not two. Not asked of Intl: its data has how many people write
 * (none for HUF), and minor units read by that would show a hundred times the amount.
 */
const digitsOf = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** What a value is to be shown as: text, or a time that the viewer's own zone has a clock for. */
export type Shown = { text: string } | { at: string };

/** A value in its format. One that does not fit it is shown as it came, never as something else. */
export function formatValue(value: string | number | boolean, format: ValueFormat): Shown {
  const asItCame = { text: String(value) };
  switch (format.kind) {
    case 'currency':
      return typeof value === 'number' ? { text: currencyText(value, format.currency) } : asItCame;
    case 'quantity':
      return typeof value === 'number' ? { text: quantityText(value, format.unit) } : asItCame;
    case 'timestamp':
      return timeOf(value) ?? asItCame;
    case 'boolean':
      return typeof value === 'boolean' ? { text: value ? 'Yes' : 'No' } : asItCame;
    case 'text':
      return asItCame;
  }
}

function currencyText(minorUnits: number, currency: string): string {
  const isKnown = digitsOf.has(currency) || Intl.supportedValuesOf('currency').includes(currency);
  if (!isKnown || !Number.isSafeInteger(minorUnits)) return `${numberText(minorUnits)} minor units of ${currency}`;
  const digits = digitsOf.get(currency) ?? 2;
  const { format } = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format(movePoint(minorUnits, digits));
}

/** Divides by moving the point in the text: a division of large numbers would lose cents. */
function movePoint(wholeNumber: number, digits: number): `${number}` {
  const sign = wholeNumber < 0 ? '-' : '';
  const text = String(Math.abs(wholeNumber)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${sign}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}` as `${number}`;
}

const quantityText = (value: number, unit: string | undefined): string =>
  unit === undefined ? numberText(value) : `${numberText(value)} ${unit}`;

/** All digits of a number, in groups; very large and very small ones with their exponent, as no row of zeros can be read. */
function numberText(value: number): string {
  const text = String(value);
  if (text.includes('e')) return text;
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20 }).format(text as `${number}`);
}

/** A number of milliseconds, or an ISO time that names its zone. A time without one is a clock somewhere: it is not moved to another. */
function timeOf(value: string | number | boolean): Shown | undefined {
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'string' && !/T.*(Z|[+-]\d\d:?\d\d)$/i.test(value)) return undefined;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : { at: at.toISOString() };
}
