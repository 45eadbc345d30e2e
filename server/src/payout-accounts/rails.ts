// Pure rules for a gateway's codes on each rail, for the rail of an amount, and for its arrival.
// Codes are used exactly as the gateway specifies them.
import type { Arrival } from '@sandali/contract/arrival.ts';
import { type PayoutChannel, type PayoutRail, payoutRails } from '@sandali/contract/channel.ts';
import {
  addDays,
  type Day,
  endOfDayMs,
  type Holidays,
  isWorkingDay,
  manilaDay,
  nextWorkingDayFrom,
} from '@sandali/contract/day.ts';
import type { RailTerm, RailTerms } from '#/adapters/bank/port.ts';
import { manila } from '#/platform/days.ts';

/**
 * A code on a rail, and its maximum per transfer in centavos; null if the gateway states no
 * maximum.
 */
export type RailCode = { readonly code: string; readonly maximumCentavos: number | null };

/**
 * The codes on each rail. InstaPay arrives within minutes at any hour; PESONet arrives on a banking
 * day and has higher limits.
 */
export type Rails = { readonly instapay: RailCode | null; readonly pesonet: RailCode | null };

export const noRails: Rails = { instapay: null, pesonet: null };

/** Returns the rails on which the gateway accepts the code. */
export function acceptedRails(
  { instapay, pesonet }: Rails,
  canPay: (code: string) => boolean,
): Rails {
  const usable = (rail: RailCode | null) => (rail && canPay(rail.code) ? rail : null);
  return { instapay: usable(instapay), pesonet: usable(pesonet) };
}

/**
 * Returns the rails that a channel can use, with maximum amounts capped by the terms. Without
 * terms, returns all rails unchanged.
 */
export function railsWithin(rails: Rails, terms: RailTerms | null, channel: PayoutChannel): Rails {
  if (terms === null) return rails;
  const within = (name: PayoutRail): RailCode | null => {
    const [rail, { channels, maximumCentavos }] = [rails[name], terms[name]];
    if (!rail || !channels.includes(channel)) return null;
    return {
      code: rail.code,
      maximumCentavos: smallerMaximum(rail.maximumCentavos, maximumCentavos),
    };
  };
  return { instapay: within('instapay'), pesonet: within('pesonet') };
}

const smallerMaximum = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Whether the gateway can pay an account with these codes. */
export function isPayable({ instapay, pesonet }: Rails): boolean {
  return instapay !== null || pesonet !== null;
}

/**
 * Returns the fastest rail for an amount: InstaPay up to its maximum, PESONet above that; null if
 * neither accepts the amount.
 */
function railFor(rails: Rails, amountCentavos: number): PayoutRail | null {
  return (
    payoutRails.find(
      (name) =>
        rails[name] !== null && isWithinMaximum(rails[name].maximumCentavos, amountCentavos),
    ) ?? null
  );
}

const isWithinMaximum = (maximumCentavos: number | null, amountCentavos: number) =>
  maximumCentavos === null || amountCentavos <= maximumCentavos;

/** Returns the maximum of one payment with these codes, in centavos; null if unlimited. */
export function maximumPayment({ instapay, pesonet }: Rails): number | null {
  return largestMaximum([instapay, pesonet].filter((rail) => rail !== null));
}

/** Returns the maximum of one payment on a channel's rails, in centavos; null if unlimited. */
export function maximumOnRails(terms: RailTerms | null, channel: PayoutChannel): number | null {
  return terms === null
    ? null
    : largestMaximum(
        payoutRails.map((name) => terms[name]).filter(({ channels }) => channels.includes(channel)),
      );
}

function largestMaximum(
  limits: readonly { readonly maximumCentavos: number | null }[],
): number | null {
  if (limits.some(({ maximumCentavos }) => maximumCentavos === null)) return null;
  return Math.max(0, ...limits.map(({ maximumCentavos }) => maximumCentavos ?? 0));
}

/**
 * What an arrival depends on: the business time of the order, the holidays, and the usual number of
 * minutes at a gateway without rails.
 */
type When = {
  readonly at: Temporal.Instant;
  readonly holidays: Holidays;
  readonly usualMinutes: number;
};

/** An account's codes, and the terms of the rails; null if the gateway has no rails. */
export type Ways = { readonly rails: Rails; readonly terms: RailTerms | null };

/** How an amount is sent: the bank code, the rail if the gateway has rails, and the arrival. */
export type Route = {
  readonly bankCode: string;
  readonly rail: PayoutRail | null;
  readonly arrival: Arrival;
};

/**
 * Returns how an amount sent now reaches an account; null if no rail to the account accepts the
 * amount.
 */
export function routeFor({ rails, terms }: Ways, amountCentavos: number, when: When): Route | null {
  const rail = railFor(rails, amountCentavos);
  const bankCode = rail && rails[rail]?.code;
  if (!rail || !bankCode) return null;
  return {
    bankCode,
    rail: terms && rail,
    arrival: terms ? arrivalBy(rail, terms[rail], when) : usualArrival(when),
  };
}

const anyRails: Rails = {
  instapay: { code: 'any', maximumCentavos: null },
  pesonet: { code: 'any', maximumCentavos: null },
};

/**
 * Returns the earliest arrival through a channel, over all banks; null if no rail accepts the
 * amount.
 */
export function soonestArrival(
  terms: RailTerms | null,
  channel: PayoutChannel,
  amountCentavos: number,
  when: When,
): Arrival | null {
  return (
    routeFor({ rails: railsWithin(anyRails, terms, channel), terms }, amountCentavos, when)
      ?.arrival ?? null
  );
}

/** Returns the arrival at a gateway without rails: within the usual number of minutes. */
export function usualArrival({ at, usualMinutes }: Pick<When, 'at' | 'usualMinutes'>): Arrival {
  return { rail: null, how: 'minutes', minutes: usualMinutes, on: manilaDay(at.epochMilliseconds) };
}

/** Returns the ways to reach an account, fastest first, each with its maximum in centavos. */
export function waysOf(
  { rails, terms }: Ways,
  when: When,
): { maximumCentavos: number | null; arrival: Arrival }[] {
  const named = payoutRails.flatMap((name) => {
    const rail = rails[name];
    return rail
      ? [
          {
            maximumCentavos: rail.maximumCentavos,
            arrival: terms ? arrivalBy(name, terms[name], when) : usualArrival(when),
          },
        ]
      : [];
  });
  return terms
    ? named
    : named.slice(0, 1).map((way) => ({ ...way, maximumCentavos: maximumPayment(rails) }));
}

/** Returns the arrival of an order that is sent now on a rail. */
export function arrivalBy(
  rail: PayoutRail,
  { arrives }: Pick<RailTerm, 'arrives'>,
  { at, holidays }: Pick<When, 'at' | 'holidays'>,
): Arrival {
  const here = at.toZonedDateTimeISO(manila);
  const today = manilaDay(at.epochMilliseconds);
  if ('withinMinutes' in arrives)
    return { rail, how: 'minutes', minutes: arrives.withinMinutes, on: today };
  const isInTime =
    Temporal.PlainTime.compare(here.toPlainTime(), Temporal.PlainTime.from(arrives.cutOff)) < 0;
  if (isInTime && isWorkingDay(today, holidays))
    return { rail, how: 'today', minutes: 0, on: today };
  return { rail, how: 'later', minutes: 0, on: nextWorkingDayFrom(addDays(today, 1), holidays) };
}

/**
 * Returns the time until which an arrival shown now is valid, in ms since 1970. An arrival today is
 * valid until the cut-off; any other arrival has no limit.
 */
export function arrivalHoldsUntilMs({ rail, how, on }: Arrival, terms: RailTerms | null): number {
  const arrives = rail && terms?.[rail].arrives;
  if (how !== 'today' || !arrives || 'withinMinutes' in arrives) return Number.POSITIVE_INFINITY;
  const cutOff = Temporal.PlainDate.from(on).toZonedDateTime({
    timeZone: manila,
    plainTime: arrives.cutOff,
  });
  return Math.min(cutOff.epochMilliseconds - 1, endOfDayMs(on));
}

/** Returns the arrival to show for a sent order that is expected on a day; null after that day. */
export function arrivalExpected(rail: PayoutRail | null, on: Day, today: Day): Arrival | null {
  return on < today ? null : { rail, how: on === today ? 'today' : 'later', minutes: 0, on };
}
