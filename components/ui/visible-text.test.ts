import { describe, expect, it } from 'vitest';
import { divideParts, visibleParts } from '@/components/ui/visible-text';

const textOf = (parts: { text: string }[]) => parts.map((part) => part.text).join('');

describe('what an agent wrote', () => {
  it('cannot hide a bidi control, a zero-width, control or tag character', () => {
    for (const character of [
      '\u202E',
      '\u2066',
      '\u200B',
      '\u200D',
      '\uFEFF',
      '\u0007',
      '\u001B',
      '\u{E0041}',
      '\u00AD',
    ]) {
      const parts = visibleParts(`a${character}b`);
      expect(parts.map((part) => part.kind)).toEqual(['plain', 'hidden', 'plain']);
      expect(textOf(parts)).toBe(`a${character}b`);
    }
  });

  it('keeps newlines, tabs and emoji as they are', () => {
    expect(visibleParts('one\n\ttwo ⚠️ three\r\nfour')).toEqual([{ kind: 'plain', text: 'one\n\ttwo ⚠️ three\nfour' }]);
  });

  it('shows a space that is no space in code, and leaves it in prose', () => {
    expect(visibleParts('rm\u00A0x', { code: true })).toHaveLength(3);
    expect(visibleParts('page\u00A040')).toHaveLength(1);
  });

  it('shows a risky word even beside an invisible character', () => {
    const parts = visibleParts('rm -rf\u200B --force', { riskyWords: ['--force', 'rm -rf'], code: true });
    expect(parts.map((part) => part.kind)).toEqual(['risky', 'hidden', 'plain', 'risky']);
  });

  it('loses nothing when it is divided, and never divides a risky word or a surrogate pair', () => {
    const parts = visibleParts('abc😀def --force ghi', { riskyWords: ['--force'] });
    for (let limit = 1; limit < 22; limit += 1) {
      const { shown, rest } = divideParts(parts, limit);
      expect(textOf([...shown, ...rest])).toBe('abc😀def --force ghi');
      expect(textOf(shown)).not.toMatch(/\p{Cs}/u);
      expect(textOf(shown)).not.toMatch(/--forc?$/);
    }
  });
});
