// Every sentence that claims something about its reader's money, limit or loans must have a
// predicate, or be listed as true in every state.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { trashDays } from '@sandali/server/context/stored-files.ts';
import { readPo } from '@sandali/server/texts/po.ts';
import { expect, test } from 'vitest';
import { claims, messageClaims, notWalked } from './claims.ts';
import { plain, plainMessages } from './plain.ts';

const textsOf = (file: string) =>
  readPo(fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'));
const screens = new Map(
  ['credit', 'home', 'loan', 'repayment'].flatMap((name) => [
    ...textsOf(`web/src/i18n/en/${name}.po`),
  ]),
);
const server = textsOf('server/src/texts/en.po');

/** Matches words that make claims about money, limits and loans. */
const claiming =
  /\b(owe|owes|owed|nothing|no late charge|added|costs you nothing|free\b|over\.|repaid|returned|borrow|yours|is open|cheapest|costliest|has arrived|extends?|extended|coupon|late charge|closed|in all)\b/i;
/** Documents and statements, which have their own tests. */
const ofPapers = /^(documents|verify|statement)\./;

test('each claim on a screen has a predicate or is listed as true in every state', () => {
  const claimingIds = [...screens]
    .filter(([id, words]) => claiming.test(words.replaceAll('\u00a0', ' ')) && !ofPapers.test(id))
    .map(([id]) => id);
  const listed = new Set([...Object.keys(claims), ...plain]);
  expect(claimingIds.filter((id) => !listed.has(id))).toEqual([]);
  expect(plain.filter((id) => !claimingIds.includes(id))).toEqual([]);
  expect(Object.keys(claims).filter((id) => !screens.has(id))).toEqual([]);
  expect(notWalked.filter((id) => !claims[id] && !messageClaims[id.slice(4)])).toEqual([]);
});

test('each message has a predicate or is listed as true in every state', () => {
  const kinds = [...server.keys()]
    .filter((id) => id.startsWith('sms.') && !id.startsWith('sms.code.'))
    .map((id) => id.slice(4));
  expect(kinds.toSorted()).toEqual([...Object.keys(messageClaims), ...plainMessages].toSorted());
});

/** Clauses that grant a right, with the words that name its limits in each language. */
const exceptions: Record<string, Record<(typeof locales)[number], RegExp>> = {
  'document.agreement.coolingWords': {
    en: /An extension ends this right/,
    fil: /kapag nag-extend/,
    vi: /Khi gia hạn/,
    zh: /展期后/,
  },
  'document.agreement.extendWords': {
    en: /unless that would exceed a legal cap/,
    fil: /maliban kung lalampas/,
    vi: /trừ khi vượt mức trần/,
    zh: /超出法定上限/,
  },
  'document.agreement.earlyWords': {
    en: /fees are not returned/,
    fil: /hindi ibinabalik/,
    vi: /không được hoàn lại/,
    zh: /不退/,
  },
  'document.disclosure.early': {
    en: /fees are not returned/,
    fil: /hindi na ibinabalik/,
    vi: /không được hoàn lại/,
    zh: /不退/,
  },
  'document.plan.rule': {
    en: /within the cap/,
    fil: /cap sa ibaba/,
    vi: /mức trần dưới đây/,
    zh: /不超过下述上限/,
  },
};

test.each(locales)('every clause that grants a right also states its limits: %s', (locale) => {
  const texts = textsOf(`server/src/texts/${locale}.po`);
  for (const [id, words] of Object.entries(exceptions))
    expect(texts.get(id), id).toMatch(words[locale]);
});

test.each(locales)('no text promises free payment at a borrower’s own bank: %s', (locale) => {
  const texts = [
    ...textsOf(`server/src/texts/${locale}.po`),
    ...['loan', 'repayment', 'legal', 'notifications'].flatMap((name) => [
      ...textsOf(`web/src/i18n/${locale}/${name}.po`),
    ]),
  ];
  const free = {
    en: /free on (every|any) channel|costs nothing on any channel/,
    fil: /Libre ang pagbabayad/,
    vi: /kênh nào cũng miễn phí|kênh đều không mất phí/,
    zh: /还款均免手续费/,
  }[locale];
  expect(texts.filter(([, words]) => free.test(words)).map(([id]) => id)).toEqual([]);
});

/** Patterns for "on it" or "for it" in the other languages, which limit a text to one loan. */
const about = {
  fil: /dito|loan na ito/,
  vi: /khoản này|khoản vay này/i,
  zh: /这笔|为此|此账单|该借款/,
};

test.each(['fil', 'vi', 'zh'] as const)(
  'a text about one repaid loan does not claim that nothing else is owed: %s',
  (locale) => {
    const files = fs
      .readdirSync(path.join(import.meta.dirname, '../web/src/i18n/en'))
      .filter((name) => name.endsWith('.po'));
    const pairs = [
      ['server/src/texts/en.po', `server/src/texts/${locale}.po`],
      ...files.map((name) => [`web/src/i18n/en/${name}`, `web/src/i18n/${locale}/${name}`]),
    ] as [string, string][];
    const wider = pairs.flatMap(([english, translated]) => {
      const words = textsOf(translated);
      return [...textsOf(english)].flatMap(([id, text]) =>
        /(owe nothing|nothing more is owed) (yet )?(on|for) it|owe nothing for it yet/i.test(
          text,
        ) && !about[locale].test(words.get(id) ?? '')
          ? [id]
          : [],
      );
    });
    expect(wider).toEqual([]);
  },
);

test('texts in every language state how many days pass until deleted pictures are gone', () => {
  for (const locale of locales) {
    const mentions = (name: string, id: string) =>
      textsOf(`web/src/i18n/${locale}/${name}.po`).get(id)?.match(/31/g)?.length;
    expect([
      locale,
      trashDays + 1,
      mentions('privacy', 'data.delete.goes'),
      mentions('privacy', 'data.delete.now'),
    ]).toEqual([locale, 31, 1, 1]);
    expect([locale, mentions('legal', 'privacy.keeping.words')]).toEqual([locale, 1]);
  }
});
