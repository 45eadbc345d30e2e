import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  addCentavos,
  centavos,
  floorShare,
  formatPesos,
  isMultipleOf,
  lessCentavos,
  maxCentavos,
  minCentavos,
  parsePesos,
  readPesos,
  roundedRatio,
  splitPesos,
  subtractCentavos,
  sumCentavos,
  zCentavos,
  zPositiveCentavos,
} from './money.ts';

const strings = 20_000;
const anyAmount = fc.maxSafeInteger().map((amount) => centavos(amount));

describe('amounts', () => {
  test('centavos accepts whole, exact amounts and refuses all others', () => {
    for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2n ** 53n, -(2n ** 53n)])
      expect(() => centavos(bad)).toThrow(RangeError);
    expect(centavos(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(Object.is(centavos(-0), 0)).toBe(true);
  });

  test('zCentavos accepts an amount only as a JSON number of 0 or more', () => {
    for (const good of [0, 1, Number.MAX_SAFE_INTEGER]) expect(v.is(zCentavos, good)).toBe(true);
    for (const bad of [
      -1,
      0.1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      JSON.parse('9007199254740993'),
      '1',
      [5],
      null,
      '',
      1n,
    ])
      expect(v.is(zCentavos, bad)).toBe(false);
    expect(v.is(zPositiveCentavos, 0)).toBe(false);
    expect(v.is(zPositiveCentavos, 1)).toBe(true);
  });

  test('adding or subtracting amounts is exact, or throws', () => {
    const most = centavos(Number.MAX_SAFE_INTEGER);
    expect(() => addCentavos(most, centavos(1))).toThrow(RangeError);
    expect(subtractCentavos(centavos(3), centavos(5))).toBe(-2);
    expect(lessCentavos(centavos(3), centavos(5))).toBe(0);
    expect(sumCentavos([])).toBe(0);
    expect(sumCentavos([1, 2, 3].map(centavos))).toBe(6);
    expect(minCentavos(centavos(2), centavos(1), centavos(3))).toBe(1);
    expect(maxCentavos(centavos(2), centavos(1), centavos(3))).toBe(3);
    expect(isMultipleOf(centavos(1500), centavos(500))).toBe(true);
    expect(isMultipleOf(centavos(1501), centavos(500))).toBe(false);
    expect(() => isMultipleOf(centavos(1), centavos(0))).toThrow(RangeError);
  });
});

describe('shares', () => {
  test('floorShare returns the largest whole share that does not exceed the exact one', () => {
    fc.assert(
      fc.property(
        anyAmount,
        fc.nat(1000),
        fc.integer({ min: 1000, max: 1_000_000 }),
        (amount, numerator, denominator) => {
          const exact = BigInt(amount) * BigInt(numerator);
          const share = BigInt(floorShare(amount, numerator, denominator));
          expect(
            share * BigInt(denominator) <= exact && (share + 1n) * BigInt(denominator) > exact,
          ).toBe(true);
        },
      ),
    );
    expect(floorShare(centavos(99), 1, 100)).toBe(0);
    expect(floorShare(10n ** 20n, 1, 10n ** 10n)).toBe(10 ** 10);
    expect(() => floorShare(centavos(1), 1, 0)).toThrow(RangeError);
  });

  test('roundedRatio rounds halves up', () => {
    expect(roundedRatio(centavos(1), 1, 2)).toBe(1);
    expect(roundedRatio(centavos(149), 1, 100)).toBe(1);
    expect(roundedRatio(centavos(150), 1, 100)).toBe(2);
    expect(roundedRatio(centavos(-150), 1, 100)).toBe(-1);
  });
});

describe('text', () => {
  const accepted = /^(0|[1-9]\d{0,9})(\.\d{2})?$/;

  test(`parsePesos accepts only the plain form (${strings} strings)`, () => {
    const unit = fc.constantFrom(
      ...'0123456789',
      '.',
      ',',
      '-',
      '+',
      ' ',
      'e',
      'x',
      '₱',
      '٣',
      '１',
      '\n',
    );
    // fast-check's own generator of code points takes seconds, because it first lists a million of
    // them.
    const points = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 6 });
    const text = fc.oneof(
      fc.string({ unit, maxLength: 14 }),
      points.map((codePoints) => String.fromCodePoint(...codePoints)),
      fc.stringMatching(accepted),
      fc.stringMatching(/^\d{1,12}(\.\d{0,4})?$/),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        const amount = parsePesos(candidate);
        expect(amount !== null).toBe(accepted.test(candidate));
        if (amount !== null)
          expect(amount).toBe(
            Number(candidate.replace('.', '')) * (candidate.includes('.') ? 1 : 100),
          );
      }),
      { numRuns: strings },
    );
  });

  test('parsePesos refuses forms that other parsers accept', () => {
    const bad = [
      'NaN',
      'Infinity',
      '1e9',
      '0x10',
      '-1',
      '+1',
      '1,000',
      '１０',
      '[5]',
      '',
      ' ',
      '1 ',
      '1\n',
      '01',
      '1.5',
      '.50',
      '1.',
      '10000000000',
    ];
    for (const text of bad) expect(parsePesos(text), text).toBeNull();
    expect(parsePesos('9999999999.99')).toBe(999_999_999_999);
  });

  test('parsing a displayed amount yields the same amount', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999 }), fc.boolean(), (whole, drop00) => {
        const amount = centavos(whole);
        expect(readPesos(formatPesos(amount, { drop00 }))).toEqual({ amountCentavos: amount });
      }),
      { numRuns: strings },
    );
  });

  test.each([
    ['₱60,000.00', 6_000_000],
    ['PHP 60,000.00', 6_000_000],
    ['P1,000', 100_000],
    ['p 500.50', 50_050],
    ['500\u0000', 50_000],
    ['500 \u0000 php', 50_000],
    ['php60000.00', 6_000_000],
    [' 60\u00a0000.00\n', 6_000_000],
    ['1,500', 150_000],
    ['1500.5', 150_050],
    ['１５００', 150_000],
    ['\u202d1,500\u202c', 150_000],
    ['5\u034f00\u3164', 50_000],
    ['0500', 50_000],
    ['00000000000500', 50_000],
    ['500 PHP', 50_000],
    ['1,234,567.89', 123_456_789],
  ])('reads a typed %j as %i centavos', (text, amountCentavos) => {
    expect(readPesos(text)).toEqual({ amountCentavos });
  });

  test.each([
    ['', 'empty'],
    [' ₱ ', 'empty'],
    ['600,00', 'ambiguous'],
    ['600,0', 'ambiguous'],
    ['1.234,56', 'ambiguous'],
    ['1.234', 'ambiguous'],
    ['1,23,456', 'ambiguous'],
    ['1 00', 'ambiguous'],
    ['1.2.3', 'ambiguous'],
    ['1,000 000', 'ambiguous'],
    ['500\t600', 'ambiguous'],
    ['5\u0000\n000', 'ambiguous'],
    ['1\r\n000', 'ambiguous'],
    ['.50', 'ambiguous'],
    ['-5', 'unreadable'],
    ['1e3', 'unreadable'],
    ['five hundred', 'unreadable'],
    ['5²', 'unreadable'],
    ['1½', 'unreadable'],
    ['0,600', 'ambiguous'],
    ['01,500', 'ambiguous'],
    ['5PHP00', 'unreadable'],
    ['5₱00', 'unreadable'],
    ['₱₱5', 'unreadable'],
    ['99999999999', 'large'],
    ['1,234,567,890,123', 'large'],
  ] as const)('refuses a typed %j as %s', (text, fault) => {
    expect(readPesos(text)).toEqual({ fault });
  });

  test('formats amounts with the sign attached and thousands separated', () => {
    expect(formatPesos(centavos(6_000_000))).toBe('₱60,000.00');
    expect(formatPesos(centavos(6_000_000), { drop00: true })).toBe('₱60,000');
    expect(formatPesos(centavos(6_000_001), { drop00: true })).toBe('₱60,000.01');
    expect(formatPesos(centavos(0))).toBe('₱0.00');
    expect(formatPesos(centavos(7))).toBe('₱0.07');
    expect(formatPesos(centavos(-123_456_789))).toBe('−₱1,234,567.89');
    expect(splitPesos(centavos(6_000_000))).toEqual({ sign: '₱', whole: '60,000', cents: '00' });
  });
});
