import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { emptyFields, saysNothing } from './checks.ts';
import { review } from './review.ts';
import { reviewRulesOn } from './rules.ts';
import { contacts, facts, good, hit, line, today } from './testing.ts';

const rules = reviewRulesOn(today);
const fired = (other: object) =>
  review(facts(other), rules, line).rulesFired.map((finding) => finding.rule);
const without = { employmentType: 'none', incomeBand: 'under10k' };

test('approves a good application with the limit of its income band', () => {
  expect(review(good, rules, line)).toEqual({
    outcome: 'approved',
    limitCentavos: 80_000_00,
    rulesVersion: rules.version,
    rulesFired: [],
    screened: { blocklist: 1, sanctions: 2 },
  });
});

test.each([
  [
    '17 years old',
    { personal: { bornOn: '2008-04-02' } },
    'age',
    { isBelow: true, least: 18, most: 70 },
  ],
  [
    '71 years old',
    { personal: { bornOn: '1955-04-01' } },
    'age',
    { isBelow: false, least: 18, most: 70 },
  ],
  ['without income', { work: { ...without, fundSource: 'allowance' } }, 'income', {}],
  ['without work, with a salary', { work: { ...without, fundSource: 'salary' } }, 'income', {}],
  ['an ID that has expired', { identity: { idExpiresOn: '2026-03-31' } }, 'identity', {}],
  [
    'no family',
    { contacts: contacts.map((contact) => ({ ...contact, relationship: 'friend' })) },
    'contacts',
    { phones: 4, phonesLeast: 4, hasFamily: false },
  ],
  [
    'the own number, changed since',
    { ownPhone: contacts[0]?.phone },
    'contacts',
    { phones: 3, phonesLeast: 4, hasFamily: true },
  ],
  [
    'a form without answers',
    { work: { employer: 'N/A', position: 'none', address: 'xxx' } },
    'information',
    { fields: 3 },
  ],
])('rejects an application: %s', (_, other, reasonGroup, reason) => {
  const decision = review(facts(other), rules, line);
  expect(decision).toMatchObject({ outcome: 'rejected', reasonGroup });
  expect(decision.rulesFired[0]?.facts).toEqual(reason);
  expect(decision.outcome === 'rejected' && decision.resubmitOn.toString()).toBe('2026-04-08');
});

const device = (daysAgo: number) => ({ applicationId: `of ${daysAgo}`, daysAgo });
test.each([
  ['70 years old', { personal: { bornOn: '1955-04-02' } }, 'approved', []],
  ['an ID that expires today', { identity: { idExpiresOn: '2026-04-01' } }, 'approved', []],
  [
    'a passport without its last day',
    { identity: { idType: 'passport', idNumber: 'P1234567A' } },
    'manual',
    ['idExpiryMissing'],
  ],
  [
    'living on a pension',
    { work: { ...without, fundSource: 'pension' } },
    'manual',
    ['incomeWithoutWork'],
  ],
  ['one field that says nothing', { work: { employer: 'wala' } }, 'manual', ['informationThin']],
  ['an ID number somebody else has', { sameIdNumber: ['a'] }, 'manual', ['sameIdNumber']],
  [
    'a picture somebody else has',
    { samePicture: { people: 2, applicationIds: ['a'] } },
    'manual',
    ['samePicture'],
  ],
  ['one picture for both', { isOnePicture: true }, 'manual', ['onePicture']],
  [
    'a phone shared with two',
    { sameDevice: [device(1), device(90)] },
    'approved',
    ['sharedDevice'],
  ],
  [
    'a phone shared with three',
    { sameDevice: [device(1), device(2), device(90)] },
    'manual',
    ['sameDevice'],
  ],
  [
    'a phone shared with three, long ago',
    { sameDevice: [device(91), device(92), device(93)] },
    'approved',
    [],
  ],
  ['a blocked number', { screened: { hits: [hit('blocklist')] } }, 'manual', ['blocklisted']],
  [
    'a listed name, a year apart',
    { screened: { hits: [hit('sanctions', 1)] } },
    'manual',
    ['sanctioned'],
  ],
  ['a listed name, two years apart', { screened: { hits: [hit('sanctions', 2)] } }, 'approved', []],
  [
    'no sanctions list',
    { screened: { versions: { blocklist: 1, sanctions: null } } },
    'manual',
    ['notScreened'],
  ],
  [
    'no sanctions list in the sandbox',
    { screened: { isNeeded: false, versions: { blocklist: null, sanctions: null } } },
    'approved',
    [],
  ],
  ['no blocklist', { screened: { versions: { blocklist: null, sanctions: 1 } } }, 'approved', []],
  [
    'a blurred selfie',
    { pictureQuality: { idFront: null, selfie: { blur: 0.86, glare: 0 } } },
    'manual',
    ['pictureQuality'],
  ],
  [
    'a soft selfie',
    { pictureQuality: { idFront: null, selfie: { blur: 0.85, glare: 0.2 } } },
    'approved',
    [],
  ],
  [
    'a soft ID',
    { pictureQuality: { idFront: { blur: 0.61, glare: 0 }, selfie: null } },
    'manual',
    ['pictureQuality'],
  ],
  [
    'glare on the ID',
    { pictureQuality: { idFront: { blur: 0, glare: 0.06 }, selfie: null } },
    'manual',
    ['pictureQuality'],
  ],
  ['pictures nobody measured', { pictureQuality: { idFront: null, selfie: null } }, 'approved', []],
  [
    'three refusals within 90 days',
    { rejectedDaysAgo: [8, 40, 90] },
    'manual',
    ['earlierRejections'],
  ],
  ['two refusals and an old one', { rejectedDaysAgo: [8, 40, 91] }, 'approved', []],
  ['a loan overdue', { loans: { overdueNow: 1 } }, 'manual', ['loanOverdue']],
  ['one loan repaid late', { loans: { repaidLate: 1 } }, 'approved', []],
  ['two loans repaid late', { loans: { repaidLate: 2 } }, 'manual', ['loansRepaidLate']],
  [
    'an ID number of an unusual shape',
    { identity: { idNumber: '12345' } },
    'approved',
    ['idNumberUnusual'],
  ],
  [
    'a refusal outweighs a doubt',
    { sameIdNumber: ['a'], personal: { bornOn: '2010-01-01' } },
    'rejected',
    ['ageOutOfRange', 'sameIdNumber'],
  ],
])('decides an application and lists the fired rules: %s', (_, other, outcome, rulesFired) => {
  expect(review(facts(other), rules, line).outcome).toBe(outcome);
  expect(fired(other)).toEqual(rulesFired);
});

const link = { personal: { facebookLink: 'https://www.facebook.com/kunwari' } };
test.each([
  ['a Facebook link', link, 90_000_00],
  ['one loan on time', { loans: { repaidOnTime: 1 } }, 90_000_00],
  ['ten loans on time count as three', { loans: { repaidOnTime: 10 } }, 110_000_00],
  ['both', { ...link, loans: { repaidOnTime: 3 } }, 120_000_00],
])('a bonus raises the limit: %s', (_, other, limitCentavos) => {
  expect(review(facts(other), rules, line)).toMatchObject({ outcome: 'approved', limitCentavos });
});

test('no bonus raises a limit above the threshold for a second approver', () => {
  const low = { ...line, twoPeopleAboveCentavos: centavos(85_000_00) };
  expect(review(facts(link), rules, low)).toMatchObject({
    outcome: 'approved',
    limitCentavos: 85_000_00,
  });
  expect(review(facts({ ...link, isOnePicture: true }), rules, line).outcome).toBe('manual');
});

test('rejects with the reason group of the first rule that rejects', () => {
  const both = facts({
    identity: { idExpiresOn: '2020-01-01' },
    work: { ...without, fundSource: 'other' },
  });
  expect(review(both, rules, line)).toMatchObject({ reasonGroup: 'income' });
  expect(review(both, { ...rules, rules: rules.rules.toReversed() }, line)).toMatchObject({
    reasonGroup: 'identity',
  });
});

test('an expired ID no longer causes a rejection if its rule is weakened or removed', () => {
  const expired = facts({ identity: { idExpiresOn: '2020-01-01' } });
  const weaker = rules.rules.map((rule) =>
    rule.id === 'idExpired' ? { ...rule, says: 'manual' as const } : rule,
  );
  expect(review(expired, { ...rules, rules: weaker }, line)).toMatchObject({
    outcome: 'manual',
    rulesFired: [{ says: 'manual' }],
  });
  const none = rules.rules.filter((rule) => rule.id !== 'idExpired');
  expect(review(expired, { ...rules, rules: none }, line).outcome).toBe('approved');
});

test.each(['none', 'N/A', ' w a l a ', 'X', 'zzzz', '12', '- - -', 'ASDF', 'test'])(
  '"%s" counts as an uninformative answer',
  (text) => {
    expect(saysNothing(text)).toBe(true);
  },
);

test.each(['BDO', 'Ng', '12 Mabini St.', 'Nestlé', '北京', 'Blk 3 Lot 5', 'Nonesuch Trading'])(
  '"%s" counts as an informative answer',
  (text) => {
    expect(saysNothing(text)).toBe(false);
  },
);

test('checks the employer fields only if the person has an employer', () => {
  const nothing = { employer: 'none', position: 'none', address: 'none' };
  expect(emptyFields(good.personal, { ...nothing, employmentType: 'government' })).toBe(3);
  expect(emptyFields(good.personal, { ...nothing, employmentType: 'gig' })).toBe(0);
});
