// The borrower's choice for a loan and its quote, kept in memory across /loan, /loanConfirm and the
// forms that add an account.

import type { DataOf } from '@sandali/contract/call.ts';
import { type PayoutChannel, payoutChannels } from '@sandali/contract/channel.ts';
import { type AccountId, type CouponId, zAccountId, zCouponId } from '@sandali/contract/id.ts';
import type { productCal } from '@sandali/contract/loan.ts';
import { safeParse } from 'valibot';
import { onSessionEnd } from '#/client/session.ts';

export type Quote = DataOf<typeof productCal>;

/**
 * A choice, possibly partial; the server's offer fills in what is missing. Amounts are whole
 * centavos.
 */
export type Choice = {
  amountCentavos?: number;
  termDays?: number;
  channel?: PayoutChannel;
  accountId?: AccountId;
  /** The chosen coupon, or `none`; if undefined, the best coupon is used. */
  voucherId?: CouponId | 'none';
};

type Draft = {
  /** The query of /loan when the choice began; null if the draft contains only an added account. */
  from: string | null;
  choice: Choice;
  quote: Quote | null;
};

const fresh = (): Draft => ({ from: null, choice: {}, quote: null });
let draft = fresh();
onSessionEnd(() => clearDraft());

/**
 * Returns the choice for /loan with this query. A draft that began with the same query takes
 * precedence. Otherwise the query overrides `before`, and an account that was just added overrides
 * both.
 */
export function initialChoice(search: URLSearchParams, before: Choice | null = null): Choice {
  const from = search.toString();
  if (draft.from !== from) {
    const added = draft.from === null ? draft.choice : {};
    draft = { from, choice: { ...before, ...readChoice(search), ...added }, quote: null };
  }
  return draft.choice;
}

/** Merges `part` into the saved choice and returns the result. */
export function saveChoice(part: Choice): Choice {
  draft = { ...draft, choice: { ...draft.choice, ...part } };
  return draft.choice;
}

/**
 * Stores the query of /loan, so that the choice is restored when the borrower returns, even after a
 * reload.
 */
export function rememberQuery(query: Record<string, string | number | undefined>): void {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) search.set(key, String(value));
  draft = { ...draft, from: search.toString() };
}

/** Saves the quote for /loanConfirm. */
export function saveQuote(quote: Quote): void {
  draft = { ...draft, quote };
}

/** Returns the saved quote with this id; null for another id or after a reload. */
export function savedQuote(quoteId: string | null): Quote | null {
  return draft.quote?.quoteId === quoteId ? draft.quote : null;
}

/** Clears the draft, because the loan was signed or another one starts empty. */
export function clearDraft(): void {
  draft = fresh();
}

/** Returns the choice as a query for /loan and /loanConfirm. */
export function choiceQuery({ amountCentavos, termDays, channel, accountId, voucherId }: Choice) {
  return {
    amount: amountCentavos,
    term: termDays,
    channel,
    account: accountId,
    voucher: voucherId,
  };
}

/** Reads a choice from a query and ignores invalid values. `amount` is in whole centavos. */
export function readChoice(search: URLSearchParams): Choice {
  const whole = (name: string) => {
    const text = search.get(name) ?? '';
    return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
  };
  const amountCentavos = whole('amount');
  const termDays = whole('term');
  const channel = payoutChannels.find((name) => name === search.get('channel'));
  const account = safeParse(zAccountId, search.get('account'));
  const voucher = search.get('voucher');
  const voucherId = voucher === 'none' ? voucher : safeParse(zCouponId, voucher);
  return {
    ...(amountCentavos && { amountCentavos }),
    ...(termDays && { termDays }),
    ...(channel && { channel }),
    ...(account.success && { accountId: account.output }),
    ...(voucherId === 'none'
      ? { voucherId }
      : voucherId.success && { voucherId: voucherId.output }),
  };
}
