// Formats rates, rules, receivers and the lender for documents.
import {
  type Chains,
  type Counters,
  chainOf,
  countersOf,
  type PayoutChannel,
  type PayoutRail,
} from '@sandali/contract/channel.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import type { QuoteFacts } from '@sandali/contract/quote.ts';
import type { Lender } from '#/platform/lender.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';
import type { Borrower } from './borrower.ts';
import { textVersion } from './text-versions.ts';

export type TextFacts = {
  facts: QuoteFacts;
  lender: Lender;
  /**
   * The account at the time of pricing, for example 'GCash', '0142'. Null for a cash pickup, or if
   * no account was chosen yet.
   */
  receiver: { label: string; last4: string } | null;
  borrower: Borrower;
  /** The chains whose counters pay out the cash. */
  chains: Chains;
};

/**
 * Formats hundredths of a percent (basis points): 11939 is '119.39%', 190 is '1.9%', 100 is '1%'.
 * Moves digits instead of dividing, so it never rounds.
 */
export function percent(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0+$/, '');
  return `${digits.slice(0, -2)}${decimals && `.${decimals}`}%`;
}

/**
 * The circulars that cap prices, by version of the rule (SEC Memorandum Circulars 3 s.2022 and 14
 * s.2025).
 */
const rules: Readonly<Record<string, string>> = {
  'sec-mc-3-2022': 'SEC MC No. 3, s. 2022',
  'sec-mc-14-2025': 'SEC MC No. 14, s. 2025',
};

/** Returns the name of the rule that capped a price, or its version if the rule is unknown. */
export function ruleName(version: string): string {
  return rules[version] ?? version;
}

type Received = {
  channel: PayoutChannel;
  receiver: { label: string; last4: string } | null;
  chains: Chains;
};

/**
 * Returns the receiver, for example 'GCash ••0142'. For a cash pickup, returns the chain, for
 * example 'Palawan Express', or the channel if several chains serve it.
 */
export function receiverName(locale: Locale, { channel, receiver, chains }: Received): string {
  if (receiver) return `${receiver.label} ••${receiver.last4}`;
  return chainOf(chains, channel)?.name ?? say(locale, `document.payoutChannel.${channel}`);
}

type Places = { chains: Chains; counters: Counters };

/**
 * Returns the pickup place, with the chain's service or the names of the counters: 'Palawan Express
 * (Pera Padala)', 'Cash pickup (Cebuana Lhuillier, LBC)'.
 */
export function placeName(
  locale: Locale,
  channel: PayoutChannel,
  { chains, counters }: Places,
): string {
  const name = receiverName(locale, { channel, chains, receiver: null });
  const chain = chainOf(chains, channel);
  const places = chain ? chain.collectBy : countersOf(counters, channel).join(', ');
  return places ? `${name} (${places})` : name;
}

/** Returns a rail's name as its operator spells it. */
export function railName(rail: PayoutRail): string {
  return { instapay: 'InstaPay', pesonet: 'PESONet' }[rail];
}

/** Returns the arrival day on which a price is based: a formatted day, or the selector `today`. */
export function arrivalDay(
  locale: Locale,
  { arrival, quotedOn }: Pick<QuoteFacts, 'arrival' | 'quotedOn'>,
): string {
  return arrival.on === quotedOn ? 'today' : namedDay(locale, arrival.on);
}

type LabelledLine = { label: string; value: string; isStrong: boolean };

/** Returns the lines about the borrower, which every statement contains. */
export function borrowerLines(locale: Locale, borrower: Borrower): LabelledLine[] {
  const line = (label: string, value: string) => ({ label, value, isStrong: false });
  return [
    line(say(locale, 'document.disclosure.borrower'), borrower.name),
    ...(borrower.address
      ? [line(say(locale, 'document.disclosure.address'), borrower.address)]
      : []),
  ];
}

/**
 * Replaces the spaces in a telephone number with no-break spaces, which keep the number on one
 * line.
 */
export function inOneLine(telephone: string): string {
  return telephone.replaceAll(' ', '\u00a0');
}

/** Returns the closing notes of every statement: the lender, and the version of the wording. */
export function closingNotes(locale: Locale, lender: Lender): string[] {
  return [
    say(locale, 'document.disclosure.lender', {
      name: lender.name,
      address: lender.address,
      registration: lender.registrationNumber,
      authority: lender.authorityNumber,
      telephone: inOneLine(lender.telephone),
    }),
    say(locale, 'document.disclosure.version', { version: textVersion }),
  ];
}
