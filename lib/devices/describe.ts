export interface DeviceDescription {
  name: string;
  browser: string;
  os: string;
  channel: 'web' | 'mobile';
}

// Order matters: every Chromium browser also says Chrome, and every browser on iOS also says Safari.
const browsers: [RegExp, string][] = [
  [/\bEdgi?A?\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (rules: [RegExp, string][], text: string, otherwise: string): string =>
  rules.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise;

/** What to call a device and which channel it is, from its user agent and touch screen. Never claims a phone that is not one. */
export function describeDevice(userAgent: string, touchPoints = 0): DeviceDescription {
  const browser = firstMatch(browsers, userAgent, 'Browser');
  const named = firstMatch(systems, userAgent, 'unknown system');
  // iPadOS calls itself a Mac; no Mac has a touch screen.
  const os = named === 'Mac' && touchPoints > 1 ? 'iPad' : named;
  const channel = ['iPhone', 'iPad', 'Android'].includes(os) ? 'mobile' : 'web';
  const model = os === 'Android' ? /;\s?([^;()]{2,40}?)\s?(?:Build\/[^;)]*)?\)/.exec(userAgent)?.[1] : undefined;
  const known = model && !/^(K|wv|Mobile|Android.*)$/i.test(model) ? model : undefined;
  return { name: known ?? `${browser} on ${os}`, browser, os, channel };
}
