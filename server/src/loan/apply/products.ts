// /loan/product/list and /loan/paychannel/list: today's offer for this borrower, and the payout
// channels.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import type { CouponId } from '@sandali/contract/id.ts';
import { paychannelList, type productCal, productList } from '@sandali/contract/loan.ts';
import { type Centavos, centavos, minCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { resolvePayout } from '@sandali/contract/payoutChoice.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import type { SettingValues } from '#/context/settings.ts';
import { isBankOn, isChannelOn } from '#/context/switches.ts';
import { couponsPart, usableOf } from '#/coupon/coupon.ts';
import { affordableIn } from '#/credit/credit.ts';
import { linePart } from '#/credit-line/credit-line.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { smallestAmount } from '#/loan/rules/amounts.ts';
import { opensNext } from '#/loan/rules/hours.ts';
import { paydayAfter } from '#/loan/rules/payday.ts';
import {
  type AccountSummary,
  accountListParts,
  accountSummariesFrom,
  maximumOnRails,
  maximumPayment,
  routeFor,
  usualArrival,
} from '#/payout-accounts/payout-accounts.ts';
import { todayOf, wireInstant } from '#/platform/days.ts';
import { Refused, refuse } from '#/platform/refuse.ts';
import { sayRefusal } from '#/texts/say.ts';
import { pricedParts, priceFor } from './calc.ts';
import { borrowingOf, borrowingParams, borrowingParts } from './may-borrow.ts';
import { accountKindOf, priceOf, soonestOf, whenOf } from './offer.ts';

export const productParts = { ...borrowingParts, line: linePart, coupons: couponsPart };

/**
 * Returns the product with its limits.
 * @throws Refused with the first reason why no amount can be borrowed now
 */
export async function productsFor(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof productParts>,
): Promise<DataOf<typeof productList>> {
  const { line } = facts;
  if (!line) refuse(productList, 'creditNotApproved');
  const settings = await ctx.app.settings.all();
  const carried = await affordableIn(ctx, facts.standing?.row ?? null);
  const today = todayOf(ctx.now);
  const { obstacle, borrowableCentavos } = borrowingOf(ctx, line, facts, {
    openBills: facts.openBills.viewOn(today),
    settings,
    carried,
  });
  if (obstacle) refuse(productList, obstacle.name, obstacle.values);
  const { catalogue } = ctx.app;
  const least = smallestAmount(catalogue.amounts);
  const arrivesOn = await soonestDay(ctx, least, today);
  const payday = facts.standing?.paydayIn(ctx.app.sealer) ?? null;
  return {
    catalogue: catalogue.id,
    minimumCentavos: least,
    stepCentavos: catalogue.amounts.stepCentavos,
    maximumCentavos: catalogue.amounts.maximumCentavos,
    availableCentavos: borrowableCentavos,
    terms: catalogue.terms.map((term) => ({
      days: term.days,
      dueOnIfToday: addDays(arrivesOn, term.days),
    })),
    today,
    paydayOn: payday && paydayAfter(payday, today),
    coupons: usableOf(facts.coupons, today),
  };
}

/** Returns the first day on which an amount sent now could arrive, through any channel. */
async function soonestDay(ctx: BorrowerCtx, amount: Centavos, today: Day): Promise<Day> {
  const { app } = ctx;
  const terms = await railsInUse(app);
  const days = app.catalogue.payoutChannels.flatMap(({ channel }) => {
    return (
      soonestOf(terms, channel, mostArriving(app, channel, amount, today), whenOf(ctx, channel))
        ?.on ?? []
    );
  });
  return days.sort()[0] ?? today;
}

/** The query sections for the payout channels and their prices. */
export const channelParts = { ...pricedParts, ...accountListParts };
type ChannelFacts = FactsOf<typeof channelParts>;

/** Returns the query parameters that do not come from the session. */
export function channelParams(ctx: CtxBeforeSession) {
  return { ...borrowingParams(ctx), gateway: ctx.app.bank.name };
}

/**
 * Returns every payout channel with its fee, its limits and the borrower's accounts. If a channel
 * cannot pay the amount, states the reason and which amount the channel could pay. Adds prices for
 * the requested channel.
 */
export async function channelsFor(
  ctx: BorrowerCtx,
  facts: ChannelFacts,
  input: RequestOf<typeof paychannelList>,
): Promise<DataOf<typeof paychannelList>> {
  const { app } = ctx;
  const { holds } = facts;
  if (!facts.line) refuse(paychannelList, 'creditNotApproved');
  const [settings, terms, accounts] = await Promise.all([
    app.settings.all(),
    railsInUse(app),
    accountSummariesFrom(app, facts),
  ]);
  const amountCentavos = input.amountCentavos ?? smallestAmount(app.catalogue.amounts);
  const channels = app.catalogue.payoutChannels.map((listed) => {
    const row = withinRails(listed, terms);
    const kind = accountKindOf[row.channel];
    const when = whenOf(ctx, row.channel);
    const arrives = mostArriving(app, row.channel, amountCentavos, todayOf(ctx.now));
    const shut = whyShut(ctx, row, {
      settings,
      heldUntil: holds.onPickups(ctx.now)?.until ?? null,
    });
    return {
      channel: row.channel,
      feeCentavos: row.feeCentavos,
      minimumCentavos: row.minimumCentavos,
      maximumCentavos: row.maximumCentavos,
      arrivalMinutes: row.arrivalMinutes,
      hours: row.hours,
      collectDays: row.collectDays,
      arrival:
        soonestOf(terms, row.channel, arrives, when) ??
        soonestOf(terms, row.channel, row.maximumCentavos, when) ??
        usualArrival(when),
      accounts: accounts
        .filter((account) => account.kind === kind)
        .map((account) => accountFor(account, arrives, when)),
      ...(shut ?? fitOf(app, row, amountCentavos, todayOf(ctx.now))),
    };
  });
  const payout = resolvePayout(input, channels);
  const wish = payout && {
    amountCentavos,
    voucherId: input.voucherId,
    channel: payout.channel.channel,
    accountId: payout.account?.accountId ?? null,
  };
  return { channels, prices: wish ? await pricesOf(ctx, facts, wish, settings) : [] };
}

/** Returns the price of a loan at each term, or the text of the refusal if the loan is refused. */
async function pricesOf(
  ctx: BorrowerCtx,
  facts: ChannelFacts,
  wish: Omit<RequestOf<typeof productCal>, 'termDays'>,
  settings: SettingValues,
): Promise<DataOf<typeof paychannelList>['prices']> {
  const { locale, app } = ctx;
  const account = facts.accounts.find(({ row }) => row.id === wish.accountId) ?? null;
  const priceOrRefusal = async (input: RequestOf<typeof productCal>) => {
    try {
      const { facts: priced, voucherId } = await priceFor(ctx, { ...facts, account }, input);
      return {
        termDays: input.termDays,
        price: { facts: priced, voucherId: voucherId as CouponId | null },
        whyNot: null,
      };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const whyNot = sayRefusal(
        locale,
        error.refusal,
        error.values,
        settings.copyWritingMap[locale],
      );
      return { termDays: input.termDays, price: null, whyNot };
    }
  };
  return await Promise.all(
    app.catalogue.terms.map(({ days }) => priceOrRefusal({ ...wish, termDays: days })),
  );
}

/** Returns the channel with its maximum lowered to what the rails carry. */
function withinRails(row: ChannelRow, terms: RailTerms | null): ChannelRow {
  const most = isPickup(row.channel) ? null : maximumOnRails(terms, row.channel);
  return most === null
    ? row
    : { ...row, maximumCentavos: minCentavos(row.maximumCentavos, centavos(most)) };
}

/** Returns the largest arrival amount over all terms, without a coupon. */
function mostArriving(
  app: BorrowerCtx['app'],
  channel: PayoutChannel,
  amount: Centavos,
  today: Day,
): Centavos {
  if (amount === zeroCentavos || amount > app.catalogue.amounts.maximumCentavos) return amount;
  const arriving = app.catalogue.terms.map((term) => {
    const priced = priceOf(app, { principalCentavos: amount, termDays: term.days, channel, today });
    return 'refused' in priced ? zeroCentavos : priced.arrivalCentavos;
  });
  return arriving.reduce(
    (most, amountArriving) => (amountArriving > most ? amountArriving : most),
    zeroCentavos,
  );
}

/**
 * Returns an account with the expected arrival of an amount. If the amount exceeds the maximum of
 * the account's bank or wallet, states that maximum instead.
 */
function accountFor(
  { accountId, label, last4, mark, whyNotPaid, heldHours, ways }: AccountSummary,
  arrives: Centavos,
  when: When,
) {
  const route = routeFor(ways, arrives, when);
  const most = maximumPayment(ways.rails);
  return {
    ...{ accountId, label, last4, mark, whyNotPaid, heldHours },
    arrival: route?.arrival ?? null,
    fittingCentavos: route === null && whyNotPaid === null && most !== null ? centavos(most) : null,
  };
}

type When = ReturnType<typeof whenOf>;
type ChannelRow = BorrowerCtx['app']['catalogue']['payoutChannels'][number];
type Fit = Pick<
  DataOf<typeof paychannelList>['channels'][number],
  'isAvailable' | 'whyNot' | 'fittingCentavos' | 'openAt'
>;

/**
 * Returns why a channel cannot pay any amount now: staff paused it, a recent change of phone number
 * holds it, or its counters are closed. Null if it can.
 */
function whyShut(
  { app, now }: BorrowerCtx,
  { channel, hours }: ChannelRow,
  { settings, heldUntil }: { settings: SettingValues; heldUntil: Temporal.Instant | null },
): Fit | null {
  const refusing = (whyNot: Fit['whyNot'], openAt: Temporal.Instant | null): Fit => {
    return {
      isAvailable: false,
      whyNot,
      fittingCentavos: null,
      openAt: openAt && wireInstant(openAt),
    };
  };
  if (!isChannelOn(settings, app.bank, channel) || !isBankOn(settings, app.bank))
    return refusing('paused', null);
  // A pickup is held after a change of phone number. Otherwise, whoever changed the number could
  // collect the cash: the counter checks only that number, and the app shows the pickup code.
  if (isPickup(channel) && heldUntil) return refusing('held', heldUntil);
  const opensAt = opensNext(hours, now);
  return opensAt && refusing('closed', opensAt);
}

/** Returns whether a channel can pay an amount at every term of the product. */
function fitOf(
  app: BorrowerCtx['app'],
  row: ChannelRow,
  amount: Centavos,
  today: ReturnType<typeof todayOf>,
): Fit {
  const refusing = (whyNot: Fit['whyNot'], fittingCentavos: Centavos | null): Fit => ({
    isAvailable: false,
    whyNot,
    fittingCentavos,
    openAt: null,
  });
  if (amount === zeroCentavos) return refusing('amountTooSmall', row.minimumCentavos);
  if (amount > app.catalogue.amounts.maximumCentavos)
    return refusing('amountTooLarge', app.catalogue.amounts.maximumCentavos);
  for (const term of app.catalogue.terms) {
    const priced = priceOf(app, {
      principalCentavos: amount,
      termDays: term.days,
      channel: row.channel,
      today,
    });
    if ('refused' in priced)
      return refusing(
        'channelTooCostly',
        priced.refused === 'channelTooCostly' ? priced.smallestAmountCentavos : null,
      );
    if (priced.arrivalCentavos < row.minimumCentavos)
      return refusing('amountTooSmall', row.minimumCentavos);
    if (priced.arrivalCentavos > row.maximumCentavos)
      return refusing('amountTooLarge', centavos(row.maximumCentavos));
  }
  return { isAvailable: true, whyNot: null, fittingCentavos: null, openAt: null };
}
