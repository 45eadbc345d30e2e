// In every language, the disclosure statement and the loan agreement state every figure of the
// price. Each wording has a version.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Arrival } from '@sandali/contract/arrival.ts';
import { type PayoutChannel, pickupChannels } from '@sandali/contract/channel.ts';
import { asDay } from '@sandali/contract/day.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { chains } from '#/data/chains.ts';
import { holidaySet } from '#/data/holidays/holidays.ts';
import { factsForWire, priceOf } from '#/loan/apply/offer.ts';
import { readPo } from '#/texts/po.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';
import { loanText } from './disclosure.ts';
import { percent, ruleName, type TextFacts } from './figures.ts';
import { lender } from './testing.ts';
import { textVersion, textVersions } from './text-versions.ts';

const pesos = (whole: number) => centavos(whole * 100);
const borrower = {
  name: 'Dalisay Peña Halimbawa',
  address: '7 Kalye Mabini, Poblacion, Makati City, Metro Manila',
};

function factsOf(
  principalCentavos: Centavos,
  termDays: number,
  coupon: { kind: 'serviceFee' | 'interest'; amountCentavos: Centavos } | null = null,
  arrival: Arrival = { rail: null, how: 'minutes', minutes: 10, on: asDay('2026-11-20') },
) {
  const app = { catalogue: defaultCatalogue, holidays: holidaySet() };
  const priced = priceOf(app, {
    principalCentavos,
    termDays,
    channel: 'bankCard',
    today: asDay('2026-11-20'),
    coupon: coupon ? { ...coupon, minimumLoanCentavos: pesos(1) } : null,
  });
  if ('refused' in priced) throw new Error(priced.refused);
  return factsForWire(app, priced, { channel: 'bankCard', arrival });
}

const receiver = { label: 'BDO Unibank', last4: '4821' };
const plain = factsOf(pesos(60_000), 8);
// A payout sent after Friday's cut-off arrives on Monday, the next working day.
const byBatch = factsOf(pesos(60_000), 8, null, {
  rail: 'pesonet',
  how: 'later',
  minutes: 0,
  on: asDay('2026-11-23'),
});
const prices: readonly [string, TextFacts][] = [
  ['₱60,000 for 8 days', { facts: plain, lender, receiver, borrower, chains }],
  [
    'a coupon off the fee',
    {
      facts: factsOf(pesos(60_000), 15, { kind: 'serviceFee', amountCentavos: pesos(200) }),
      lender,
      receiver,
      borrower,
      chains,
    },
  ],
  [
    'a coupon off the interest',
    {
      facts: factsOf(pesos(70_000), 8, { kind: 'interest', amountCentavos: pesos(200) }),
      lender,
      receiver,
      borrower,
      chains,
    },
  ],
  ['PESONet after its cut-off', { facts: byBatch, lender, receiver, borrower, chains }],
  ['cash', { facts: { ...plain, channel: 'pawnshop' }, lender, receiver: null, borrower, chains }],
];
const each = locales.flatMap((locale) => prices.map(([name, of]) => [locale, name, of] as const));

/** The lender's details as printed. The telephone number contains no-break spaces. */
const namesOfLender = (of: TextFacts['lender']) => [
  of.name,
  of.registrationNumber,
  of.authorityNumber,
  of.telephone.replaceAll(' ', '\u00a0'),
];

/** Every figure that RA 3765 requires, as printed, with dates in the language's format. */
function figures(locale: Locale, { facts, receiver: to }: TextFacts): string[] {
  const money = [
    facts.principalCentavos,
    facts.amountFinancedCentavos,
    facts.serviceFeeCentavos + facts.couponCentavos - facts.interestCouponCentavos,
    facts.channelFeeCentavos,
    facts.arrivalCentavos,
    facts.interestListedCentavos,
    facts.couponCentavos,
    facts.financeChargeCentavos,
    facts.costADayCentavos,
    facts.repayCentavos,
    facts.lateChargeFirstDayCentavos,
    facts.extensionFeeCentavos,
  ].map((amount) => formatPesos(centavos(amount)));
  const rates = [
    facts.serviceFeeBps,
    facts.interestPerDayBps,
    facts.simpleAnnualRateHundredths,
    facts.effectiveMonthlyRateHundredths,
    facts.lateChargePerMonthBps,
  ].map(percent);
  const days = [facts.dueOnIfToday, facts.lastFreeDayIfToday, facts.quotedOn].map((day) =>
    namedDay(locale, day),
  );
  const parties = [borrower.name, borrower.address, lender.address, ...namesOfLender(lender)];
  const names = [...parties, ruleName(facts.legalRule), textVersion];
  return [
    ...money,
    ...rates,
    ...days,
    ...names,
    ...(to ? [`${to.label} ••${to.last4}`] : []),
  ].filter((text) => text !== '₱0.00');
}

test.each(each)(
  'in %s, %s: the statement contains each figure of the price',
  (locale, _name, of) => {
    const { statement } = loanText(locale, of).papers;
    const text = JSON.stringify([statement.groups, statement.notes]);
    for (const figure of figures(locale, of)) expect(text).toContain(figure);
  },
);

test.each(each)(
  'in %s, %s: the agreement contains the sum, cost, dates and fees of the loan',
  (locale, _name, of) => {
    const { facts } = of;
    const text = JSON.stringify(loanText(locale, of).papers.agreement.clauses);
    const amounts = [
      facts.principalCentavos,
      facts.arrivalCentavos,
      facts.financeChargeCentavos,
      facts.repayCentavos,
      facts.extensionFeeCentavos,
    ];
    for (const amount of amounts) expect(text).toContain(formatPesos(amount));
    for (const day of [facts.dueOnIfToday, facts.coolingOffEndsOnIfToday])
      expect(text).toContain(namedDay(locale, day));
    for (const name of [borrower.name, ...namesOfLender(lender)]) expect(text).toContain(name);
  },
);

/** Brand names, which are the same in every language. */
const nameOf: Partial<Record<PayoutChannel, string>> = {
  pawnshop: 'Cebuana Lhuillier',
  remittance: 'Palawan Express',
};

test.each(locales)(
  'in %s, the agreement for a cash pickup contains the pickup clause',
  (locale) => {
    const second = (channel: PayoutChannel) => {
      const of = { facts: { ...plain, channel }, lender, receiver: null, borrower, chains };
      return loanText(locale, of).papers.agreement.clauses[1]?.words ?? '';
    };
    const [principal, arrival] = [
      formatPesos(plain.principalCentavos),
      formatPesos(plain.arrivalCentavos),
    ];
    for (const channel of pickupChannels) {
      const account = nameOf[channel] ?? say(locale, `document.payoutChannel.${channel}`);
      expect(second(channel)).toBe(
        say(locale, 'document.agreement.pickupWords', { principal, arrival, account }),
      );
    }
    const account = say(locale, 'document.payoutChannel.wallet');
    expect(second('wallet')).toBe(
      say(locale, 'document.agreement.loanWords', { principal, arrival, account }),
    );
  },
);

test.each(locales)(
  'in %s, the statement counts days from the day on which the payout arrives',
  (locale) => {
    const textOf = (arrival: Arrival) => {
      const { statement, agreement } = loanText(locale, {
        facts: factsOf(pesos(60_000), 8, null, arrival),
        lender,
        receiver,
        borrower,
        chains,
      }).papers;
      return JSON.stringify([statement, agreement.clauses]);
    };
    const friday = asDay('2026-11-20');
    const [soon, today, later] = [
      textOf({ rail: 'instapay', how: 'minutes', minutes: 15, on: friday }),
      textOf({ rail: 'pesonet', how: 'today', minutes: 0, on: friday }),
      textOf({ rail: 'pesonet', how: 'later', minutes: 0, on: asDay('2026-11-23') }),
    ];
    const day = (text: string) => namedDay(locale, asDay(text));
    expect(soon).toMatch(/15[^"]*InstaPay/);
    for (const text of [soon, today]) expect(text).toContain(day('2026-11-28'));
    expect(today).toContain('PESONet');
    expect(today).not.toContain(day('2026-11-23'));
    // The money arrives on Monday. The loan is due 8 days later, on 1 December, and can be returned
    // until the third working day. The text must not contain dates counted from today.
    for (const text of ['2026-11-23', '2026-12-01', '2026-11-26'])
      expect(later).toContain(day(text));
    for (const text of ['2026-11-28', '2026-11-25']) expect(later).not.toContain(day(text));
    expect(later).toContain('PESONet');
    expect(later).not.toContain(
      say(locale, 'document.disclosure.dueIfToday', { arrives: 'today' }),
    );
  },
);

test('the itemized lines add up to the arrival amount and to the finance charge', () => {
  for (const [, { facts }] of prices) {
    const offFee = facts.couponCentavos - facts.interestCouponCentavos;
    expect(
      facts.principalCentavos -
        (facts.serviceFeeCentavos + offFee) +
        offFee -
        facts.channelFeeCentavos,
    ).toBe(facts.arrivalCentavos);
    expect(
      facts.interestListedCentavos -
        facts.interestCouponCentavos +
        facts.serviceFeeCentavos +
        facts.channelFeeCentavos,
    ).toBe(facts.financeChargeCentavos);
  }
});

test.each(locales)(
  'in %s, the documents contain no missing value and no unfilled template',
  (locale) => {
    for (const [, of] of prices) {
      const { statement, agreement } = loanText(locale, of).papers;
      expect(JSON.stringify([statement, agreement])).not.toMatch(
        /undefined|NaN|plural,|document\./,
      );
    }
  },
);

test.each(locales)('in %s, the agreement numbers its eleven clauses in order', (locale) => {
  for (const [, of] of prices) {
    const { agreement } = loanText(locale, of).papers;
    expect(agreement.clauses.map(({ title }) => title.split('.')[0])).toEqual(
      Array.from({ length: 11 }, (_, n) => String(n + 1)),
    );
  }
});

test('a changed name, figure, lender or language changes the hash of a loan’s text', () => {
  const of = { facts: plain, lender, receiver, borrower, chains };
  const hash = (locale: Locale, over: Partial<TextFacts> = {}) =>
    loanText(locale, { ...of, ...over }).hash.toString('hex');
  const all = [
    hash('en'),
    hash('fil'),
    hash('en', { borrower: { ...borrower, name: 'Anna Cruz' } }),
    hash('en', { borrower: { ...borrower, address: '8 Kalye Mabini' } }),
    hash('en', { lender: { ...lender, name: 'Another Lender Inc.' } }),
    hash('en', { lender: { ...lender, address: '2 Kalye Halimbawa' } }),
    hash('en', { receiver: null }),
    hash('en', { facts: { ...plain, interestListedCentavos: centavos(1) } }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(hash('en')).toBe(all[0]);
});

test('formats hundredths of a percent as a percentage', () => {
  expect([percent(11_939), percent(190), percent(100), percent(5), percent(0)]).toEqual([
    '119.39%',
    '1.9%',
    '1%',
    '0.05%',
    '0%',
  ]);
});

test('names a price rule by its SEC circular, or by its version if the circular is unknown', () => {
  expect([ruleName('sec-mc-14-2025'), ruleName('sec-mc-99-2030')]).toEqual([
    'SEC MC No. 14, s. 2025',
    'sec-mc-99-2030',
  ]);
});

test('the newest text version has the hash of the current wording', () => {
  const hash = createHash('sha256');
  for (const locale of locales) {
    const texts = readPo(
      fs.readFileSync(path.join(import.meta.dirname, `../../texts/${locale}.po`), 'utf8'),
    );
    const worded = [...texts].filter(([id]) =>
      /^document\.(disclosure|extension|plan|agreement|payoutChannel)\./.test(id),
    );
    expect(worded.length).toBeGreaterThan(50);
    for (const [id, text] of worded) hash.update(`${locale} ${id}\n${text}\n`);
  }
  expect(textVersions.at(-1)).toMatchObject({ version: textVersion, hash: hash.digest('hex') });
  expect(new Set(textVersions.map(({ version }) => version)).size).toBe(textVersions.length);
});

// Set UPDATE=1 to rewrite the file.
test('the gallery uses the server’s current loan texts', () => {
  const file = path.join(import.meta.dirname, '../../../../web/stories/loan/loanTexts.json');
  const coupon = factsOf(pesos(60_000), 8, { kind: 'serviceFee', amountCentavos: pesos(200) });
  const inAll = (facts: TextFacts['facts']) =>
    Object.fromEntries(
      locales.map((locale) => [
        locale,
        loanText(locale, { facts, lender, receiver, borrower, chains }).papers,
      ]),
    );
  const texts = { plain: inAll(plain), coupon: inAll(coupon), byBatch: inAll(byBatch) };
  const text = `${JSON.stringify(texts, null, 1)}\n`;
  if (process.env.UPDATE) fs.writeFileSync(file, text);
  expect(
    fs.readFileSync(file, 'utf8') === text,
    'run: UPDATE=1 npx vitest run server/src/loan/disclosure/disclosure-statement.test.ts',
  ).toBe(true);
});
