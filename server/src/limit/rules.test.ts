import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BillFact,
  climbOf,
  earnedStepOf,
  isLimitOffered,
  type LimitFacts,
  loansCounted,
  loansToGo,
  obstacleOf,
  offerOf,
  stepWaitsUntil,
} from './rules.ts';

const pesos = (amount: number) => centavos(amount * 100);
const day = (n: number) => asDay(`2026-04-${String(n).padStart(2, '0')}`);
const bill = (
  loanId: string,
  settled: number | null,
  lastFree = 20,
  other: Partial<BillFact> = {},
): BillFact => ({
  loanId,
  lastLateOn: settled !== null && settled > lastFree ? day(settled) : null,
  settledOn: settled === null ? null : day(settled),
  settledAtMs: settled,
  isRepaid: settled !== null,
  isBorrowedHalfTerm: settled !== null,
  isOverdue: false,
  ...other,
});
const terms = {
  growthCentavos: pesos(10_000),
  twoPeopleAboveCentavos: pesos(150_000),
  stepCentavos: pesos(10_000),
  maximumCentavos: pesos(300_000),
  affordableCentavos: pesos(300_000),
};
const good: LimitFacts = {
  today: day(25),
  limitCentavos: pesos(80_000),
  bills: [],
  usedLoanIds: new Set(),
  changedAtMs: 0,
  raisedOn: null,
  isLowering: false,
  request: null,
  terms,
  rules: { repaidOnTimeLeast: 2, limitStepDays: 30 },
};
const facts = (other: Partial<LimitFacts>): LimitFacts => ({ ...good, ...other });
const offered = (other: Partial<LimitFacts>, wanted?: number) => {
  const offer = offerOf(facts(other), wanted);
  return offer && [offer.toCentavos / 100, offer.loanIds.join('')];
};

test.each<[string, Partial<LimitFacts>, unknown]>([
  ['nothing repaid', { bills: [bill('a', null)] }, null],
  ['one on time', { bills: [bill('a', 10)] }, [90_000, 'a']],
  ['on its last free day', { bills: [bill('a', 20)] }, [90_000, 'a']],
  ['a day later', { bills: [bill('a', 21)] }, null],
  ['two on time: one step, of the older', { bills: [bill('b', 12), bill('a', 10)] }, [90_000, 'a']],
  [
    'ten within a day or two: one step',
    { bills: Array.from('abcdefghij', (id, nth) => bill(id, 10 + (nth % 2))) },
    [90_000, 'a'],
  ],
  [
    'repaid before half its term',
    { bills: [bill('a', 10, 20, { isBorrowedHalfTerm: false })] },
    null,
  ],
  [
    'one of two held for half its term',
    { bills: [bill('a', 10, 20, { isBorrowedHalfTerm: false }), bill('b', 12)] },
    [90_000, 'b'],
  ],
  ['29 days after the last step', { bills: [bill('a', 10)], raisedOn: asDay('2026-03-27') }, null],
  [
    '30 days after the last step',
    { bills: [bill('a', 10)], raisedOn: asDay('2026-03-26') },
    [90_000, 'a'],
  ],
  ['while a reversed step is still in use', { bills: [bill('a', 10)], isLowering: true }, null],
  [
    'one of two steps already used',
    { bills: [bill('a', 10), bill('b', 12)], usedLoanIds: new Set(['a']) },
    [90_000, 'b'],
  ],
  ['cancelled, written off or void', { bills: [bill('a', 10, 20, { isRepaid: false })] }, null],
  ['earned, then late with another', { bills: [bill('a', 10), bill('b', 12, 11)] }, null],
  [
    'late until it was extended, then paid in time',
    { bills: [bill('a', 12, 20, { lastLateOn: day(9) })] },
    null,
  ],
  [
    'earned, then another was late until it was extended',
    { bills: [bill('a', 8), bill('b', null, 20, { lastLateOn: day(9) })] },
    null,
  ],
  [
    'late until it was extended, then earned',
    { bills: [bill('b', null, 20, { lastLateOn: day(9) }), bill('a', 10)] },
    [90_000, 'a'],
  ],
  ['late, then earned', { bills: [bill('b', 12, 11), bill('c', 13)] }, [90_000, 'c']],
  [
    'earned, then written off',
    { bills: [bill('a', 10), bill('b', 12, 11, { isRepaid: false })] },
    null,
  ],
  ['overdue today', { bills: [bill('a', 10), bill('b', null, 20, { isOverdue: true })] }, null],
  [
    'while a request is open',
    { bills: [bill('a', 10)], request: { isOpen: true, askAgainOn: null } },
    null,
  ],
  [
    'cut to one person’s limit',
    { limitCentavos: pesos(145_000), bills: [bill('a', 10), bill('b', 12)] },
    [150_000, 'a'],
  ],
  ['at one person’s limit', { limitCentavos: pesos(150_000), bills: [bill('a', 10)] }, null],
  [
    'a catalogue without growth',
    { bills: [bill('a', 10)], terms: { ...terms, growthCentavos: 0 } },
    null,
  ],
])('offers the step that a borrower has earned: %s', (_, other, expected) => {
  expect(offered(other)).toEqual(expected);
});

test('offers an earned step or part of it, but no larger limit', () => {
  const bills = [bill('a', 10), bill('b', 12), bill('c', 13)];
  expect(offered({ bills }, pesos(85_000))).toEqual([85_000, 'a']);
  expect(offered({ bills }, pesos(90_000))).toEqual([90_000, 'a']);
  expect(offered({ bills }, pesos(100_000))).toBeNull();
});

const waiting = facts({ bills: [bill('a', 10), bill('b', 12)], raisedOn: day(20) });

test('returns the first day on which a waiting step can be granted', () => {
  expect(earnedStepOf(waiting)).toEqual({
    toCentavos: pesos(90_000),
    loanIds: ['a'],
    fromOn: asDay('2026-05-20'),
  });
  expect([stepWaitsUntil(waiting, pesos(90_000)), stepWaitsUntil(waiting, pesos(100_000))]).toEqual(
    [asDay('2026-05-20'), null],
  );
  expect(stepWaitsUntil(facts({ bills: waiting.bills }), pesos(90_000))).toBeNull();
});

test('a grant by staff uses up as many steps as it needs, starting with the oldest loan’s', () => {
  expect(loansCounted(waiting, pesos(90_000))).toEqual(['a']);
  expect(loansCounted(waiting, pesos(100_000))).toEqual(['a', 'b']);
});

test.each<[string, Partial<LimitFacts>, unknown]>([
  ['none', { bills: [bill('a', 10), bill('b', 12)] }, null],
  [
    'overdue before all else',
    {
      bills: [bill('a', null, 20, { isOverdue: true })],
      request: { isOpen: true, askAgainOn: null },
    },
    'quotaOverdue',
  ],
  ['an open request', { request: { isOpen: true, askAgainOn: null } }, 'quotaRequestOpen'],
  [
    'the highest limit that the income carries',
    { terms: { ...terms, affordableCentavos: pesos(80_000) } },
    'quotaUnaffordable',
  ],
  ['the highest limit', { limitCentavos: pesos(300_000) }, 'quotaAtMaximum'],
  [
    'a day before the next request is allowed',
    { request: { isOpen: false, askAgainOn: day(26) } },
    'quotaTooSoon',
  ],
  [
    'the day from which it is allowed',
    { request: { isOpen: false, askAgainOn: day(25) } },
    'quotaTooFewLoans',
  ],
  ['one loan to go', { bills: [bill('a', 10)] }, 'quotaTooFewLoans'],
  [
    'loans repaid immediately',
    { bills: ['a', 'b', 'c'].map((id) => bill(id, 10, 20, { isBorrowedHalfTerm: false })) },
    'quotaTooFewLoans',
  ],
  [
    'loans repaid before the last rise',
    { bills: [bill('a', 10), bill('b', 12)], changedAtMs: 11 },
    'quotaTooFewLoans',
  ],
])('finds the first obstacle to a limit request: %s', (_, other, expected) => {
  expect(obstacleOf(facts(other))).toBe(expected);
});

test('counts how many loans a request still needs since the limit last rose', () => {
  expect(loansToGo(facts({ bills: [bill('a', 10), bill('b', 12)], changedAtMs: 11 }))).toBe(1);
  expect(loansToGo(facts({ bills: [bill('a', 10), bill('b', 12), bill('c', 14)] }))).toBe(0);
});

test('offers limits above the current one, in whole steps and up to the maximum', () => {
  const may = (wanted: number) => isLimitOffered(good, pesos(wanted));
  expect([80_000, 85_000, 90_000, 300_000, 310_000].map(may)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

const anyBill = fc
  .record({
    id: fc.uuid(),
    settled: fc.option(fc.integer({ min: 1, max: 28 })),
    lastFree: fc.integer({ min: 1, max: 28 }),
    isRepaid: fc.boolean(),
  })
  .map(({ id, settled, lastFree, isRepaid }) =>
    bill(id, settled, lastFree, { isRepaid: settled !== null && isRepaid }),
  );

test('an offer is at most one step and one approver’s maximum, and no late bill raises it', () => {
  fc.assert(
    fc.property(
      fc.array(anyBill, { maxLength: 6 }),
      fc.integer({ min: 6, max: 30 }),
      (bills, tens) => {
        const situation = facts({ bills, limitCentavos: pesos(tens * 10_000) });
        const offer = offerOf(situation);
        if (offer) {
          expect(offer.toCentavos).toBeLessThanOrEqual(
            Math.min(
              terms.twoPeopleAboveCentavos,
              situation.limitCentavos + offer.loanIds.length * terms.growthCentavos,
            ),
          );
          expect(offer.toCentavos).toBeGreaterThan(situation.limitCentavos);
          expect(offer.loanIds).toHaveLength(1);
        }
        const later = offerOf({ ...situation, bills: [...bills, bill('late', 28, 1)] });
        expect(later?.toCentavos ?? 0).toBeLessThanOrEqual(offer?.toCentavos ?? 0);
      },
    ),
  );
});

test.each<[string, Partial<LimitFacts>, string]>([
  ['nothing repaid', { bills: [bill('a', null)] }, ''],
  [
    'one step used, one earned',
    { bills: [bill('b', 12), bill('a', 10)], usedLoanIds: new Set(['a']) },
    '10 taken, 12 earned',
  ],
  ['repaid too soon', { bills: [bill('a', 10, 20, { isBorrowedHalfTerm: false })] }, '10 tooShort'],
  ['late after one on time', { bills: [bill('a', 10), bill('b', 21)] }, '10 cancelled, 21 late'],
  [
    'on time again after a late one',
    { bills: [bill('b', 21), bill('c', 24, 28)] },
    '21 late, 24 earned',
  ],
  [
    'of seven the newest six',
    { bills: Array.from('abcdefg', (id, nth) => bill(id, 10 + nth)) },
    [11, 12, 13, 14, 15, 16].map((on) => `${on} earned`).join(', '),
  ],
])('shows how loans count towards a limit: %s', (_, other, expected) => {
  const climb = climbOf(facts(other)).map(
    ({ settledOn, counts }) => `${Number(settledOn.slice(8))} ${counts}`,
  );
  expect(climb.join(', ')).toBe(expected);
});

test('a step is earned if and only if climbOf shows an earned loan', () => {
  const aBill = fc.record({
    settled: fc.integer({ min: 1, max: 24 }),
    lastFree: fc.integer({ min: 1, max: 28 }),
    isBorrowedHalfTerm: fc.boolean(),
    isTaken: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(aBill, { maxLength: 6 }), (all) => {
      const bills = all.map(({ settled, lastFree, isBorrowedHalfTerm }, nth) =>
        bill(`l${nth}`, settled, lastFree, { isBorrowedHalfTerm }),
      );
      const usedLoanIds = new Set(all.flatMap(({ isTaken }, nth) => (isTaken ? [`l${nth}`] : [])));
      const situation = facts({ bills, usedLoanIds });
      expect(climbOf(situation).some(({ counts }) => counts === 'earned')).toBe(
        earnedStepOf(situation) !== null,
      );
    }),
  );
});
