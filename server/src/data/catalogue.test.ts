import { chainChannels } from '@sandali/contract/channel.ts';
import { addWorkingDays, asDay, nextWorkingDayFrom, weekday } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { repaymentRows } from '#/adapters/bank/xendit-channels.ts';
import { receiverName } from '#/loan/disclosure/figures.ts';
import { whyCatalogueFails } from '#/loan/rules/catalogue-check.ts';
import { readCatalogue, zCatalogue } from './catalogue.ts';
import { defaultCatalogue } from './catalogues/default.ts';
import { smallTicketCatalogue } from './catalogues/small-ticket.ts';
import { catalogueById, catalogues } from './catalogues.ts';
import { holidaySet, holidayTable } from './holidays/holidays.ts';
import { legalRules } from './legal-rules.ts';

const today = asDay('2026-06-01');
const otherChannel = {
  name: 'Padala Ngayon',
  sign: 'Padala Ngayon',
  collectBy: 'Padala',
  payBy: 'Bills',
};

describe('catalogues', () => {
  test('the shipped catalogues are lawful under every legal rule', () => {
    for (const catalogue of catalogues) {
      for (const day of ['2022-03-03', '2026-03-31', '2026-04-01', '2030-01-01']) {
        expect(whyCatalogueFails(catalogue, legalRules, asDay(day))).toBeNull();
      }
    }
    expect(catalogueById('small-ticket')).toBe(smallTicketCatalogue);
    expect(catalogueById('none')).toBeUndefined();
  });

  test('the chains of the shipped catalogues match the gateway’s channels', () => {
    const codes = { 'Cebuana Lhuillier': 'CEBUANA', 'Palawan Express': 'PALAWAN' } as Record<
      string,
      string
    >;
    for (const { chains } of catalogues) {
      for (const channel of chainChannels)
        expect(codes[chains[channel].name]).toBe(repaymentRows[channel]?.channelCode);
    }
    expect(
      receiverName('zh', {
        channel: 'remittance',
        receiver: null,
        chains: { ...defaultCatalogue.chains, remittance: otherChannel },
      }),
    ).toBe('Padala Ngayon');
  });

  test('the refusal of an unlawful catalogue names the product, term and rule', () => {
    const sentence = (change: object) =>
      whyCatalogueFails({ ...smallTicketCatalogue, ...change }, legalRules, today);
    expect(sentence({ interestPerDayBps: 21 })).toBe(
      'Catalogue small-ticket, ₱1,000.00 for 8 days, breaks rule sec-mc-14-2025: the interest of a day is too high.',
    );
    const dear = [
      { days: 8, serviceFeeBps: 100 },
      { days: 15, serviceFeeBps: 268 },
    ];
    expect(sentence({ terms: dear })).toMatch(
      /^Catalogue small-ticket, ₱[\d,.]+ for 15 days, breaks rule sec-mc-14-2025: the effective rate/,
    );
    expect(
      whyCatalogueFails({ ...smallTicketCatalogue, terms: dear }, legalRules, asDay('2026-03-31')),
    ).toBeNull();
    expect(sentence({ lateChargePerMonthBps: 501 })).toBe(
      'Catalogue small-ticket breaks rule sec-mc-14-2025: the late charge is too high.',
    );
    const amounts = {
      ...smallTicketCatalogue.amounts,
      minimumCentavos: smallTicketCatalogue.amounts.maximumCentavos,
      isMinimumExclusive: true,
    };
    expect(sentence({ amounts })).toBe('Catalogue small-ticket lends no amount.');
  });

  test('a catalogue must keep its margin below the rate cap for loans and extensions', () => {
    const [short] = smallTicketCatalogue.terms;
    const failureOf = (change: object) =>
      whyCatalogueFails({ ...smallTicketCatalogue, ...change }, legalRules, today);
    const margin = (capMarginBps: number) => failureOf({ terms: [short], capMarginBps });
    // ₱1,000.00 for 8 days costs 10.21 % a month. An extension, paid in advance, costs 10.39 %.
    expect([margin(0), margin(10), margin(161)]).toEqual([null, null, null]);
    expect(margin(162)).toBe(
      'Catalogue small-ticket, an extension of ₱1,000.00 for 8 days, must stay 162 bps a month under the effective-rate cap of rule sec-mc-14-2025 (capMarginBps).',
    );
    expect(margin(180)).toBe(
      'Catalogue small-ticket, ₱1,000.00 for 8 days, must stay 180 bps a month under the effective-rate cap of rule sec-mc-14-2025 (capMarginBps).',
    );
    // The price is lawful, but less than 0.10 % a month below the cap.
    const dear = { terms: [{ days: 8, serviceFeeBps: 136 }] };
    expect(failureOf({ ...dear, capMarginBps: 0 })).toBeNull();
    expect(failureOf({ ...dear, capMarginBps: 10 })).toMatch(
      /₱1,000.00 for 8 days, must stay 10 bps a month/,
    );
  });

  test('refuses a catalogue with the wrong shape', () => {
    const isValid = (change: object) => v.is(zCatalogue, { ...defaultCatalogue, ...change });
    expect(isValid({})).toBe(true);
    expect(isValid({ interestRate: 1 })).toBe(false);
    expect(isValid({ terms: [] })).toBe(false);
    expect(isValid({ terms: [...defaultCatalogue.terms, ...defaultCatalogue.terms] })).toBe(false);
    expect(isValid({ payoutChannels: defaultCatalogue.payoutChannels.slice(1) })).toBe(false);
    expect(
      isValid({
        repaymentChannels: [
          ...defaultCatalogue.repaymentChannels,
          defaultCatalogue.repaymentChannels[0],
        ],
      }),
    ).toBe(false);
    expect(isValid({ amounts: { ...defaultCatalogue.amounts, minimumCentavos: 40_000_000 } })).toBe(
      false,
    );
    expect(() => readCatalogue({ ...defaultCatalogue, minimumPartialCentavos: 0.5 })).toThrow();
  });

  test('every channel of the default catalogue can carry the largest loan and payment', () => {
    const most = defaultCatalogue.amounts.maximumCentavos;
    for (const channel of defaultCatalogue.payoutChannels)
      expect(channel.maximumCentavos).toBeGreaterThanOrEqual(most);
    for (const channel of defaultCatalogue.repaymentChannels)
      expect(channel.maximumCentavos).toBeGreaterThanOrEqual(2 * most);
  });

  test('every payout channel of the small-ticket catalogue can carry its largest loan', () => {
    for (const channel of smallTicketCatalogue.payoutChannels) {
      expect(channel.maximumCentavos).toBeGreaterThanOrEqual(
        smallTicketCatalogue.amounts.maximumCentavos,
      );
    }
  });
});

describe('holidays', () => {
  test('lists each holiday once, in order, as the proclamation and the law set them', () => {
    const days = holidayTable.map((holiday) => holiday.on);
    expect(days).toEqual([...new Set(days)].toSorted());
    expect(days.filter((day) => day.startsWith('2026')).length).toBe(18);
    expect(days.filter((day) => day.startsWith('2027')).length).toBe(8);
    expect(holidaySet().has(asDay('2026-02-25'))).toBe(false);
    // These holidays move each year: Maundy Thursday, Good Friday and the last Monday of August.
    expect(['2027-03-25', '2027-03-26', '2027-08-30'].map((day) => weekday(asDay(day)))).toEqual([
      4, 5, 1,
    ]);
  });

  test('holidays move a due date on New Year’s Day 2027 to Monday, 4 January', () => {
    expect(nextWorkingDayFrom(asDay('2027-01-01'), holidaySet())).toBe('2027-01-04');
    // Rizal Day, the last day of the year, New Year's Day and a weekend are in between.
    expect(addWorkingDays(asDay('2026-12-29'), 3, holidaySet())).toBe('2027-01-06');
  });
});
