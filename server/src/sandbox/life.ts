// Performs a borrower's steps with the calls that a browser makes, for seeds, the battery and
// tests.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { AnyCall, Call, DataOf } from '@sandali/contract/call.ts';
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { loanApply, loanDetail, productCal, productList } from '@sandali/contract/loan.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { register } from '@sandali/contract/signUp.ts';
import type * as v from 'valibot';
import type { Client } from './client.ts';

type InputOf<C> = C extends Call<infer I, infer _O, infer _R> ? v.InferInput<I> : never;

export type Life = {
  client: Client;
  /** In E.164. */
  phone: string;
  password: string;
  firstName: string;
  lastName: string;
  /** A number from 0 to 999, which makes the person's phone numbers and pictures unique. */
  number: number;
  /** Returns the codes that were sent to a phone number, oldest first. */
  codesOf(phone: string): Promise<string[]>;
  /**
   * Returns a step's request id, which is always the same, so that steps can resume after a crash.
   */
  idOf(step: string): string;
};

const waitMs = 60_000;
const lookEveryMs = 20;

/**
 * Polls `look` until it returns a truthy value, and returns that value.
 * @throws if that takes longer than `withinMs` of wall time (60 s by default)
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false | undefined>,
  withinMs = waitMs,
): Promise<T> {
  const timeout = AbortSignal.timeout(withinMs);
  for (;;) {
    const value = await look();
    if (value) return value;
    if (timeout.aborted) throw new Error(`timed out waiting for ${what}`);
    await new Promise((done) => setTimeout(done, lookEveryMs));
  }
}

/**
 * Makes a step's call with the step's request id. Throws unless the call succeeds. `nth` tells
 * apart steps that make the same call.
 */
export async function step<C extends AnyCall>(
  life: Life,
  call: C,
  input: InputOf<C>,
  nth: string | number = 0,
): Promise<DataOf<C>> {
  return await life.client.must(call, input, life.idOf(`${call.path} ${nth}`));
}

/** Registers with a code from an SMS; this also logs in. */
export async function signUp(life: Life): Promise<void> {
  const { phone, password } = life;
  const { challengeId } = await step(life, codeSms, { phone, purpose: 'register' });
  const code = await until('the code of a new account', async () => (await life.codesOf(phone))[0]);
  const { token } = await step(life, register, {
    phone,
    challengeId,
    code,
    password,
    agreementVersion,
  });
  life.client.token = token;
}

/** Logs in by password on the client's device, which must be known. */
export async function logIn({
  client,
  phone,
  password,
}: Pick<Life, 'client' | 'phone' | 'password'>): Promise<void> {
  const login = { by: 'password', phone, password, agreementVersion } as const;
  client.token = (await client.must(logonRegister, login)).token;
}

/**
 * Adds a GCash wallet with the borrower's own number.
 * @returns the account's id
 */
export async function addWallet(life: Life): Promise<string> {
  const accountName = `${life.firstName} ${life.lastName}`;
  const { wallet } = await step(life, walletAdd, {
    walletId: 'gcash',
    accountName,
    phone: life.phone,
    password: life.password,
  });
  return wallet.accountId;
}

export type LoanWish = {
  amountCentavos?: Centavos;
  termDays?: number;
  channel?: PayoutChannel;
  voucherId?: 'best' | null;
};

/** Takes a loan. The default is the smallest amount with the longest term. */
export async function takeLoan(
  life: Life,
  accountId: string | null,
  { amountCentavos: wanted, termDays, channel = 'wallet', voucherId = null }: LoanWish = {},
) {
  const { minimumCentavos, terms } = await life.client.must(productList, {});
  const amountCentavos = wanted ?? minimumCentavos;
  const days =
    terms.find((term) => term.days === termDays)?.days ??
    Math.max(...terms.map((term) => term.days));
  const { quoteId, disclosureHash } = await step(life, productCal, {
    amountCentavos,
    termDays: days,
    channel,
    accountId,
    voucherId,
  });
  const agreed = {
    quoteId,
    disclosureHash,
    disclosureRead: true,
    agreementAccepted: true,
    password: life.password,
  } as const;
  return await step(life, loanApply, agreed);
}

/** Waits until the review has decided. */
export async function reviewed(life: Life): Promise<'approved' | 'rejected'> {
  return await until('the review', async () => {
    const { credit } = await life.client.must(userMulti, {});
    return credit.state === 'approved' || credit.state === 'rejected' ? credit.state : null;
  });
}

/**
 * Waits until a loan's payout arrives.
 * @throws if the payout fails
 */
export async function paidOut(
  life: Life,
  loanId: string,
  withinMs?: number,
): Promise<DataOf<typeof loanDetail>> {
  const look = async () => {
    const detail = await life.client.must(loanDetail, { loanId });
    return ['success', 'failed', 'cancelled', 'reversed'].includes(detail.state) ? detail : null;
  };
  const loan = await until('the payout', look, withinMs);
  if (loan.state !== 'success')
    throw new Error(`the loan ended as ${loan.state} (${loan.failure})`);
  return loan;
}

/** Requests a code for paying a bill, waits until the bank has issued it, and returns it. */
export async function askCode(
  life: Life,
  loanId: string,
  amountCentavos: number,
): Promise<{ repaymentId: string; code: string }> {
  const { repaymentId } = await step(
    life,
    repaymentApply,
    { loanId, channel: 'sevenEleven', amountCentavos },
    amountCentavos,
  );
  const code = await until(
    'a code',
    async () => (await life.client.must(repaymentStatus, { repaymentId })).code,
  );
  return { repaymentId, code };
}
