import { expect, test } from 'vitest';
import {
  caseSymbols,
  checkSymbol,
  randomSymbolCount,
  readNumber,
  writtenNumber,
} from './caseNumber.ts';

/** Generates reproducible case numbers with a linear congruential generator. */
function numbers(count: number): string[] {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return caseSymbols.charAt(state % caseSymbols.length);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: randomSymbolCount }, next).join(''),
  );
}

test('parses a case number in any format, but refuses a wrong prefix or length', () => {
  for (const random of numbers(50)) {
    const written = writtenNumber('CS', random);
    expect(written).toMatch(/^CS-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const bare = written.replaceAll('-', '');
    for (const typed of [
      written,
      written.toLowerCase(),
      bare,
      bare.slice(2),
      ` ${bare.slice(0, 6)} ${bare.slice(6)} `,
    ])
      expect(readNumber('CS', typed)).toBe(written);
    expect(readNumber('TR', written)).toBeNull();
    expect(readNumber('CS', written.slice(0, -1))).toBeNull();
  }
});

test('a case number’s check symbol detects any wrong symbol and any swap of neighbours', () => {
  for (const random of numbers(12)) {
    const bare = `${random}${checkSymbol(random)}`;
    for (let at = 0; at < bare.length; at += 1) {
      for (const symbol of caseSymbols) {
        const heard = bare.slice(0, at) + symbol + bare.slice(at + 1);
        expect(readNumber('CS', heard) !== null, heard).toBe(symbol === bare[at]);
      }
      const swapped =
        bare.slice(0, at) + (bare[at + 1] ?? '') + bare.charAt(at) + bare.slice(at + 2);
      if (swapped !== bare && swapped.length === bare.length)
        expect(readNumber('CS', swapped), swapped).toBeNull();
    }
  }
});
