// The review's rules as data: what is not accepted, and that every reason of the shipped sets has a
// text in every language.
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

test('what ships can be used from its first day on', () => {
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

test('sets may follow each other', () => {
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
    'a threshold that is none',
    [rulesWith('sameDevice', { peopleFrom: 0 })],
    /^Review rules 2026-11 cannot be used: rules\.\d+\.peopleFrom: /,
  ],
  ['a threshold too much', [rulesWith('onePicture', { colour: 'red' })], /rules\.\d+\.colour: /],
  [
    'a rule twice',
    [{ ...good, rules: [...good.rules, good.rules[0]] }],
    /: rules: a rule stands twice\.$/,
  ],
  [
    'an age below capacity to contract',
    [rulesWith('ageOutOfRange', { least: 17 })],
    /rules\.0\.least: /,
  ],
  [
    'ages the wrong way round',
    [rulesWith('ageOutOfRange', { least: 60, most: 20 })],
    /the least age is above the most\.$/,
  ],
  [
    'a doubt that refuses by itself',
    [rulesWith('sanctioned', { says: 'rejected', reasonGroup: 'other' })],
    /rules\.\d+\.says: /,
  ],
  [
    'no sanctions rule',
    [rulesWithout('sanctioned')],
    /none of .*sanctioned.* may be left out or only noted\.$/,
  ],
  [
    'a sanctions rule that is only noted',
    [rulesWith('sanctioned', { says: 'note' })],
    /may be left out or only noted\.$/,
  ],
  [
    'a day that is none',
    [{ ...good, startsOn: '2026-02-30' }],
    /startsOn: no day of the calendar\.$/,
  ],
  [
    'no version',
    [{ ...good, version: undefined }],
    /^Review rules number 1 cannot be used: version: /,
  ],
  [
    'two from one day on',
    [good, { ...later, startsOn: good.startsOn }],
    /^Review rules 2027-01 start on 2020-01-01, not after 2026-11 of 2020-01-01\.$/,
  ],
  [
    'an older one last',
    [later, good],
    /^Review rules 2026-11 start on 2020-01-01, not after 2027-01 of 2027-01-01\.$/,
  ],
  [
    'one version twice',
    [good, { ...later, version: good.version }],
    /^There are two sets of review rules of the version 2026-11\.$/,
  ],
  ['none yet in force', [later], /^There are no review rules for 2026-11-22\.$/],
  ['none at all', [], /^There are no review rules for 2026-11-22\.$/],
])('%s stops the start with a sentence that names it', (_, sets, sentence) => {
  expect(whyRulesFail('2026-11-22', sets)).toMatch(sentence);
});

test('the start looks at the rules first', () => {
  const ports = {
    config: readConfig({}),
    clocks: manualClocks('2019-12-30T23:00:00Z'),
  } as Partial<AppPorts> as AppPorts;
  expect(() => createApp(ports)).toThrow(
    new CannotStart('There are no review rules for 2019-12-31.'),
  );
});

test('asking for a day before all rules is an error, not an answer', () => {
  expect(() => reviewRulesOn(Temporal.PlainDate.from('2019-12-31'))).toThrow(RulesWrong);
});

/** The words of a text id in one of the web app's catalogues. */
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

test.each(locales)('every rule that refuses has a reason, and what to improve, in %s', (locale) => {
  const refusing = readRuleSets(shippedRuleSets).flatMap(({ rules }) =>
    rules.filter((rule) => rule.says === 'rejected'),
  );
  expect(refusing.length).toBeGreaterThanOrEqual(5);
  for (const rule of refusing) {
    if (rule.says !== 'rejected') continue;
    // The server writes the reason and stores it as written; the screen adds what the borrower can
    // improve.
    for (const words of [
      say(locale, `reason.${rule.reasonGroup}`),
      wordsOf(locale, `credit.help.${rule.reasonGroup}`),
    ])
      expect(words.length).toBeGreaterThan(locale === 'zh' ? 6 : 20);
  }
});
