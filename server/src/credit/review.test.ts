import { incomeBands, reasonGroups } from '@sandali/contract/credit.ts';
import { centavos } from '@sandali/contract/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReviewFacts, review } from './review.ts';
import { reviewRulesOn } from './review-rules.ts';

const today = Temporal.PlainDate.from('2026-04-01');
const rules = reviewRulesOn(today);
const limits = {
  under10k: centavos(60_000_00),
  from10to20k: centavos(60_000_00),
  from20to40k: centavos(80_000_00),
  over40k: centavos(100_000_00),
};
const contacts = ['parent', 'friend', 'colleague'].map((relationship, i) => ({ name: 'A', phone: `+63918000000${i}`, relationship }));
const good = {
  today,
  personal: { bornOn: '1996-02-29' },
  contacts,
  work: { employmentType: 'private', fundSource: 'salary', incomeBand: 'from20to40k' },
  identity: { idExpiresOn: null },
  ownPhone: '+639170000000',
  othersWithSameId: 0,
  othersWithSamePicture: 0,
  isOnePicture: false,
  pictureQuality: { idFront: { blur: 0.1, glare: 0 }, selfie: null },
} as unknown as ReviewFacts;
const facts = (other: object): ReviewFacts => ({ ...good, ...other });
const without = { employmentType: 'none', incomeBand: 'under10k' };

test('a good application is approved with the limit of its income band', () => {
  expect(review(good, rules, limits)).toEqual({
    outcome: 'approved',
    limitCentavos: 80_000_00,
    rulesVersion: rules.version,
    rulesFired: [],
  });
});

test.each([
  ['17 years old', { personal: { bornOn: '2008-04-02' } }, 'age'],
  ['71 years old', { personal: { bornOn: '1955-04-01' } }, 'age'],
  ['without income', { work: { ...without, fundSource: 'allowance' } }, 'income'],
  ['without work, with a salary', { work: { ...without, fundSource: 'salary' } }, 'income'],
  ['an ID that has expired', { identity: { idExpiresOn: '2026-03-31' } }, 'identity'],
  ['no family', { contacts: contacts.map((one) => ({ ...one, relationship: 'friend' })) }, 'contacts'],
  ['the own number, changed since', { ownPhone: contacts[0]?.phone }, 'contacts'],
])('%s is refused', (_, other, reasonGroup) => {
  const decision = review(facts(other), rules, limits);
  expect(decision).toMatchObject({ outcome: 'rejected', reasonGroup });
  expect(decision.outcome === 'rejected' && decision.resubmitOn.toString()).toBe('2026-04-08');
});

test.each([
  ['70 years old', { personal: { bornOn: '1955-04-02' } }, 'approved', []],
  ['an ID that expires today', { identity: { idExpiresOn: '2026-04-01' } }, 'approved', []],
  ['living on a pension', { work: { ...without, fundSource: 'pension' } }, 'manual', ['incomeWithoutWork']],
  ['an ID number somebody else has', { othersWithSameId: 1 }, 'manual', ['sameIdNumber']],
  ['a picture somebody else has', { othersWithSamePicture: 2 }, 'manual', ['samePicture']],
  ['one picture for both', { isOnePicture: true }, 'manual', ['onePicture']],
  [
    'a refusal outweighs a doubt',
    { othersWithSameId: 1, personal: { bornOn: '2010-01-01' } },
    'rejected',
    ['ageOutOfRange', 'sameIdNumber'],
  ],
])('%s', (_, other, outcome, fired) => {
  const decision = review(facts(other), rules, limits);
  expect(decision.outcome).toBe(outcome);
  expect(decision.rulesFired.map((finding) => finding.rule)).toEqual(fired);
});

const anyFacts = fc
  .record({
    bornOn: fc.integer({ min: 1940, max: 2015 }).map((year) => `${year}-06-15`),
    employmentType: fc.constantFrom('private', 'none', 'student', 'pensioner'),
    fundSource: fc.constantFrom('salary', 'pension', 'allowance', 'other'),
    incomeBand: fc.constantFrom(...incomeBands),
    othersWithSameId: fc.nat(2),
    othersWithSamePicture: fc.nat(2),
    isOnePicture: fc.boolean(),
  })
  .map(({ bornOn, employmentType, fundSource, incomeBand, ...rest }) =>
    facts({ ...rest, personal: { bornOn }, work: { employmentType, fundSource, incomeBand } }),
  );

test('the same facts give the same decision, and every decision can be explained', () => {
  fc.assert(
    fc.property(anyFacts, (some) => {
      const decision = review(some, rules, limits);
      expect(review(structuredCloneOf(some), rules, limits)).toEqual(decision);
      expect(decision.rulesFired.length === 0).toBe(decision.outcome === 'approved');
      if (decision.outcome === 'rejected') expect(reasonGroups).toContain(decision.reasonGroup);
    }),
  );
});

test('more income never lowers the limit, and never turns a yes into a no', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(3), fc.nat(3), (some, a, b) => {
      const at = (band: number) => review({ ...some, work: { ...some.work, incomeBand: incomeBands[band] ?? 'under10k' } }, rules, limits);
      const [low, high] = [at(Math.min(a, b)), at(Math.max(a, b))];
      expect(high.outcome).toBe(low.outcome);
      if (low.outcome === 'approved' && high.outcome === 'approved') expect(high.limitCentavos).toBeGreaterThanOrEqual(low.limitCentavos);
    }),
  );
});

test('a doubt never makes an answer better', () => {
  const rank = { rejected: 0, manual: 1, approved: 2 };
  fc.assert(
    fc.property(anyFacts, (some) => {
      const calm = review({ ...some, othersWithSameId: 0, othersWithSamePicture: 0, isOnePicture: false }, rules, limits);
      expect(rank[review(some, rules, limits).outcome]).toBeLessThanOrEqual(rank[calm.outcome]);
    }),
  );
});

function structuredCloneOf(some: ReviewFacts): ReviewFacts {
  return { ...some, personal: { ...some.personal }, work: { ...some.work }, contacts: [...some.contacts] };
}
