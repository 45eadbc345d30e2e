// Ops: what support needs to know about a person, from all slices, with names and numbers masked.

import type { Instant } from '@sandali/contract/day.ts';
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import {
  accessCounts,
  exportPersonalData,
  newAccountHoldHoursLeft,
  phoneOf,
} from '#/account/account.ts';
import { person, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { inManila, inPesos } from '#/commands/display.ts';
import { maskIdNumber, maskName, maskPhone } from '#/commands/mask.ts';
import { creditStatusOf, idNumberOf } from '#/credit/credit.ts';
import { lineOf } from '#/credit-line/credit-line.ts';
import type { Read, Tx } from '#/db/database.ts';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { byUrgency, viewBills } from '#/loan/loan.ts';
import { lastMessages } from '#/notifications/notifications.ts';
import { readAccountSummaries } from '#/payout-accounts/payout-accounts.ts';
import { shownAt, todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { loansWithoutBill, reversalsOf } from './person.store.ts';

const messagesShown = 5;
const reversalsShown = 5;
const loansShown = 50;

export const personCommands: StaffCommand[] = [
  command({
    name: 'person show',
    menu: 'People',
    label: 'Show a person',
    about: 'Shows a person’s account, credit, line, loans, bills and last messages.',
    examples: [
      'person show "0917 123 4567" --reason "calls about a payment, ticket 812"',
      'person show 4021938857 --reveal --reason "name on the receipt differs, ticket 812"',
    ],
    kind: 'look',
    roles: ['support', 'reviewer', 'collector', 'finance', 'compliance', 'manager'],
    aboutPerson: 'reported',
    mayReveal: ['support', 'reviewer', 'collector', 'compliance'],
    arguments: { person: word(person, 'whom') },
    run: async (ctx, tx, { person }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const [account, credit, money, messages] = await Promise.all([
        accountOf(ctx, tx, borrowerId),
        creditOf(ctx, tx, borrowerId),
        moneyOf(ctx, tx, borrowerId),
        phoneHashOf(ctx, tx, borrowerId).then((hash) => lastMessages(tx, hash, messagesShown)),
      ]);
      const shown = messages.map((message) => ({ ...message, at: wireInstant(message.at) }));
      return {
        data: { userGid: borrowerId, account, credit, ...money, messages: shown },
        person: borrowerId,
      };
    },
    shows: ({ record }) =>
      record((data) => [...accountRows(data), ...creditRows(data.credit), ...moneyRows(data)]),
  }),
];

type Row = [name: string, value: unknown];
type Account = Awaited<ReturnType<typeof accountOf>>;
type Credit = Awaited<ReturnType<typeof creditOf>>;
type Money = Awaited<ReturnType<typeof moneyOf>>;

function accountRows({ userGid, account }: { userGid: string; account: Account }): Row[] {
  return [
    ['userGid', userGid],
    ['number', account.phone],
    ['name', account.name],
    ['language', account.locale],
    ['registered', account.registeredAt],
    ['password', account.hasPassword ? 'set' : 'none'],
    ['open sessions', account.openSessions],
    ['devices', account.devices],
    ['last seen', account.lastSeenAt],
    ...(account.newAccountsHeldHours > 0
      ? [['new accounts', `held for ${account.newAccountsHeldHours} hours`] as Row]
      : []),
  ];
}

function creditRows({ line, ...credit }: Credit): Row[] {
  const decided = [
    credit.decidedAt,
    credit.reasonGroup,
    credit.resubmitOn && `again from ${credit.resubmitOn}`,
  ].filter(Boolean);
  const used = line && `${inPesos(line.usedCentavos)} out, ${inPesos(line.heldCentavos)} held`;
  return [
    ['credit', [credit.state, ...decided].join(', ')],
    ['ID number', credit.idNumber],
    [
      'line',
      line &&
        `${inPesos(line.availableCentavos)} of ${inPesos(line.limitCentavos)} available, ${used}`,
    ],
  ];
}

function moneyRows({
  bills,
  takenBack,
  claimCentavos,
  loansOnTheWay,
  payoutAccounts,
  messages,
}: Money & { messages: { at: Instant; kind: string; state: string }[] }): Row[] {
  const late = (days: number) => (days > 0 ? `, ${days} days overdue` : '');
  return [
    ...bills.map((bill): Row => {
      const { currentDue, dueOn, overdueDays } = bill;
      const due = `${inPesos(currentDue.owedCentavos)} to pay on ${currentDue.on}, due ${dueOn}${late(overdueDays)}`;
      return [`bill ${bill.referenceNo}`, `${bill.state}, ${due}`];
    }),
    ...takenBack.map(
      (reversal): Row => [
        `taken back ${reversal.leftOn}`,
        `${inPesos(reversal.amountCentavos)} by ${reversal.cause}, payment ${reversal.payment}`,
      ],
    ),
    ...(claimCentavos > 0
      ? [['owes beside bills', `${inPesos(claimCentavos)}, see claim show`] as Row]
      : []),
    ...loansOnTheWay.map(
      (loan): Row => [
        `loan ${loan.referenceNo}`,
        `${loan.state}, ${inPesos(loan.principalCentavos)}, signed ${inManila(loan.signedAt)}`,
      ],
    ),
    ...payoutAccounts.map(
      ({ label, last4, whyNotPaid }): Row => [
        'account',
        `${label} •••• ${last4}${whyNotPaid ? `, cannot be paid: ${whyNotPaid}` : ''}`,
      ],
    ),
    ...messages.map(({ at, kind, state }): Row => [`message ${inManila(at)}`, `${kind}, ${state}`]),
  ];
}

async function phoneHashOf(
  { app: { sealer } }: StaffCtx,
  tx: Tx,
  borrowerId: string,
): Promise<Buffer> {
  return sealer.hash('phone', await phoneOf(tx, sealer, borrowerId));
}

export async function accountOf(ctx: StaffCtx, tx: Tx, borrowerId: string) {
  const { mask, now, wall } = ctx;
  const { sealer } = ctx.app;
  const personalData = await exportPersonalData(tx, sealer, borrowerId);
  const phone = mask.over('phone', personalData.phone, maskPhone);
  const name = mask.over('name', personalData.name, maskName);
  const open = await accessCounts(tx, sealer, borrowerId, wall);
  return {
    phone: phone === personalData.phone ? formatMobile(personalData.phone as MobileNumber) : phone,
    name,
    locale: personalData.locale,
    registeredAt: wireInstant(personalData.registeredAt),
    agreementVersion: personalData.agreementVersion,
    hasPassword: personalData.hasPassword,
    newAccountsHeldHours: await newAccountHoldHoursLeft(tx, borrowerId, now),
    openSessions: open.sessions,
    devices: open.devices,
    attempts: open.attempts.map(({ until, ...count }) => ({
      ...count,
      isLocked: count.used >= count.limit,
      until: wireInstant(shownAt(until, ctx)),
    })),
    knownDevices: personalData.knownDevices.length,
    passkeys: personalData.passkeys.filter(({ removedAt }) => removedAt === null).length,
    lastLoginAt: latest(personalData.sessions.map((session) => shownAt(session.openedAt, ctx))),
    lastSeenAt: latest(personalData.sessions.map((session) => shownAt(session.lastSeenAt, ctx))),
  };
}

async function creditOf({ app: { sealer }, mask, now }: StaffCtx, tx: Tx, borrowerId: string) {
  const status = await creditStatusOf(tx, borrowerId, now);
  const idNumber = await idNumberOf(sealer, tx, borrowerId);
  return {
    state: status.state,
    nextStep: status.nextStep,
    submittedAt: status.submittedAt,
    decidedAt: status.decidedAt,
    reasonGroup: status.reasonGroup,
    resubmitOn: status.resubmitOn,
    idNumber: mask.over('idNumber', idNumber, maskIdNumber),
    line: await lineOf(tx, borrowerId),
  };
}

async function moneyOf({ app, now }: StaffCtx, read: Read, borrowerId: string) {
  const today = todayOf(now);
  const open = await viewBills(read, borrowerId, { are: 'open' }, today);
  const bills = open.toSorted(byUrgency);
  const loans = await loansWithoutBill(read, borrowerId, loansShown);
  const accounts = await readAccountSummaries({ app }, read, borrowerId);
  const reversals = await reversalsOf(read, borrowerId, reversalsShown);
  return {
    takenBack: reversals.map((reversal) => ({
      amountCentavos: Number(reversal.amount_centavos),
      cause: reversal.cause,
      leftOn: wireDay(reversal.value_on),
      payment: reversal.gateway_payment_id,
    })),
    claimCentavos: Number(await balanceOf(read, ownedAccount('borrower.takenBack', borrowerId))),
    bills: bills.map(
      ({ shown: { referenceNo, state, principalCentavos, currentDue, dueOn, overdueDays } }) => ({
        referenceNo,
        state,
        principalCentavos,
        currentDue,
        dueOn,
        overdueDays,
      }),
    ),
    loansOnTheWay: loans.map((loan) => ({
      referenceNo: loan.reference_no,
      state: loan.state,
      principalCentavos: Number(loan.principal_centavos),
      signedAt: wireInstant(loan.signed_at),
    })),
    payoutAccounts: accounts.map(({ label, last4, whyNotPaid }) => ({ label, last4, whyNotPaid })),
  };
}

function latest(all: readonly Temporal.Instant[]): string | null {
  const last = all.toSorted(Temporal.Instant.compare).at(-1);
  return last ? wireInstant(last) : null;
}
