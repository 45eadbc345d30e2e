// Ops: what support needs of a person on one page, gathered at the doors of the slices. Numbers and names are masked.

import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { formatMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import { hoursNewAccountsAreHeld, openCountsOf, phoneOf, whatWeHold } from '#/account/account.ts';
import { type StaffCommand, type StaffCtx, staffCommand, zPerson } from '#/commands/command.ts';
import { maskIdNumber, maskName, maskPhone } from '#/commands/mask.ts';
import { creditOf, idNumberOf, lineOf } from '#/credit/credit.ts';
import type { Read, Tx } from '#/db/database.ts';
import { shownAt, wireInstant } from '#/kit/days.ts';
import { billsOf, byUrgency, loansWithoutBill, seeBill, todayOf } from '#/loan/loan.ts';
import { lastMessages } from '#/notice/notice.ts';
import { accountsShort } from '#/payee/payee.ts';

const messagesShown = 5;

export const personCommands: StaffCommand[] = [
  staffCommand({
    name: 'person show',
    kind: 'look',
    roles: ['support', 'reviewer', 'finance'],
    isAboutPerson: true,
    mayReveal: ['support', 'reviewer'],
    request: v.strictObject({ person: zPerson }),
    run: async (ctx, tx, { person }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const [account, credit, money, messages] = [
        await accountOf(ctx, tx, borrowerId),
        await creditHeldOf(ctx, tx, borrowerId),
        await moneyOf(ctx, tx, borrowerId),
        await lastMessages(tx, await phoneHashOf(ctx, tx, borrowerId), messagesShown),
      ];
      const told = messages.map((one) => ({ ...one, at: wireInstant(one.at) }));
      return { data: { userGid: borrowerId, account, credit, ...money, messages: told }, subject: borrowerId };
    },
  }),
];

async function phoneHashOf({ house: { sealer } }: StaffCtx, tx: Tx, borrowerId: string): Promise<Buffer> {
  return sealer.hash('phone', await phoneOf(tx, sealer, borrowerId));
}

async function accountOf(ctx: StaffCtx, tx: Tx, borrowerId: string) {
  const { veil, now, wall } = ctx;
  const { sealer } = ctx.house;
  const held = await whatWeHold(tx, sealer, borrowerId);
  const open = await openCountsOf(tx, borrowerId, wall);
  const phone = veil.over('phone', held.phone, maskPhone);
  return {
    phone: phone === held.phone ? formatMobile(held.phone as MobileNumber) : phone,
    name: veil.over('name', held.name, maskName),
    locale: held.locale,
    registeredAt: wireInstant(held.registeredAt),
    agreementVersion: held.agreementVersion,
    hasPassword: held.hasPassword,
    newAccountsHeldHours: await hoursNewAccountsAreHeld(tx, borrowerId, now),
    openSessions: open.sessions,
    devices: open.devices,
    lastSeenAt: latest(held.sessions.map((one) => shownAt(one.lastSeenAt, ctx))),
  };
}

async function creditHeldOf({ house: { sealer }, veil, now }: StaffCtx, tx: Tx, borrowerId: string) {
  const standing = await creditOf(tx, borrowerId, now);
  const idNumber = await idNumberOf(sealer, tx, borrowerId);
  return {
    state: standing.state,
    nextStep: standing.nextStep,
    submittedAt: standing.submittedAt,
    decidedAt: standing.decidedAt,
    reasonGroup: standing.reasonGroup,
    resubmitOn: standing.resubmitOn,
    idNumber: veil.over('idNumber', idNumber, maskIdNumber),
    line: await lineOf(tx, borrowerId),
  };
}

async function moneyOf({ house, now }: StaffCtx, read: Read, borrowerId: string) {
  const today = todayOf(now);
  const bills = (await billsOf(read, borrowerId, { isOpen: true })).map((row) => seeBill(row, today)).sort(byUrgency);
  const loans = (await loansWithoutBill(read, borrowerId)).filter((loan) => loan.state !== 'cancelled');
  const accounts = await accountsShort({ house }, read, borrowerId);
  return {
    bills: bills.map(({ shown: { referenceNo, state, principalCentavos, currentDue, dueOn, overdueDays } }) => ({
      referenceNo,
      state,
      principalCentavos,
      currentDue,
      dueOn,
      overdueDays,
    })),
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
