// Compares a catalogue with its gateway: which channels the gateway serves, and which loans a
// channel cannot pay out or collect.
import { isOwnChannel, type PayoutChannel } from '@sandali/contract/channel.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Bank, BankLimits, PayoutLimits } from '#/adapters/bank/port.ts';
import type { Catalogue } from '#/data/catalogue.ts';

/**
 * Limits the catalogue to channels that the gateway serves or that need no gateway. Narrows each
 * served channel to the gateway's limits, and drops one that then allows no amount.
 */
export function servedCatalogue(catalogue: Catalogue, limits: BankLimits | null): Catalogue {
  if (limits === null) return catalogue;
  return {
    ...catalogue,
    payoutChannels: catalogue.payoutChannels.flatMap((row) =>
      narrowToLimits(row, limits.payouts[row.channel]),
    ),
    repaymentChannels: catalogue.repaymentChannels.flatMap((row) =>
      isOwnChannel(row.channel) ? row : narrowToLimits(row, limits.repayments[row.channel]),
    ),
  };
}

function narrowToLimits<Row extends { minimumCentavos: Centavos; maximumCentavos: Centavos }>(
  row: Row,
  limits: PayoutLimits | undefined,
): Row[] {
  if (!limits) return [];
  const minimumCentavos = centavos(Math.max(row.minimumCentavos, limits.minimumCentavos));
  const maximumCentavos = centavos(
    Math.min(row.maximumCentavos, limits.maximumCentavos ?? row.maximumCentavos),
  );
  return minimumCentavos <= maximumCentavos ? [{ ...row, minimumCentavos, maximumCentavos }] : [];
}

/**
 * A loan from the catalogue that is paid out through a channel, with its arrival amount at each
 * term. There are no arrival amounts if the channel's fee exceeds the loan.
 */
export type LoanBy = {
  principalCentavos: Centavos;
  channel: PayoutChannel;
  arrivalsCentavos: readonly Centavos[];
};

export type Gaps = {
  /** Why the server must not start with this catalogue; null if it may. */
  stops: string | null;
  /** A sentence that lists the loans with fewer channels than the catalogue intends, or null. */
  reduced: string | null;
};

/**
 * Compares a catalogue with its gateway. The server must not start if some loan has no payout
 * channel, or if no channel collects repayments. One repayment channel is enough, because it
 * accepts partial repayments.
 */
export function gapsOf(
  catalogue: Catalogue,
  { name, limits }: Pick<Bank, 'name' | 'limits'>,
  loans: readonly LoanBy[],
): Gaps {
  if (limits === null) return { stops: null, reduced: null };
  const served = servedCatalogue(catalogue, limits);
  const of = `Of catalogue ${catalogue.id}, the gateway ${name}`;
  const unpaid = unpaidLoan(served, loans);
  if (unpaid !== null) {
    const stops = `${of} pays out no loan of ${formatPesos(unpaid)} by any channel. Set CATALOGUE.`;
    return { stops, reduced: null };
  }
  if (served.repaymentChannels.every(({ channel }) => isOwnChannel(channel)))
    return { stops: `${of} collects no loan by any channel. Set CATALOGUE.`, reduced: null };
  const parts = [...payoutGaps(catalogue, served, loans), ...repaymentGaps(catalogue, served)];
  return { stops: null, reduced: parts.length > 0 ? `${of} ${parts.join('; ')}.` : null };
}

type Rows = Catalogue['payoutChannels'];

function isServed(row: Rows[number] | undefined, loan: LoanBy): boolean {
  const fits = (arrival: Centavos) =>
    row !== undefined && arrival >= row.minimumCentavos && arrival <= row.maximumCentavos;
  return loan.arrivalsCentavos.length > 0 && loan.arrivalsCentavos.every(fits);
}

/** Returns the smallest loan that no channel pays out at every term; null if none exists. */
function unpaidLoan({ payoutChannels }: Catalogue, loans: readonly LoanBy[]): Centavos | null {
  const amounts = [...new Set(loans.map((loan) => loan.principalCentavos))].sort((a, b) => a - b);
  const isPaid = (amount: Centavos) =>
    loans.some(
      (loan) =>
        loan.principalCentavos === amount &&
        isServed(
          payoutChannels.find(({ channel }) => channel === loan.channel),
          loan,
        ),
    );
  return amounts.find((amount) => !isPaid(amount)) ?? null;
}

function payoutGaps(catalogue: Catalogue, served: Catalogue, loans: readonly LoanBy[]): string[] {
  const gaps = catalogue.payoutChannels.flatMap(({ channel, ...listed }) => {
    const row = served.payoutChannels.find((entry) => entry.channel === channel);
    // A loan can be a gap only if the catalogue allows it through this channel.
    const listedLoans = loans.filter(
      (loan) => loan.channel === channel && isServed({ channel, ...listed }, loan),
    );
    const servedAmounts = listedLoans
      .filter((loan) => isServed(row, loan))
      .map((loan) => loan.principalCentavos);
    if (servedAmounts.length === listedLoans.length) return [];
    if (!row || servedAmounts.length === 0)
      return [
        `none by ${channel}${row ? `, which takes ${formatPesos(row.maximumCentavos)} at once` : ''}`,
      ];
    return [`none above ${formatPesos(centavos(Math.max(...servedAmounts)))} by ${channel}`];
  });
  return gaps.length > 0 ? [`pays out ${gaps.join(', ')}`] : [];
}

function repaymentGaps(catalogue: Catalogue, served: Catalogue): string[] {
  const largest = catalogue.amounts.maximumCentavos;
  const [none, some] = [[] as string[], [] as string[]];
  for (const { channel } of catalogue.repaymentChannels) {
    const row = served.repaymentChannels.find((entry) => entry.channel === channel);
    if (!row) none.push(channel);
    else if (row.maximumCentavos < largest)
      some.push(`${formatPesos(row.maximumCentavos)} by ${channel}`);
  }
  return [
    ...(none.length > 0 ? [`collects none by ${none.join(', ')}`] : []),
    ...(some.length > 0 ? [`collects more only in parts: above ${some.join(', ')}`] : []),
  ];
}
