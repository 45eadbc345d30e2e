// /loan/product/cal: prices a loan and stores the quote, bound to this borrower, for ten minutes.

import type { Arrival } from '@sandali/contract/arrival.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { isPickup } from '@sandali/contract/channel.ts';
import { bestCoupon, type Coupon, discountCentavos } from '@sandali/contract/coupon.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { productCal } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { type QuoteFacts, zQuoteFacts } from '@sandali/contract/quote.ts';
import type { Selectable } from 'kysely';
import * as v from 'valibot';
import { holdsPart } from '#/account/account.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import { rateLimitQuery } from '#/context/rate-limit.ts';
import type { SettingValues } from '#/context/settings.ts';
import { isChannelOn } from '#/context/switches.ts';
import type { Done } from '#/context/write.ts';
import { type CouponRow, couponsPart, usableOf } from '#/coupon/coupon.ts';
import { affordableIn, standingPart } from '#/credit/credit.ts';
import { linePart } from '#/credit-line/credit-line.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';
import type { Quotes } from '#/db/tables.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { borrowerFrom, borrowerParts } from '#/loan/disclosure/borrower.ts';
import { textFor } from '#/loan/disclosure/disclosure.ts';
import { textVersion } from '#/loan/disclosure/text-versions.ts';
import { whyNotAmount } from '#/loan/rules/amounts.ts';
import { opensNext } from '#/loan/rules/hours.ts';
import type { CouponTerms, Quote, QuoteRefusal } from '#/loan/rules/price.ts';
import { quoteEndsAtMs } from '#/loan/rules/quote-end.ts';
import { hoursFor, whyNotReceived } from '#/loan/rules/why-not-apply.ts';
import { whyNoRoom } from '#/loan/rules/why-not-borrow.ts';
import {
  accountPart,
  arrivalHoldsUntilMs,
  maximumOnRails,
  maximumPayment,
  routeFor,
} from '#/payout-accounts/payout-accounts.ts';
import { manila, todayOf, wireInstant } from '#/platform/days.ts';
import { lenderOf } from '#/platform/lender.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { whyUnaffordable } from './affordable.ts';
import { catalogueName } from './keep-catalogue.ts';
import {
  borrowingOf,
  borrowingParams,
  borrowingParts,
  dependsOnAmount,
  roomValues,
} from './may-borrow.ts';
import { accountKindOf, factsForWire, priceOf, soonestOf, whenOf } from './offer.ts';
import { heldHoursOf, type Receiver, receiverFrom } from './receiver.ts';
import { insertQuoteQuery, quotedAccountPart, quotePart } from './store.ts';

/**
 * The maximum number of quotes per borrower and hour. The screen requests a quote whenever the
 * amount changes.
 */
export const quotesAnHour = 600;

type Input = RequestOf<typeof productCal>;
type QuoteIds = { quoteId: string };
type Shown = DataOf<typeof productCal>;

/** The query sections for a price without an account. */
export const pricedParts = {
  ...borrowingParts,
  line: linePart,
  coupons: couponsPart,
  holds: holdsPart,
};
export const quoteParts = { ...pricedParts, ...borrowerParts, account: accountPart };

/** Returns the query parameters that do not come from the session. */
export function quoteParams(ctx: CtxBeforeSession, { channel, accountId }: Input) {
  return {
    ...borrowingParams(ctx),
    accountId: accountKindOf[channel] && accountId,
    gateway: ctx.app.bank.name,
  };
}

type Price = {
  facts: QuoteFacts;
  receiver: Receiver;
  voucherId: string | null;
  terms: RailTerms | null;
};

/** Prices a loan. Refuses with the first reason in the contract's list that applies. */
export async function priceFor(
  ctx: BorrowerCtx,
  read: Omit<FactsOf<typeof quoteParts>, keyof typeof borrowerParts>,
  input: Input,
): Promise<Price> {
  const { app } = ctx;
  const { catalogue } = app;
  const { line } = read;
  if (!line) refuse(productCal, 'creditNotApproved');
  const [settings, terms, carried] = await Promise.all([
    app.settings.all(),
    railsInUse(app),
    affordableIn(ctx, read.standing?.row ?? null),
  ]);
  const { obstacle, room, burden } = borrowingOf(ctx, line, read, {
    openBills: read.openBills.viewOn(todayOf(ctx.now)),
    settings,
    carried,
  });
  // Obstacles that depend on the amount are checked last, so that an amount that we never lend gets
  // its own refusal.
  if (obstacle && !dependsOnAmount(obstacle)) refuse(productCal, obstacle.name, obstacle.values);
  if (whyNotAmount(catalogue.amounts, input.amountCentavos)) refuse(productCal, 'amountNotOffered');
  if (!catalogue.terms.some((term) => term.days === input.termDays))
    refuse(productCal, 'termNotOffered');
  const channel = catalogue.payoutChannels.find((row) => row.channel === input.channel);
  // The server's catalogue contains only channels that the gateway serves.
  if (!channel || !isChannelOn(settings, app.bank, input.channel))
    refuse(productCal, 'channelNotOffered');
  const opensAt = opensNext(channel.hours, ctx.now);
  if (opensAt)
    refuse(productCal, 'channelClosed', {
      hour: opensAt.toZonedDateTimeISO(manila).toPlainTime().toString().slice(0, 5),
    });
  const { priced, voucherId } = pricedWithCoupon(ctx, read.coupons, input);
  const receiver = receiverFrom(ctx, input.channel, read, terms);
  const heldHours = heldHoursOf(ctx, input.channel, { receiver, holds: read.holds });
  const refusal = whyNotReceived({
    isPickup: isPickup(input.channel),
    heldHours,
    needsAccount: input.accountId !== null,
    account: receiver,
  });
  if (refusal) refuse(productCal, refusal, hoursFor(refusal, heldHours));
  const arrival = arrivalFor(ctx, {
    channel,
    receiver,
    terms,
    arrivalCentavos: priced.arrivalCentavos,
  });
  const noRoom = whyNoRoom(room, input.amountCentavos);
  if (noRoom) refuse(productCal, noRoom, roomValues(ctx, room));
  const facts = factsForWire(app, priced, { channel: input.channel, arrival });
  const wanted = {
    dueOn: facts.dueOnIfToday,
    repayCentavos: priced.repayCentavos,
    termDays: input.termDays,
  };
  const unaffordable = whyUnaffordable(ctx, burden, wanted);
  if (unaffordable) refuse(productCal, 'unaffordable', unaffordable);
  return { facts, receiver, voucherId, terms };
}

/**
 * Prices the loan before the transaction, because signing checks everything again under locks.
 * @returns the quote, and the statement that inserts it
 */
export async function priceAndQuote(
  ctx: BorrowerCtx,
  _read: Read,
  input: Input,
  read: FactsOf<typeof quoteParts>,
): Promise<Done<QuoteIds, undefined, Shown>> {
  const { app, who } = ctx;
  const { facts, receiver, voucherId, terms } = await priceFor(ctx, read, input);
  const settings = await app.settings.all();
  const { hash } = await textFor(ctx, borrowerFrom(ctx, read), {
    facts,
    receiver,
    locale: ctx.locale,
  });
  const row = {
    ...rowOf(ctx, facts, hash),
    account_id: receiver ? input.accountId : null,
    coupon_id: voucherId,
    ends_at: Temporal.Instant.fromEpochMilliseconds(
      quoteEndsAtMs(ctx.now.epochMilliseconds, arrivalHoldsUntilMs(facts.arrival, terms)),
    ),
  };
  return {
    ids: { quoteId: row.id },
    answer: shownQuote(row, facts, { settings, receiver }),
    // Only stored quotes count towards the limit.
    writes: (db) => [
      rateLimitQuery(
        db,
        { name: `quotes ${who.borrowerId}`, limit: quotesAnHour, windowMs: hourMs },
        ctx.wall,
      ),
      insertQuoteQuery(db, row),
    ],
  };
}

function rowOf({ app, who, now, locale }: BorrowerCtx, facts: QuoteFacts, hash: Buffer) {
  return {
    id: newIdFor(who.borrowerId, now),
    borrower_id: who.borrowerId,
    principal_centavos: BigInt(facts.principalCentavos),
    term_days: facts.termDays,
    channel: facts.channel,
    facts: JSON.stringify(facts),
    catalogue: catalogueName(app.catalogue),
    legal_rule: facts.legalRule,
    locale,
    disclosure_version: textVersion,
    disclosure_hash: hash,
    made_at: now,
  };
}

type Travel = {
  channel: BorrowerCtx['app']['catalogue']['payoutChannels'][number];
  receiver: Receiver;
  terms: RailTerms | null;
  arrivalCentavos: Centavos;
};

/**
 * Returns how and when the arrival amount would arrive if it were sent now. Refuses an amount
 * outside the limits of the channel, the rails or the bank.
 */
function arrivalFor(
  ctx: BorrowerCtx,
  { channel, receiver, terms, arrivalCentavos }: Travel,
): Arrival {
  const most = isPickup(channel.channel)
    ? null
    : receiver
      ? maximumPayment(receiver.ways.rails)
      : maximumOnRails(terms, channel.channel);
  const maximum = Math.min(channel.maximumCentavos, most ?? channel.maximumCentavos);
  if (arrivalCentavos < channel.minimumCentavos || arrivalCentavos > maximum) {
    const limits = {
      minimum: formatPesos(channel.minimumCentavos),
      maximum: formatPesos(centavos(maximum)),
    };
    refuse(productCal, 'channelLimit', limits);
  }
  const when = whenOf(ctx, channel.channel);
  const arrival = receiver
    ? routeFor(receiver.ways, arrivalCentavos, when)?.arrival
    : soonestOf(terms, channel.channel, arrivalCentavos, when);
  invariant(arrival, 'a rail takes an amount within the limits');
  return arrival;
}

/**
 * Prices a loan with the given coupon, or with the best one. Refuses a loan that cannot be priced.
 */
function pricedWithCoupon(
  ctx: BorrowerCtx,
  coupons: readonly CouponRow[],
  input: Input,
): { priced: Quote; voucherId: string | null } {
  const today = todayOf(ctx.now);
  const of = {
    principalCentavos: input.amountCentavos,
    termDays: input.termDays,
    channel: input.channel,
    today,
  };
  const plain = orRefuse(priceOf(ctx.app, of));
  if (input.voucherId === null) return { priced: plain, voucherId: null };
  const vouchers = usableOf(coupons, today);
  const charges = {
    principalCentavos: input.amountCentavos,
    serviceFeeCentavos: plain.serviceFeeCappedCentavos,
    interestCentavos: plain.interestListedCentavos,
  };
  if (input.voucherId === 'best') {
    const best = bestCoupon(vouchers, charges);
    return best
      ? {
          priced: orRefuse(priceOf(ctx.app, { ...of, coupon: couponOf(best) })),
          voucherId: best.voucherId,
        }
      : { priced: plain, voucherId: null };
  }
  const named = vouchers.find((voucher) => voucher.voucherId === input.voucherId);
  if (!named) return refuse(productCal, 'voucherMissing');
  return {
    priced: orRefuse(priceOf(ctx.app, { ...of, coupon: couponOf(named) })),
    voucherId: named.voucherId,
  };
}

function couponOf(voucher: Coupon): CouponTerms {
  return {
    kind: voucher.kind,
    amountCentavos: discountCentavos(voucher),
    minimumLoanCentavos: voucher.minimumLoanCentavos,
  };
}

function orRefuse(priced: Quote | QuoteRefusal): Quote {
  if (!('refused' in priced)) return priced;
  if (priced.refused === 'couponNeedsMore') {
    return refuse(productCal, 'voucherNeedsMore', {
      minimum: formatPesos(priced.minimumLoanCentavos, { drop00: true }),
    });
  }
  const smallest = priced.smallestAmountCentavos;
  return refuse(
    productCal,
    'channelTooCostly',
    smallest === null ? {} : { smallest: formatPesos(smallest, { drop00: true }) },
  );
}

/** The query sections for a stored quote and its account. */
const quotedParts = {
  quote: quotePart,
  account: quotedAccountPart,
  standing: standingPart,
  holds: holdsPart,
};
const quoted = snapshot(quotedParts);

export async function showQuote(
  ctx: BorrowerCtx,
  read: Read,
  { quoteId }: QuoteIds,
): Promise<Shown> {
  const { app, who } = ctx;
  const { quote: row, ...beside } = await quoted.read(read, {
    quoteId,
    borrowerId: who.borrowerId,
    gateway: app.bank.name,
  });
  // Expired quotes are deleted later, so a repeated request may not find its quote.
  if (!row) refuse(productCal, 'termNotOffered');
  const facts = v.parse(zQuoteFacts, row.facts);
  const receiver = receiverFrom(ctx, facts.channel, beside, await railsInUse(app));
  return shownQuote(row, facts, { settings: await app.settings.all(), receiver });
}

type StoredQuote = Pick<
  Selectable<Quotes>,
  'id' | 'ends_at' | 'coupon_id' | 'disclosure_hash' | 'disclosure_version'
>;
type With = { settings: SettingValues; receiver: Receiver };

function shownQuote(row: StoredQuote, facts: QuoteFacts, { settings, receiver }: With): Shown {
  invariant(row.disclosure_hash.length === 32, 'a disclosure hash has 32 bytes');
  return {
    quoteId: row.id as Shown['quoteId'],
    endsAt: wireInstant(row.ends_at),
    facts,
    lender: lenderOf(settings),
    receiver: receiver && shortOf(receiver),
    voucherId: row.coupon_id as Shown['voucherId'],
    disclosureHash: row.disclosure_hash.toString('hex'),
    disclosureVersion: row.disclosure_version,
  };
}

/** Returns the account fields that a quote shows. An account in a quote is known to be payable. */
export function shortOf({ accountId, label, last4, mark }: NonNullable<Receiver>) {
  return { accountId, label, last4, mark };
}

/** The query sections for a quote's disclosure statement. */
export const loanStatementParts = { ...quotedParts, ...borrowerParts };

export async function loanStatementOf(
  ctx: BorrowerCtx,
  { quote: row, names, address, ...beside }: FactsOf<typeof loanStatementParts>,
): Promise<DataOf<typeof loanStatement>> {
  const { app } = ctx;
  if (!row) refuse(loanStatement, 'quoteExpired');
  const facts = v.parse(zQuoteFacts, row.facts);
  const receiver = receiverFrom(ctx, facts.channel, beside, await railsInUse(app));
  const known = borrowerFrom(ctx, { names, address });
  const { papers, hash } = await textFor(ctx, known, {
    facts,
    receiver,
    locale: localeFrom(row.locale),
  });
  if (!hash.equals(row.disclosure_hash)) refuse(loanStatement, 'disclosureChanged');
  return papers;
}
