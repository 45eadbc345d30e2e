import type { BillRow, BillState } from '@sandali/contract/bill.ts';
import { repaymentChannels } from '@sandali/contract/channel.ts';
import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import type { Text } from '#/i18n/text.ts';
import { extendedBill, feeStatuses } from '#stories/extension/extension.fixtures.ts';
import { amountsLeft, statuses } from '#stories/repayment/codes.fixtures.ts';
import {
  bills,
  due,
  overdueBill,
  repaidBill,
  today,
} from '#stories/repayment/repayment.fixtures.ts';
import { lapsedBill, returnedBill, returningBill } from '#stories/repayment/return.fixtures.ts';
import { pausedWays, ways } from '#stories/repayment/ways.fixtures.ts';
import type { Bill } from './answers.ts';
import { billMoments } from './billMoments.ts';
import {
  canPayPart,
  channelProblem,
  exactChannels,
  firstTab,
  partsText,
  readPart,
} from './channelRules.ts';
import { codeScene, mayChange } from './codeScene.ts';
import { paysByLink } from './link.ts';
import { nextToPay, orderGroups } from './orderGroups.ts';
import { otherChannelAddress } from './otherChannelAddress.ts';
import { placeOf } from './place.ts';

const ids = (open: readonly BillRow[]) =>
  orderGroups(open).map(({ group, bills: of }) => [group, of.map((bill) => bill.state)]);
const inState = (state: BillState): BillRow => ({ ...bills.soon, state });
/** Returns a text's id and values, so that tests can check which text was chosen. */
const say = ((id: string, values?: object) =>
  [id.split('.').slice(-2).join('.'), ...Object.values(values ?? {})].join(' ')) as Text;

test('all app channels except QR Ph are paid through a link', () => {
  const apps = repaymentChannels.filter((channel) => placeOf(channel) === 'app');
  expect(repaymentChannels.filter(paysByLink)).toEqual(
    apps.filter((channel) => channel !== 'qrph'),
  );
});

test('/wealth groups bills by urgency and offers to pay the most urgent bill first', () => {
  const open = [bills.overdue, bills.soon, bills.later];
  expect(ids(open)).toEqual([
    ['overdue', ['overdue']],
    ['soon', ['dueSoon']],
    ['later', ['upcoming']],
  ]);
  expect(ids([inState('dueToday'), inState('dueTomorrow')])).toEqual([
    ['soon', ['dueToday', 'dueTomorrow']],
  ]);
  expect(nextToPay(open)).toEqual({ bill: bills.overdue, group: 'overdue' });
  expect(nextToPay([inState('repaymentInProgress'), bills.later])).toEqual({
    bill: bills.later,
    group: 'later',
  });
  expect(nextToPay([inState('repaymentInProgress')])).toBeUndefined();
  expect(nextToPay([])).toBeUndefined();
});

test("a bill with a plan has its own group, in the server's order", () => {
  expect(ids([bills.tomorrow, bills.planned, bills.later])).toEqual([
    ['soon', ['dueTomorrow']],
    ['plan', ['overdue']],
    ['later', ['upcoming']],
  ]);
  expect(nextToPay([bills.planned, bills.later])).toEqual({ bill: bills.planned, group: 'plan' });
  const paying: BillRow = { ...bills.planned, state: 'repaymentInProgress' };
  expect(ids([paying])).toEqual([['paying', ['repaymentInProgress']]]);
  expect(nextToPay([paying])).toBeUndefined();
});

test('a partial amount must be between the smallest payment and the whole amount owed', () => {
  expect(readPart(' ₱1,500.50 ', ways)).toEqual({ amountCentavos: 150_050 });
  expect(readPart('500', ways)).toEqual({ amountCentavos: 50_000 });
  expect(readPart('62006.00', ways)).toEqual({ amountCentavos: 6_200_600 });
  expect(readPart('', ways)).toEqual({ problem: 'empty' });
  expect(readPart('₱ ', ways)).toEqual({ problem: 'empty' });
  expect(readPart('499.99', ways)).toEqual({ problem: 'tooSmall' });
  expect(readPart('62006.01', ways)).toEqual({ problem: 'tooLarge' });
  expect(readPart('1500.5', ways)).toEqual({ amountCentavos: 150_050 });
  for (const odd of ['1e4', '-600', '6 0 0 x'])
    expect(readPart(odd, ways)).toEqual({ problem: 'unreadable' });
  for (const unclear of ['600,00', '6 0 0', '1.234,56'])
    expect(readPart(unclear, ways)).toEqual({ problem: 'ambiguous' });
  expect(canPayPart(ways)).toBe(true);
  expect(canPayPart({ minimumCentavos: centavos(30_000), full: due(300, today) })).toBe(false);
});

test('channelProblem returns why a repayment channel cannot accept an amount', () => {
  const way = (channel: string) => {
    const offer = ways.channels.find((candidate) => candidate.channel === channel);
    if (!offer) throw new Error(channel);
    return offer;
  };
  const least = centavos(50_000);
  expect(channelProblem(way('sevenEleven'), centavos(5_000_000), null)).toBeNull();
  // First check an amount that requires a single payment, then the same amount in parts.
  expect(channelProblem(way('sevenEleven'), centavos(5_000_001), null)).toBe('amountTooLarge');
  expect(channelProblem(way('sevenEleven'), centavos(5_000_001), least)).toBeNull();
  expect(channelProblem(way('sevenEleven'), centavos(4_999), least)).toBe('amountTooSmall');
  expect(channelProblem(way('sevenEleven'), null, least)).toBeNull();
  expect(channelProblem(way('offlineTransfer'), centavos(60_000), least)).toBe('notOffered');
  const tight = { ...way('sevenEleven'), maximumCentavos: centavos(60_000) };
  expect(channelProblem(tight, centavos(80_000), least)).toBe('amountTooLarge');
  const paused = pausedWays.channels
    .filter((way) => channelProblem(way, null, least) === 'paused')
    .map((way) => way.tab);
  expect([new Set(paused), paused.length]).toEqual([
    new Set(['wallet', 'cardless', 'other']),
    ways.channels.length - 1,
  ]);
  expect(firstTab(ways.channels)).toBe('wallet');
  expect(
    firstTab(ways.channels.map((way) => ({ ...way, isAvailable: way.tab === 'cardless' }))),
  ).toBe('cardless');
});

test('partsText writes the parts of a payment on one line, combining equal adjacent parts', () => {
  const written = (...amounts: number[]) =>
    partsText(
      amounts.map((amount) => centavos(amount)),
      String,
    );
  expect(written(20, 20, 20, 9)).toBe('3 × 20 + 9');
  expect(written(50, 10)).toBe('50 + 10');
  expect(written(20, 20, 19, 5)).toBe('2 × 20 + 19 + 5');
});

test('an exact amount can be paid through every channel except those with reusable codes', () => {
  const exact = exactChannels(ways.channels).map((way) => way.channel);
  expect(ways.channels.map((way) => way.channel).filter((name) => !exact.includes(name))).toEqual([
    'cliqqLifelong',
    'bankTransfer',
    'offlineTransfer',
  ]);
});

test('the link to another channel keeps the purpose of the payment', () => {
  expect(
    [statuses.toReturn, feeStatuses.toExtend, statuses.given].map((status) =>
      otherChannelAddress(status).replace(/[0-9a-f-]{36}/, 'id'),
    ),
  ).toEqual([
    '/repayment?loanId=id&how=return',
    '/renew?loanId=id&how=extend',
    '/repayment?loanId=id',
  ]);
});

test('each state of a payment code has a scene, and only unfinished states are polled', () => {
  expect(
    Object.entries(statuses).map(([name, status]) => [name, codeScene(status), mayChange(status)]),
  ).toEqual([
    ['ownAccount', 'ready', true],
    ['asked', 'making', true],
    ['askedLong', 'making', true],
    ['given', 'ready', true],
    ['early', 'ready', true],
    ['inProgress', 'onItsWay', true],
    ['booked', 'repaid', false],
    ['partlyEarly', 'partlyPaid', false],
    ['partly', 'partlyPaid', false],
    ['takenBack', 'partlyPaid', false],
    ['takenBackInPart', 'partlyPaid', false],
    ['partlyOfPlan', 'partlyPaid', false],
    ['paidWrittenOff', 'received', false],
    ['expired', 'expired', true],
    ['refused', 'refused', false],
    ['closed', 'closed', false],
    ['minutes', 'ready', true],
    ['link', 'ready', true],
    ['linkCard', 'ready', true],
    ['linkMaking', 'making', true],
    ['linkLong', 'making', true],
    ['linkOnItsWay', 'onItsWay', true],
    ['linkDeclined', 'declined', false],
    ['linkEnded', 'expired', true],
    ['lasting', 'ready', true],
    ['lastingTakenBack', 'ready', true],
    ['lastingLimited', 'ready', true],
    ['lastingPaid', 'ready', true],
    ['transfer', 'ready', true],
    ['overpaid', 'repaid', false],
    ['lastingRepaid', 'repaid', false],
    ['toReturn', 'ready', true],
    ['part1', 'ready', true],
    ['part2', 'ready', true],
    ['partByLink', 'ready', true],
    ['partStopped', 'partlyPaid', false],
    ['partToReturn', 'ready', true],
    ['partReturned', 'partlyPaid', false],
    ['returned', 'returned', false],
    ['returnCodeEnded', 'expired', true],
    ['returnLinkEnded', 'expired', true],
    ['notReturned', 'expired', true],
  ]);
});

test('the code of an extension fee shows whether the loan was extended', () => {
  expect(
    Object.entries(feeStatuses).map(([name, status]) => [
      name,
      codeScene(status),
      mayChange(status),
    ]),
  ).toEqual([
    ['toExtend', 'ready', true],
    ['extended', 'extended', false],
    ['notExtended', 'partlyPaid', false],
    ['offerEnded', 'expired', true],
    ['feeCodeEnded', 'expired', true],
  ]);
  const repaid = { ...feeStatuses.extended, bill: { state: 'repaid' as const, ...amountsLeft(0) } };
  expect(codeScene(repaid)).toBe('repaid');
});

test('a bill’s timeline shows today between past and future events', () => {
  const shown = (detail: Bill, isOpen = true) =>
    billMoments(detail, isOpen, say, 'en').map((moment) => `${moment.state}: ${moment.title}`);
  expect(shown(overdueBill)).toEqual([
    'done: event.signed ₱60,000.00',
    'done: event.arrived ₱58,850.00',
    'late: event.duePassed',
    'late: event.overdue',
    'now: event.today',
  ]);
  const onDueDay = {
    ...overdueBill,
    today: asDay('2026-11-18'),
    bill: { ...overdueBill.bill, overdueDays: 0, state: 'dueToday' as const },
  };
  const upToDue = {
    ...onDueDay,
    events: onDueDay.events.filter((event) => event.kind !== 'overdue'),
  };
  expect(shown(upToDue).slice(2)).toEqual(['now: event.today', 'next: event.due']);
  // Nothing is overdue on the free days after a due date on a weekend.
  expect(shown({ ...upToDue, today: asDay('2026-11-19') }).slice(2)).toEqual([
    'done: event.due',
    'now: event.today',
  ]);
  expect(shown(repaidBill, false).at(-1)).toBe('done: event.repaid');
  expect(shown(extendedBill).slice(2)).toEqual([
    'done: event.extended ₱3,146.00',
    'now: event.today',
    'next: event.due',
  ]);
});

test('a bill’s timeline shows a return with its last day and outcome', () => {
  const shown = (detail: Bill, isOpen = true) =>
    billMoments(detail, isOpen, say, 'en').map((moment) => `${moment.state}: ${moment.title}`);
  expect(shown(returningBill).slice(2)).toEqual([
    'done: event.returnAsked ₱59,390.00',
    'now: event.today',
    'next: event.returnEnds',
    'next: event.due',
  ]);
  // A return's last day is in the future until it is over.
  expect(shown({ ...returningBill, today: asDay('2026-11-25') }).slice(3, 5)).toEqual([
    'now: event.today',
    'next: event.returnEnds',
  ]);
  expect(shown(lapsedBill).slice(3, 5)).toEqual(['done: event.returnLapsed', 'now: event.today']);
  expect(shown(returnedBill, false).at(-1)).toBe('done: event.cooledOff');
});
