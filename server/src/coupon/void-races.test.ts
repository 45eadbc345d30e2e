// Races for one coupon: staff void it while a loan is signed, and a loan releases it while others
// are signed.

import { userInfo } from '@sandali/contract/account.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { addWallet } from '#/sandbox/life.ts';
import { opsListener } from '#/staff/listener.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp({ isCrowded: true });
const peso = 100;
const rounds = 16;
const key = { name: 'local', text: 'k'.repeat(43) };
const ops = opsListener({
  context: app.context,
  key,
  worker: { lastLookMs: () => 0, steps: () => [] },
  commands: allCommands,
});

async function act(command: string, input: object) {
  const body = JSON.stringify({ input, reason: 'ticket 12' });
  const headers = {
    authorization: `Bearer ${key.text}`,
    'content-length': String(body.length),
    'x-ops-user': 'ana',
  };
  const answer = await ops.request(`/ops/${command}`, { method: 'POST', headers, body });
  return {
    status: answer.status,
    ...((await answer.json()) as {
      data?: { coupons: { voucherId: string; grantedFor: string }[] };
      wrong?: string;
    }),
  };
}

/** Waits for some database reads, so that each side of a race is first in some of the rounds. */
async function after(reads: number): Promise<void> {
  for (let i = 0; i < reads; i++) await sql`select 1`.execute(app.db);
}

/** Creates a borrower with a wallet and a limit large enough for every round. */
async function borrower() {
  const anna = await app.person({ withCredit: true });
  const accountId = (await addWallet(anna.life)) as never;
  const { userGid } = await anna.client.must(userInfo, {});
  const wider = app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(60_000 * peso * 100), affordable_centavos: null });
  await wider.where('borrower_id', '=', userGid).execute();

  /** Grants a coupon of the given campaign and returns its id. */
  async function coupon(campaign: string): Promise<string> {
    const wish = {
      campaign,
      kind: 'serviceFee',
      amountCentavos: 100 * peso,
      minimumLoanCentavos: 0,
      startsOn: null,
      endsOn: '2026-12-31',
    };
    await act('coupon/grant', { people: [userGid], ...wish });
    const { data } = await act('coupon/list', { person: userGid });
    return data?.coupons.find(({ grantedFor }) => grantedFor === `campaign ${campaign}`)
      ?.voucherId as string;
  }

  /** Quotes a loan with a coupon and returns the input that signs it. */
  async function agreed(voucherId: string) {
    const input = {
      amountCentavos: centavos(60_000 * peso),
      termDays: 8,
      channel: 'wallet',
      accountId,
      voucherId: voucherId as never,
    } as const;
    return agreedTo(await anna.client.must(productCal, input));
  }

  const held = async () => (await anna.client.must(userMulti, {})).line?.heldCentavos;
  return { ...anna, coupon, agreed, held };
}

async function usesOf(voucherId: string) {
  return await app.db
    .selectFrom('coupon_redemptions')
    .selectAll()
    .where('coupon_id', '=', voucherId)
    .orderBy('reserved_at')
    .execute();
}

slow(
  'a coupon is either voided or used by a concurrently signed loan, never both',
  async () => {
    const { client, coupon, agreed, held } = await borrower();
    const winners: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const voucherId = await coupon(`round-${round}`);
      const wish = await agreed(voucherId);
      const isStaffLate = round % 2 === 0;
      const sign = async () => {
        await after(isStaffLate ? 0 : round);
        return await client.ask(loanApply, wish);
      };
      const staff = async () => {
        await after(isStaffLate ? round : 0);
        return await act('coupon/void', { id: voucherId });
      };
      const before = (await held()) ?? 0;
      // The void finishes first in round 0, the signature in round 1, so each side wins once.
      const first = round === 0 ? await staff() : null;
      const signing = sign();
      if (round === 1) await signing;
      const [loan, voided] = await Promise.all([signing, first ?? staff()]);
      const more = ((await held()) ?? 0) - before;
      const isSigned = loan.name === 'success';
      winners.push(isSigned ? 'signed' : 'void');
      expect({
        round,
        loan: loan.name,
        wrong: voided.wrong ?? null,
        more,
        uses: (await usesOf(voucherId)).length,
      }).toEqual(
        isSigned
          ? {
              round,
              loan: 'success',
              wrong: expect.stringContaining('a loan uses it'),
              more: 60_000 * peso,
              uses: 1,
            }
          : { round, loan: 'voucherMissing', wrong: null, more: 0, uses: 0 },
      );
      // Cancel the loan so that it frees the limit for the next round.
      if (loan.name === 'success') await client.must(billCancel, { loanId: loan.data.loanId });
    }
    expect(new Set(winners)).toEqual(new Set(['signed', 'void']));
  },
  60_000,
);

test('a cancelled loan releases its coupon to at most one of two other loans', async () => {
  const { client, coupon, agreed } = await borrower();
  const voucherId = await coupon('again');
  const ends: number[] = [];
  for (let round = 0; round < rounds / 2; round++) {
    const wishes = [
      await agreed(voucherId),
      await agreed(voucherId),
      await agreed(voucherId),
    ] as const;
    const first = await client.must(loanApply, wishes[0]);
    const next = async (wish: (typeof wishes)[number]) => {
      await after(round);
      return await client.ask(loanApply, wish);
    };
    const cancelling = client.ask(billCancel, { loanId: first.loanId });
    // In the first round, the coupon is released first, so one of the loans gets it.
    if (round === 0) await cancelling;
    const [cancelled, ...others] = await Promise.all([
      cancelling,
      next(wishes[1]),
      next(wishes[2]),
      client.ask(billCancel, { loanId: first.loanId }),
    ]);
    expect(cancelled.name).toBe('success');
    const names = others.slice(0, 2).map(({ name }) => name);
    ends.push(names.filter((name) => name === 'success').length);
    expect(names.filter((name) => name !== 'success' && name !== 'voucherMissing')).toEqual([]);
    const open = (await usesOf(voucherId)).filter((use) => use.released_at === null);
    expect(open).toHaveLength(ends.at(-1) as number);
    for (const { loan_id } of open) await client.must(billCancel, { loanId: loan_id as never });
  }
  expect(Math.max(...ends)).toBe(1);
  expect(
    (await usesOf(voucherId)).every((use) => use.released_at !== null && use.redeemed_at === null),
  ).toBe(true);
}, 60_000);
