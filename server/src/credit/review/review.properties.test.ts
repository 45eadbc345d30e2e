// Checks properties of every decision on generated facts.
import {
  type Contacts,
  employmentTypes,
  fundSources,
  idTypes,
  incomeBands,
  reasonGroups,
} from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RuleId } from '#/data/review-rules.ts';
import type { ReviewFacts } from './checks.ts';
import { type Decision, review } from './review.ts';
import { reviewRulesOn } from './rules.ts';
import { contacts, good, line, today } from './testing.ts';

const rules = reviewRulesOn(today);
const decide = (facts: ReviewFacts) => review(facts, rules, line);
/** Checks a property. A failure prints its seed. */
const holds = (property: fc.IProperty<unknown[]>) =>
  fc.assert(property as fc.IProperty<unknown>, { numRuns: 500 });
const rank = { rejected: 0, manual: 1, approved: 2 };

/** Generates the value `usual` most often, so that most cases have only one or two flaws. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>, weight = 12) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const words = mostly('Kunwari Trading', fc.constantFrom('none', 'N/A', 'x', 'zzz', 'Nestlé'), 5);
const phones = mostly(
  '+639170000000',
  fc.constantFrom('+639180000000', '+639180000001', '+639180000002'),
);
const ids = fc.array(fc.uuid(), { maxLength: 4 });
const measured = mostly(
  { blur: 0.1, glare: 0 },
  fc.option(fc.record({ blur: fc.float({ min: 0, max: 1 }), glare: fc.float({ min: 0, max: 1 }) })),
);
const someHit = fc.record({
  list: fc.constantFrom('blocklist' as const, 'sanctions' as const),
  version: fc.constant(1),
  line: fc.integer({ min: 2, max: 9 }),
  by: fc.constantFrom('phone' as const, 'nameAndYear' as const, 'name' as const),
  birthYearsApart: fc.nat(3),
});
const anyVersion = mostly<number | null>(1, fc.constant(null));

const anyFacts: fc.Arbitrary<ReviewFacts> = fc.record({
  today: fc.constant(today),
  personal: fc.record({
    bornOn: mostly(
      '1996-02-29',
      fc.integer({ min: 1930, max: 2020 }).map((year) => `${year}-06-15`),
    ),
    birthPlace: words,
    address: words,
    facebookLink: mostly<string | null>(null, fc.constant('https://www.facebook.com/kunwari')),
  }),
  contacts: mostly(
    contacts,
    fc.array(
      fc.record({
        name: fc.constant('A'),
        phone: phones,
        relationship: fc.constantFrom('parent', 'friend', 'oneself'),
      }),
      {
        minLength: 3,
        maxLength: 3,
      },
    ),
  ) as fc.Arbitrary<unknown> as fc.Arbitrary<Contacts>,
  work: fc.record({
    employmentType: mostly(
      'private',
      fc.constantFrom('none', 'none', 'none', 'none', ...employmentTypes),
      8,
    ),
    fundSource: fc.constantFrom(...fundSources),
    incomeBand: fc.constantFrom(...incomeBands),
    employer: words,
    position: words,
    address: words,
  }),
  identity: fc.record({
    idType: mostly('umid', fc.constantFrom('passport', 'prc', ...idTypes), 3),
    idNumber: fc.constantFrom('123456789012', 'P1234567A', '12345'),
    idExpiresOn: mostly<string | null>(
      '2031-01-01',
      fc.constantFrom(null, null, '2026-03-31', '2026-04-01'),
      4,
    ),
  }),
  ownPhone: phones,
  sameIdNumber: mostly<readonly string[]>([], ids),
  samePicture: mostly(
    { people: 0, applicationIds: [] as readonly string[] },
    fc.record({ people: fc.nat(4), applicationIds: ids }),
  ),
  isOnePicture: mostly(false, fc.boolean()),
  pictureQuality: fc.record({ idFront: measured, selfie: measured }),
  rejectedDaysAgo: mostly<readonly number[]>([], fc.array(fc.nat(200), { maxLength: 6 })),
  sameDevice: mostly<ReviewFacts['sameDevice']>(
    [],
    fc.array(fc.record({ applicationId: fc.uuid(), daysAgo: fc.nat(200) }), { maxLength: 6 }),
  ),
  screened: fc.record({
    isNeeded: fc.boolean(),
    versions: fc.record({ blocklist: anyVersion, sanctions: anyVersion }),
    hits: mostly<ReviewFacts['screened']['hits']>([], fc.array(someHit, { maxLength: 3 })),
  }),
  loans: mostly(
    good.loans,
    fc.record({ repaidOnTime: fc.nat(5), repaidLate: fc.nat(4), overdueNow: fc.nat(2) }),
  ),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<ReviewFacts>;

/** Changes that each add one negative fact. */
const worse: Readonly<Record<string, (facts: ReviewFacts) => Partial<ReviewFacts>>> = {
  'too young': ({ personal }) => ({ personal: { ...personal, bornOn: '2015-01-01' as never } }),
  'no work and no income': ({ work }) => ({
    work: { ...work, employmentType: 'none', fundSource: 'other' },
  }),
  'the ID has expired': ({ identity }) => ({
    identity: { ...identity, idExpiresOn: '2020-01-01' as never },
  }),
  'the references are one': ({ contacts: [contact] }) => ({
    contacts: [contact, contact, contact] as Contacts,
  }),
  'a field says nothing': ({ personal }) => ({ personal: { ...personal, birthPlace: 'none' } }),
  'another field says nothing': ({ work }) => ({ work: { ...work, employer: 'none' } }),
  'the same ID number': ({ sameIdNumber }) => ({ sameIdNumber: [...sameIdNumber, 'another'] }),
  'the same picture': ({ samePicture }) => ({
    samePicture: { ...samePicture, people: samePicture.people + 1 },
  }),
  'one picture twice': () => ({ isOnePicture: true }),
  'one more on the same device': ({ sameDevice }) => ({
    sameDevice: [...sameDevice, { applicationId: 'another', daysAgo: 1 }],
  }),
  'a hit in a list': ({ screened }) => ({
    screened: {
      ...screened,
      hits: [
        ...screened.hits,
        { list: 'sanctions', version: 1, line: 3, by: 'name', birthYearsApart: 0 },
      ],
    },
  }),
  'a blurred picture': ({ pictureQuality }) => ({
    pictureQuality: { ...pictureQuality, selfie: { blur: 1, glare: 1 } },
  }),
  'one more refusal': ({ rejectedDaysAgo }) => ({ rejectedDaysAgo: [...rejectedDaysAgo, 8] }),
  'a loan overdue': ({ loans }) => ({ loans: { ...loans, overdueNow: loans.overdueNow + 1 } }),
  'a loan repaid late': ({ loans }) => ({ loans: { ...loans, repaidLate: loans.repaidLate + 1 } }),
  'one loan on time less': ({ loans }) => ({
    loans: { ...loans, repaidOnTime: Math.max(0, loans.repaidOnTime - 1) },
  }),
};

function expectNoBetter(after: Decision, before: Decision): void {
  expect(rank[after.outcome]).toBeLessThanOrEqual(rank[before.outcome]);
  if (after.outcome === 'approved' && before.outcome === 'approved')
    expect(after.limitCentavos).toBeLessThanOrEqual(before.limitCentavos);
}

test('equal facts lead to equal decisions, and each outcome follows from the findings', () => {
  holds(
    fc.property(anyFacts, (some) => {
      const decision = decide(some);
      expect(
        decide({ ...some, personal: { ...some.personal }, contacts: [...some.contacts] }),
      ).toEqual(decision);
      const says = decision.rulesFired.map((finding) => finding.says);
      expect(decision.outcome).toBe(
        says.includes('rejected') ? 'rejected' : says.includes('manual') ? 'manual' : 'approved',
      );
      if (decision.outcome === 'rejected') expect(reasonGroups).toContain(decision.reasonGroup);
    }),
  );
});

test('stores only counts and booleans in findings', () => {
  holds(
    fc.property(anyFacts, (some) => {
      for (const finding of decide(some).rulesFired) {
        for (const fact of Object.values(finding.facts))
          expect(['number', 'boolean']).toContain(typeof fact);
        const text = JSON.stringify(finding);
        for (const secret of [
          some.personal.bornOn,
          some.ownPhone,
          some.identity.idNumber,
          'Kunwari',
          'facebook.com',
        ])
          expect(text).not.toContain(secret);
      }
    }),
  );
});

slow('a higher income never lowers the limit', () => {
  holds(
    fc.property(anyFacts, fc.nat(3), fc.nat(3), (some, a, b) => {
      const at = (band: number) =>
        decide({ ...some, work: { ...some.work, incomeBand: incomeBands[band] ?? 'under10k' } });
      const [low, high] = [at(Math.min(a, b)), at(Math.max(a, b))];
      expect(high.outcome).toBe(low.outcome);
      expectNoBetter(low, high);
    }),
  );
});

slow.each(Object.keys(worse))('one more negative fact never improves a decision: %s', (name) => {
  holds(
    fc.property(anyFacts, (some) =>
      expectNoBetter(decide({ ...some, ...worse[name]?.(some) }), decide(some)),
    ),
  );
});

test('a Facebook link never worsens a decision', () => {
  holds(
    fc.property(anyFacts, (some) => {
      const linked = {
        ...some,
        personal: { ...some.personal, facebookLink: 'https://www.facebook.com/kunwari' as never },
      };
      expectNoBetter(
        decide({ ...some, personal: { ...some.personal, facebookLink: null } }),
        decide(linked),
      );
    }),
  );
});

/** Facts that may be unknown, each with its worst possible value. */
const unknown: Readonly<
  Record<string, (facts: ReviewFacts) => { unknown: ReviewFacts; worst: ReviewFacts }>
> = {
  'the last day of an ID that has one': (some) => {
    const identity = { ...some.identity, idType: 'passport' as const };
    return {
      unknown: { ...some, identity: { ...identity, idExpiresOn: null } },
      worst: { ...some, identity: { ...identity, idExpiresOn: '2020-01-01' as never } },
    };
  },
  'what a list would say': (some) => ({
    unknown: {
      ...some,
      screened: { isNeeded: true, versions: { blocklist: 1, sanctions: null }, hits: [] },
    },
    worst: {
      ...some,
      screened: {
        isNeeded: true,
        versions: { blocklist: 1, sanctions: 1 },
        hits: [{ list: 'sanctions', version: 1, line: 2, by: 'name', birthYearsApart: 0 }],
      },
    },
  }),
  'how sharp the pictures are': (some) => ({
    unknown: { ...some, pictureQuality: { idFront: null, selfie: null } },
    worst: {
      ...some,
      pictureQuality: { idFront: { blur: 1, glare: 1 }, selfie: { blur: 1, glare: 1 } },
    },
  }),
};

test.each(Object.keys(unknown))(
  'never approves if the worst value of an unknown fact would be rejected: %s',
  (name) => {
    holds(
      fc.property(anyFacts, (some) => {
        const both = unknown[name]?.(some);
        if (both && decide(both.worst).outcome === 'rejected')
          expect(decide(both.unknown).outcome).not.toBe('approved');
      }),
    );
  },
);

test('never approves an unscreened applicant if screening is required', () => {
  holds(
    fc.property(anyFacts, ({ screened, ...some }) => {
      const unscreened = {
        ...some,
        screened: { ...screened, isNeeded: true, versions: { blocklist: 1, sanctions: null } },
      };
      expect(decide(unscreened).outcome).not.toBe('approved');
    }),
  );
});

test('the order of the rules changes only the reason for a rejection', () => {
  holds(
    fc.property(
      anyFacts,
      fc.shuffledSubarray([...rules.rules], { minLength: rules.rules.length }),
      (some, shuffled) => {
        const [ordered, unordered] = [
          decide(some),
          review(some, { ...rules, rules: shuffled }, line),
        ];
        expect(unordered.outcome).toBe(ordered.outcome);
        if (ordered.outcome === 'approved' && unordered.outcome === 'approved')
          expect(unordered.limitCentavos).toBe(ordered.limitCentavos);
        expect(new Set(unordered.rulesFired.map((finding) => finding.rule))).toEqual(
          new Set(ordered.rulesFired.map((finding) => finding.rule)),
        );
      },
    ),
  );
});

test('never rejects an application only because of a doubt about identity', () => {
  const mayRefuse: readonly string[] = [
    'ageOutOfRange',
    'noIncome',
    'idExpired',
    'contactsNotEnough',
    'informationMissing',
  ];
  holds(
    fc.property(anyFacts, (some) => {
      for (const finding of decide(some).rulesFired)
        if (finding.says === 'rejected') expect(mayRefuse).toContain(finding.rule);
    }),
  );
});

slow('the generated facts trigger every rule and every outcome often enough', () => {
  const counts = new Map<string, number>();
  for (const some of fc.sample(anyFacts, { numRuns: 10_000, seed: 5 })) {
    const { outcome, rulesFired } = decide(some);
    for (const name of [outcome, ...rulesFired.map((finding) => finding.rule)])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rare = rules.rules
    .map((rule): RuleId => rule.id)
    .filter((id) => (counts.get(id) ?? 0) < 100);
  expect(rare).toEqual([]);
  for (const outcome of Object.keys(rank))
    expect(counts.get(outcome) ?? 0).toBeGreaterThanOrEqual(500);
});
