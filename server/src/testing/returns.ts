// Test helpers for returning a loan: codes for a return, our income, and the state after a return.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { repaymentStatus } from '@sandali/contract/repayment.ts';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import type { AccountKind } from '#/ledger/chart.ts';
import { loanBalances } from '#/ledger/ledger.ts';
import type { Person, TestApp } from './app.ts';

const incomes = [
  'income.interest',
  'income.late',
  'income.serviceFee',
  'income.channelFee',
] as const satisfies AccountKind[];
const none = { principalCentavos: 0n, interestCentavos: 0n, lateCentavos: 0n };

/** Returns the income by kind, signed as in the books, excluding daily charges on open bills. */
async function earnedIn(app: TestApp): Promise<bigint[]> {
  const { rows } = await sql<{
    kind: string;
    sum: bigint;
  }>`select a.kind, sum(l.amount_centavos)::int8 as sum
    from ledger_lines l
      join ledger_accounts a on a.id = l.account_id
      join ledger_entries e on e.id = l.entry_id
      left join bills b on b.loan_id = e.loan_id
    where not (e.fact_key like 'day %' and b.settled_at is null) group by a.kind`.execute(app.db);
  return incomes.map((kind) => rows.find((row) => row.kind === kind)?.sum ?? 0n);
}

/**
 * Returns steps for tests that return a loan of ₱60,000 for 8 days without a coupon. After every
 * test, business time moves to the morning, because no application is reviewed at night.
 */
export function returnSteps(app: TestApp) {
  const earned = () => earnedIn(app);
  const detail = async ({ client }: Person, loanId: string) =>
    await client.must(billDetail, { loanId });
  const refundable = async ({ client }: Person) =>
    (await client.must(billList, {})).refundableCentavos;

  /** Requests a return and waits for its code. */
  async function codeToReturn(
    { client }: Person,
    loanId: string,
    channel: RepaymentChannel = 'sevenEleven',
  ) {
    const answer = await client.must(billCancel, { loanId, channel });
    const repaymentId = answer.repaymentId as string;
    const code = await app.until(
      'a code',
      async () => (await client.must(repaymentStatus, { repaymentId })).code,
    );
    return { ...answer, repaymentId, code };
  }

  /** Moves business time to the end of a Manila day. */
  async function toMidnightAfter(day: string): Promise<void> {
    app.clocks.setNow(`${day}T16:00:00Z`);
    await app.addDays(0);
  }

  /** Moves business time to 10:00 on the same day if it is earlier. */
  async function toMorning(): Promise<void> {
    const now = app.clocks.now().toZonedDateTimeISO('Asia/Manila');
    if (now.hour >= 10) return;
    app.clocks.setNow(now.with({ hour: 10 }).toInstant().toString());
    await app.addDays(0);
  }
  afterEach(toMorning);

  /**
   * Expects a returned loan: no debt, the same income as `before`, and the whole credit line
   * available.
   */
  async function expectReturned(anna: Person, loanId: string, before: bigint[]): Promise<void> {
    const { bill, chargesSoFarCentavos, coolingOff, events } = await detail(anna, loanId);
    expect(bill).toMatchObject({
      state: 'cooledOff',
      currentDue: { owedCentavos: 0 },
      overdueDays: 0,
      paidCentavos: 5_939_000,
    });
    expect({ chargesSoFarCentavos, coolingOff }).toEqual({
      chargesSoFarCentavos: 0,
      coolingOff: null,
    });
    expect(events.at(-1)).toMatchObject({ kind: 'cooledOff' });
    expect(await loanBalances(app.db, loanId)).toEqual(none);
    expect(await earned()).toEqual(before);
    const { line } = await anna.client.must(userMulti, {});
    expect(line).toMatchObject({
      usedCentavos: 0,
      heldCentavos: 0,
      availableCentavos: line?.limitCentavos,
    });
  }

  return { earned, detail, refundable, codeToReturn, toMidnightAfter, toMorning, expectReturned };
}
