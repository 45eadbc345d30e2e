// What a person may do and what they owe, gathered from all slices.
import type { Day } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import type { StaffCommand, StaffCtx } from '#/commands/command.ts';
import { maskIdNumber } from '#/commands/mask.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { mayPayOut } from '#/context/switches.ts';
import { idNumberOf } from '#/credit/credit.ts';
import type { Read, Tx } from '#/db/database.ts';
import { homeScreenOf } from '#/home/home.ts';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { type BillView, byUrgency, viewBills } from '#/loan/loan.ts';
import { whereNotOrdered } from '#/payout/payout.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { payChannelsOf, refundableOf } from '#/repayment/repayment.ts';
import { mayRun } from './allowed.ts';
import { casesFor } from './cases.ts';
import { accountOf } from './person.ts';
import * as store from './standing.store.ts';
import { whereMoneyIsNow } from './timeline.ts';

export type Standing = Awaited<ReturnType<typeof standingOf>>;

/** Returns a person's standing. `all` tells which kinds of case and money the caller may list. */
export async function standingOf(
  ctx: StaffCtx,
  tx: Tx,
  borrowerId: string,
  all: readonly StaffCommand[],
) {
  const account = await accountOf(ctx, tx, borrowerId);
  const screen = await homeScreenOf(ctx.app, tx, borrowerId, ctx);
  const { canBorrow, line, credit } = screen.home;
  const { state, nextStep, reasonGroup, resubmitOn } = credit;
  const cases = await casesFor(ctx, tx, all, { borrowerId, after: null });
  return {
    userGid: borrowerId,
    who: await whoOf(ctx, tx, borrowerId, account),
    borrowing: {
      canBorrow,
      whyNot: screen.whyNotBorrow,
      credit: { state, nextStep, reasonGroup, resubmitOn },
      line,
    },
    bills: await billsOf(tx, screen.ctx),
    payout: await payoutOf(ctx, tx, borrowerId),
    payments: await paymentsOf(ctx, tx, borrowerId, mayRun(all, 'suspense list', ctx.roles)),
    access: accessOf(account),
    cases: cases.map(({ id: _, person: __, ...row }) => row),
  };
}

type Account = Awaited<ReturnType<typeof accountOf>>;

/** Who the person is, masked, with the corrections that wait for a second person. */
async function whoOf(ctx: StaffCtx, tx: Tx, borrowerId: string, account: Account) {
  const { phone, name, locale, registeredAt } = account;
  const idNumber = await idNumberOf(ctx.app.sealer, tx, borrowerId);
  const corrections = await store.openCorrectionsOf(tx, borrowerId);
  return {
    name,
    number: phone,
    idNumber: ctx.mask.over('idNumber', idNumber, maskIdNumber),
    language: locale,
    registeredAt,
    openCorrections: corrections.map((row) => ({
      field: row.field,
      case: row.caseNo,
      proposedAt: wireInstant(row.proposedAt),
    })),
  };
}

/** The open bills, the most urgent first, with today's arithmetic and the ways to pay. */
async function billsOf(read: Read, ctx: BorrowerCtx) {
  const { borrowerId } = ctx.who;
  const today = todayOf(ctx.now);
  const bills = (await viewBills(read, borrowerId, { are: 'open' }, today)).toSorted(byUrgency);
  const codes = await store.payableCodes(read, borrowerId, ctx.now);
  return await Promise.all(bills.map(async (bill) => await billOf(read, ctx, bill, codes)));
}

type Codes = Awaited<ReturnType<typeof store.payableCodes>>;

async function billOf(read: Read, ctx: BorrowerCtx, bill: BillView, codes: Codes) {
  const { shown, facts } = bill;
  const today: Day = shown.currentDue.on;
  const { channels, minimumCentavos } = await payChannelsOf(ctx, read, shown.loanId as LoanId);
  const { principalCentavos, interestCentavos, lateCentavos, totalCentavos } = owed(facts, today);
  const paid = paidSoFar(facts, today);
  return {
    referenceNo: shown.referenceNo,
    state: shown.state,
    dueOn: shown.dueOn,
    lastFreeDay: shown.lastFreeDay,
    overdueDays: shown.overdueDays,
    owed: { on: today, principalCentavos, interestCentavos, lateCentavos, totalCentavos },
    nextDue: shown.nextDue,
    lentCentavos: facts.principalCentavos,
    paid: {
      principalCentavos: paid.principalCentavos,
      interestCentavos: paid.interestCentavos,
      lateCentavos: paid.lateCentavos,
      extensionFeesCentavos: paid.extensionFeesCentavos,
      totalCentavos: paid.totalCentavos,
    },
    promised: shown.promised,
    pay: {
      minimumCentavos,
      channels: channels.filter(({ isAvailable }) => isAvailable).map(({ channel }) => channel),
      codes: codes
        .filter(({ referenceNo }) => referenceNo === null || referenceNo === shown.referenceNo)
        .map((code) => ({
          channel: code.channel,
          code: code.code,
          amountCentavos: code.amountCentavos === null ? null : Number(code.amountCentavos),
          endsAt: code.endsAt && wireInstant(code.endsAt),
          isBeingPaid: code.progress === 'inProgress',
        })),
    },
  };
}

/**
 * The newest payout of a loan or refund, and where its money is; null if there is none. A signed
 * loan without a payout comes first, with an `id` of null.
 */
async function payoutOf(ctx: StaffCtx, read: Read, borrowerId: string) {
  const loan = await store.unorderedLoan(read, borrowerId);
  if (loan) {
    const isHeld = !mayPayOut(await ctx.app.settings.all(), ctx.app.bank);
    return {
      id: null,
      kind: 'loan',
      referenceNo: loan.referenceNo,
      amountCentavos: Number(loan.amountCentavos),
      channel: loan.channel,
      state: loan.state,
      orderedAt: wireInstant(loan.signedAt),
      where: whereNotOrdered(loan.signedAt, { isHeld }),
    };
  }
  const payout = await store.newestPayout(read, borrowerId);
  if (!payout) return null;
  const places = await whereMoneyIsNow(ctx, read, [payout.id]);
  return {
    id: payout.id,
    kind: payout.kind,
    referenceNo: payout.referenceNo,
    amountCentavos: Number(payout.amountCentavos),
    channel: payout.channel,
    state: payout.state,
    orderedAt: wireInstant(payout.orderedAt),
    where: places.get(payout.id) ?? payout.state,
  };
}

/**
 * The money that no bill took: payments beyond what was owed, the part of them that is refundable,
 * and money that may be this person's. Suspense is null unless the caller may list it.
 */
async function paymentsOf(ctx: StaffCtx, read: Read, borrowerId: string, maySeeSuspense: boolean) {
  const [beyond, kept, owes, transfers] = [
    await store.overpayments(read, borrowerId),
    await refundableOf(read, borrowerId),
    await balanceOf(read, ownedAccount('borrower.takenBack', borrowerId)),
    await store.waitingTransfers(read, borrowerId),
  ];
  const suspense = maySeeSuspense ? await store.fittingMoney(read, borrowerId, ctx.now) : null;
  return {
    beyond: beyond.map((row) => ({
      receipt: row.id,
      paidAt: wireInstant(row.paidAt),
      amountCentavos: Number(row.amountCentavos),
      beyondCentavos: Number(row.beyondCentavos),
    })),
    refundableCentavos: Number(kept),
    claimCentavos: Number(owes),
    waitingTransfers: transfers.map((row) => ({
      amountCentavos: Number(row.amountCentavos),
      paidOn: wireDay(row.paidOn),
    })),
    suspense:
      suspense?.map((row) => ({
        receipt: row.id,
        amountCentavos: Number(row.amountCentavos),
        currency: row.currency,
        code: row.codeTyped,
        channel: row.channel,
        paidAt: wireInstant(row.paidAt),
        fitsBy: row.fitsBy,
      })) ?? null,
  };
}

/** Devices, passkeys, the last login, and wrong attempts that still count. */
function accessOf(account: Account) {
  return {
    hasPassword: account.hasPassword,
    passkeys: account.passkeys,
    knownDevices: account.knownDevices,
    openSessions: account.openSessions,
    lastLoginAt: account.lastLoginAt,
    lastSeenAt: account.lastSeenAt,
    newAccountsHeldHours: account.newAccountsHeldHours,
    attempts: account.attempts,
  };
}
