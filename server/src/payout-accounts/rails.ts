// What a gateway knows a bank or wallet by, on each rail, which rail an amount takes, and when it
// is there. Codes are used exactly as the gateway gave them, and never made up from others. Pure.
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
 * A code on a rail, and the most that one transfer may come to, in centavos; null where the gateway
 * names none.
 */
export type RailCode = { readonly code: string; readonly maximumCentavos: number | null };

/**
 * InstaPay arrives at any hour within minutes, PESONet on a banking day and without so low a limit.
 */
export type Rails = { readonly instapay: RailCode | null; readonly pesonet: RailCode | null };

export const noRails: Rails = { instapay: null, pesonet: null };

/** The rails on which the gateway takes the code. */
export function railsTaken({ instapay, pesonet }: Rails, canPay: (code: string) => boolean): Rails {
  const taken = (rail: RailCode | null) => (rail && canPay(rail.code) ? rail : null);
  return { instapay: taken(instapay), pesonet: taken(pesonet) };
}

/**
 * The rails that carry a channel, none with more than the rail takes. Without terms all are as they
 * are.
 */
export function railsWithin(rails: Rails, terms: RailTerms | null, channel: PayoutChannel): Rails {
  if (terms === null) return rails;
  const within = (name: PayoutRail): RailCode | null => {
    const [rail, { channels, maximumCentavos }] = [rails[name], terms[name]];
    if (!rail || !channels.includes(channel)) return null;
    return { code: rail.code, maximumCentavos: leastOf(rail.maximumCentavos, maximumCentavos) };
  };
  return { instapay: within('instapay'), pesonet: within('pesonet') };
}

const leastOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Whether the gateway pays there at all. */
export function isPaid({ instapay, pesonet }: Rails): boolean {
  return instapay !== null || pesonet !== null;
}

/**
 * The rail for an amount: InstaPay where it takes that much, as nothing is there sooner at any
 * hour, else PESONet; null where neither does.
 */
function railFor(rails: Rails, amountCentavos: number): PayoutRail | null {
  return (
    payoutRails.find(
      (name) => rails[name] !== null && takes(rails[name].maximumCentavos, amountCentavos),
    ) ?? null
  );
}

const takes = (maximumCentavos: number | null, amountCentavos: number) =>
  maximumCentavos === null || amountCentavos <= maximumCentavos;

/** The most that can be paid there at once, in centavos; null where nothing limits it. */
export function mostPaid({ instapay, pesonet }: Rails): number | null {
  return mostOf([instapay, pesonet].filter((rail) => rail !== null));
}

/** The most that the rails of a channel take at once; null where nothing limits it. */
export function mostOnRails(terms: RailTerms | null, channel: PayoutChannel): number | null {
  return terms === null
    ? null
    : mostOf(
        payoutRails.map((name) => terms[name]).filter(({ channels }) => channels.includes(channel)),
      );
}

function mostOf(limits: readonly { readonly maximumCentavos: number | null }[]): number | null {
  if (limits.some(({ maximumCentavos }) => maximumCentavos === null)) return null;
  return Math.max(0, ...limits.map(({ maximumCentavos }) => maximumCentavos ?? 0));
}

/**
 * When something is ordered, on business time; the days that are no working days; and within how
 * many minutes it is there where no rails are known.
 */
type When = {
  readonly at: Temporal.Instant;
  readonly holidays: Holidays;
  readonly usualMinutes: number;
};

/**
 * What an account is known by, and the terms of the rails in use; null where the gateway names
 * none.
 */
export type Ways = { readonly rails: Rails; readonly terms: RailTerms | null };

/**
 * How an amount would travel: by which code, on which rail where there are any, and when it would
 * be there.
 */
export type Route = {
  readonly bankCode: string;
  readonly rail: PayoutRail | null;
  readonly arrival: Arrival;
};

/**
 * How an amount that leaves now travels to an account; null where its rails do not take as much.
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
 * The earliest arrival of an amount that is sent now by a channel, over all banks; null if no rail
 * of the channel takes as much.
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

/** The arrival of what travels on no rail: within the usual minutes. */
export function usualArrival({ at, usualMinutes }: Pick<When, 'at' | 'usualMinutes'>): Arrival {
  return { rail: null, how: 'minutes', minutes: usualMinutes, on: manilaDay(at.epochMilliseconds) };
}

/**
 * Each way of an account with the most that it takes, the fastest first: what does not fit the
 * first goes by the next.
 */
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
    : named.slice(0, 1).map((one) => ({ ...one, maximumCentavos: mostPaid(rails) }));
}

/** When an order that leaves now is there by a rail. */
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
 * Until when, in ms since 1970, what is said of an arrival now stays true: the cut-off, or the end
 * of the Manila day.
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

/**
 * What is shown of an order that has left and is expected on a day: nothing once that day is over.
 */
export function arrivalExpected(rail: PayoutRail | null, on: Day, today: Day): Arrival | null {
  return on < today ? null : { rail, how: on === today ? 'today' : 'later', minutes: 0, on };
}
