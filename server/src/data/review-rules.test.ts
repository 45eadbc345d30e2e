import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { type AppPorts, createApp } from '#/app.ts';
import { agesOf, reviewRulesOn, ruleIn } from '#/credit/review/rules.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { manualClocks } from '#/platform/clock.ts';
import { readConfig } from '#/platform/config.ts';
import { say } from '#/texts/say.ts';
import { reviewRules202611 as good } from './review-rules/2026-11.ts';
import { RulesWrong, readRuleSets, shippedRuleSets, whyRulesFail } from './review-rules.ts';

const later = { ...good, version: '2027-01', startsOn: '2027-01-01' };
const rulesWith = (id: string, change: object) => ({
  ...good,
  rules: good.rules.map((rule) => (rule.id === id ? { ...rule, ...change } : rule)),
});
const rulesWithout = (id: string) => ({
  ...good,
  rules: good.rules.filter((rule) => rule.id !== id),
});

test('the shipped review rules are valid', () => {
  const sets = readRuleSets(shippedRuleSets);
  expect(sets.length).toBeGreaterThan(0);
  expect(whyRulesFail('2026-11-22')).toBeNull();
  expect(agesOf(reviewRulesOn(Temporal.PlainDate.from('2026-11-22')))).toEqual({
    least: 18,
    most: 70,
  });
  expect(ruleIn(reviewRulesOn(Temporal.PlainDate.from('2026-11-22')), 'sameDevice')).toMatchObject({
    peopleFrom: 3,
    withinDays: 90,
  });
});

test('accepts a later rule set after an earlier one', () => {
  expect(readRuleSets([good, later]).map((set) => set.version)).toEqual(['2026-11', '2027-01']);
});

test.each<[string, unknown[], RegExp]>([
  [
    'an unknown rule',
    [
      {
        ...good,
        rules: [...good.rules, { id: 'hairColour', says: 'rejected', reasonGroup: 'other' }],
      },
    ],
    /^Review rules 2026-11 cannot be used: rules\.23\.id: /,
  ],
  [
    'an invalid threshold',
    [rulesWith('sameDevice', { peopleFrom: 0 })],
    /^Review rules 2026-11 cannot be used: rules\.\d+\.peopleFrom: /,
  ],
  ['an unknown threshold', [rulesWith('onePicture', { colour: 'red' })], /rules\.\d+\.colour: /],
  [
    'a rule twice',
    [{ ...good, rules: [...good.rules, good.rules[0]] }],
    /: rules: a rule occurs twice\.$/,
  ],
  [
    'an age below capacity to contract',
    [rulesWith('ageOutOfRange', { least: 17 })],
    /rules\.0\.least: /,
  ],
  [
    'a least age above the most',
    [rulesWith('ageOutOfRange', { least: 60, most: 20 })],
    /the least age is above the most\.$/,
  ],
  [
    'a rule for staff that refuses by itself',
    [rulesWith('sanctioned', { says: 'rejected', reasonGroup: 'other' })],
    /rules\.\d+\.says: /,
  ],
  [
    'no sanctions rule',
    [rulesWithout('sanctioned')],
    /sanctioned.* must all be present and not only notes\.$/,
  ],
  [
    'a sanctions rule that is only a note',
    [rulesWith('sanctioned', { says: 'note' })],
    /must all be present and not only notes\.$/,
  ],
  [
    'an impossible day',
    [{ ...good, startsOn: '2026-02-30' }],
    /startsOn: no day of the calendar\.$/,
  ],
  [
    'no version',
    [{ ...good, version: undefined }],
    /^Review rules number 1 cannot be used: version: /,
  ],
  [
    'two sets from the same day',
    [good, { ...later, startsOn: good.startsOn }],
    /^Review rules 2027-01 start on 2020-01-01, not after 2026-11 of 2020-01-01\.$/,
  ],
  [
    'an older set last',
    [later, good],
    /^Review rules 2026-11 start on 2020-01-01, not after 2027-01 of 2027-01-01\.$/,
  ],
  [
    'a version that occurs twice',
    [good, { ...later, version: good.version }],
    /^There are two sets of review rules with the version 2026-11\.$/,
  ],
  ['no set in force yet', [later], /^There are no review rules for 2026-11-22\.$/],
  ['no set at all', [], /^There are no review rules for 2026-11-22\.$/],
])('the server does not start with invalid review rules: %s', (_, sets, sentence) => {
  expect(whyRulesFail('2026-11-22', sets)).toMatch(sentence);
});

test('the server checks the review rules when it starts', () => {
  const ports = {
    config: readConfig({}),
    clocks: manualClocks('2019-12-30T23:00:00Z'),
  } as Partial<AppPorts> as AppPorts;
  expect(() => createApp(ports)).toThrow(
    new CannotStart('There are no review rules for 2019-12-31.'),
  );
});

test('looking up the rules for a day before the first set throws an error', () => {
  expect(() => reviewRulesOn(Temporal.PlainDate.from('2019-12-31'))).toThrow(RulesWrong);
});

/** Returns a text from the web app. */
function wordsOf(locale: string, id: string): string {
  const source = fs.readFileSync(
    path.join(import.meta.dirname, '../../../web/src/i18n', locale, 'credit.po'),
    'utf8',
  );
  return (
    new RegExp(`^msgid "${id.replaceAll('.', '\\.')}"\\nmsgstr "(.*)"$`, 'm').exec(source)?.[1] ??
    ''
  );
}

test.each(locales)('every rejecting rule has a reason and advice in %s', (locale) => {
  const refusing = readRuleSets(shippedRuleSets).flatMap(({ rules }) =>
    rules.filter((rule) => rule.says === 'rejected'),
  );
  expect(refusing.length).toBeGreaterThanOrEqual(5);
  for (const rule of refusing) {
    if (rule.says !== 'rejected') continue;
    // The server stores the reason's text, and the screen adds the advice.
    for (const words of [
      say(locale, `reason.${rule.reasonGroup}`),
      wordsOf(locale, `credit.help.${rule.reasonGroup}`),
    ])
      expect(words.length).toBeGreaterThan(locale === 'zh' ? 6 : 20);
  }
});
