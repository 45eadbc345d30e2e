import { addDays, type Day, endOfDayMs } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { billOf, monday, pesos } from '#/loan/rules/testing.ts';
import { codeEndsAtMs, codeState, linkPollDelayMs, mayShowLink } from './rules.ts';

const hosts = { linkHosts: ['xendit.co', 'gcash.com'], isSandbox: false };

test.each([
  'https://checkout.xendit.co/web/pr-1',
  'https://xendit.co/example?a=1#b',
  'https://m.gcash.com/pay',
])('allows the link %s', (link) => expect(mayShowLink(link, hosts)).toBe(true));

test.each([
  'http://checkout.xendit.co/web/pr-1',
  'https://xendit.co.evil.example/',
  'https://evilxendit.co/',
  'https://user:word@xendit.co/',
  'https://xendit.co:8443/',
  'https://evil.example/?xendit.co',
  'javascript:alert(1)',
  'gcash://pay/1',
  '/sandbox/checkout/GC1',
  '//xendit.co/x',
  '',
])('refuses the link %s', (link) => expect(mayShowLink(link, hosts)).toBe(false));

test('the sandbox allows only links to its own checkout page', () => {
  const sandbox = { linkHosts: [], isSandbox: true };
  expect(mayShowLink('/sandbox/checkout/GC7314092866051', sandbox)).toBe(true);
  for (const link of [
    'https://xendit.co/',
    '/sandbox/checkout/../clock',
    '/sandbox/checkout/a?b',
    '/sandbox',
  ]) {
    expect(mayShowLink(link, sandbox)).toBe(false);
  }
});

test('queries a link at growing intervals until 15 minutes after it expires', () => {
  const delay = (of: Partial<Parameters<typeof linkPollDelayMs>[0]>) =>
    linkPollDelayMs({ polls: 0, isInProgress: false, endedMs: -1, ...of });
  expect([0, 1, 2, 5, 50].map((count) => delay({ polls: count }))).toEqual([
    10_000, 20_000, 40_000, 300_000, 300_000,
  ]);
  expect(delay({ endedMs: 900_000 })).toBe(10_000);
  expect(delay({ endedMs: 900_001 })).toBeNull();
  expect(delay({ isInProgress: true, polls: 50, endedMs: 86_400_000 })).toBe(600_000);
});

test('shows the gateway’s progress for a link until it is paid, even after it expires', () => {
  const code = {
    isPermanent: false,
    isGiven: true,
    isRefused: false,
    endsAtMs: 100,
    progress: null,
    paidCentavos: 0 as Centavos,
  };
  expect(codeState(code, 100)).toBe('given');
  expect(codeState(code, 101)).toBe('expired');
  expect(codeState({ ...code, progress: 'inProgress' }, 101)).toBe('inProgress');
  expect(codeState({ ...code, progress: 'declined' }, 99)).toBe('declined');
  expect(codeState({ ...code, progress: 'declined', paidCentavos: 1 as Centavos }, 101)).toBe(
    'booked',
  );
});

describe('the expiry of payment codes', () => {
  const facts = billOf({
    catalogue: defaultCatalogue,
    principalCentavos: pesos(60_000),
    termDays: 8,
  });
  const due = addDays(monday, 8);
  const noon = (day: Day) => endOfDayMs(day) - 12 * 3600 * 1000;
  const ends = (bill: BillFacts, day: Day, amount: number) =>
    codeEndsAtMs({ kind: 'generated', amountCentavos: pesos(amount) }, bill, noon(day));

  test('codes for the whole debt on the due date are valid through the last free day', () => {
    expect(ends(facts, monday, 60_960)).toBe(endOfDayMs(due));
    expect(ends(facts, due, 60_960)).toBe(endOfDayMs(due));
    const free = { ...facts, firstLastFreeOn: addDays(due, 2) };
    expect(ends(free, monday, 60_960)).toBe(endOfDayMs(addDays(due, 2)));
    expect(ends(free, addDays(due, 1), 60_960)).toBe(endOfDayMs(addDays(due, 2)));
  });

  test('codes for early, partial or overdue payments expire at Manila midnight', () => {
    expect(ends(facts, monday, 60_000)).toBe(endOfDayMs(monday));
    expect(ends(facts, due, 500)).toBe(endOfDayMs(due));
    expect(ends({ ...facts, firstLastFreeOn: addDays(due, 2) }, due, 500)).toBe(endOfDayMs(due));
    expect(ends(facts, addDays(due, 5), 61_468)).toBe(endOfDayMs(addDays(due, 5)));
  });

  test('wallet codes expire after 15 minutes, and permanent kiosk codes never expire', () => {
    const wish = { kind: 'shortLived' as const, amountCentavos: pesos(500) };
    expect(codeEndsAtMs(wish, facts, noon(due))).toBe(noon(due) + 15 * 60_000);
    const late = addDays(due, 5);
    // The debt grows at midnight, so a code for part of it expires earlier.
    expect(codeEndsAtMs(wish, facts, endOfDayMs(late) - 60_000)).toBe(endOfDayMs(late));
    const all = { ...wish, amountCentavos: pesos(60_960) };
    expect(
      codeEndsAtMs(all, { ...facts, firstLastFreeOn: addDays(due, 1) }, endOfDayMs(due) - 60_000),
    ).toBe(endOfDayMs(due) + 14 * 60_000);
    expect(codeEndsAtMs({ ...wish, kind: 'permanent' }, facts, 0)).toBeNull();
  });
});
