// A catalogue beside its gateway: what the gateway serves of it, and which of its loans cannot be
// paid out or repaid by which channel.
import { isOwnChannel, type PayoutChannel } from '@sandali/contract/channel.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Bank, BankLimits, PayoutLimits } from '#/adapters/bank/port.ts';
import type { Catalogue } from '#/data/catalogue.ts';

/**
 * The catalogue with the channels alone that the gateway serves, none with more than it takes, and
 * those that need no gateway; nobody is offered another. A channel of which nothing is left is
 * none.
 */
export function servedOf(catalogue: Catalogue, limits: BankLimits | null): Catalogue {
  if (limits === null) return catalogue;
  return {
    ...catalogue,
    payoutChannels: catalogue.payoutChannels.flatMap((row) =>
      within(row, limits.payouts[row.channel]),
    ),
    repaymentChannels: catalogue.repaymentChannels.flatMap((row) =>
      isOwnChannel(row.channel) ? row : within(row, limits.repayments[row.channel]),
    ),
  };
}

function within<Row extends { minimumCentavos: Centavos; maximumCentavos: Centavos }>(
  row: Row,
  taken: PayoutLimits | undefined,
): Row[] {
  if (!taken) return [];
  const minimumCentavos = centavos(Math.max(row.minimumCentavos, taken.minimumCentavos));
  const maximumCentavos = centavos(
    Math.min(row.maximumCentavos, taken.maximumCentavos ?? row.maximumCentavos),
  );
  return minimumCentavos <= maximumCentavos ? [{ ...row, minimumCentavos, maximumCentavos }] : [];
}

/**
 * A loan of the catalogue by a channel: what arrives at each of its terms; empty where the
 * channel's fee is too much for it.
 */
export type LoanBy = {
  principalCentavos: Centavos;
  channel: PayoutChannel;
  arrivalsCentavos: readonly Centavos[];
};

export type Gaps = {
  /** Why nothing can be lent at all from this catalogue through this gateway; null where it can. */
  stops: string | null;
  /**
   * What of the catalogue goes by fewer channels, in one sentence; null where everything goes by
   * every one.
   */
  reduced: string | null;
};

/**
 * What a gateway cannot do for a catalogue. It stops where some loan can be paid out by no channel,
 * or nothing can be collected. A repayment above a channel's limit goes in parts, so that any
 * channel collects any loan.
 */
export function gapsOf(
  catalogue: Catalogue,
  { name, limits }: Pick<Bank, 'name' | 'limits'>,
  loans: readonly LoanBy[],
): Gaps {
  if (limits === null) return { stops: null, reduced: null };
  const served = servedOf(catalogue, limits);
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

function isTaken(row: Rows[number] | undefined, loan: LoanBy): boolean {
  const fits = (arrival: Centavos) =>
    row !== undefined && arrival >= row.minimumCentavos && arrival <= row.maximumCentavos;
  return loan.arrivalsCentavos.length > 0 && loan.arrivalsCentavos.every(fits);
}

/** The smallest amount that no channel pays out at every term; null where each has one. */
function unpaidLoan({ payoutChannels }: Catalogue, loans: readonly LoanBy[]): Centavos | null {
  const amounts = [...new Set(loans.map((loan) => loan.principalCentavos))].sort((a, b) => a - b);
  const isPaid = (amount: Centavos) =>
    loans.some(
      (loan) =>
        loan.principalCentavos === amount &&
        isTaken(
          payoutChannels.find(({ channel }) => channel === loan.channel),
          loan,
        ),
    );
  return amounts.find((amount) => !isPaid(amount)) ?? null;
}

function payoutGaps(catalogue: Catalogue, served: Catalogue, loans: readonly LoanBy[]): string[] {
  const said = catalogue.payoutChannels.flatMap(({ channel, ...listed }) => {
    const row = served.payoutChannels.find((one) => one.channel === channel);
    // A loan that the catalogue itself does not send by a channel is no gap of the gateway.
    const meant = loans.filter(
      (loan) => loan.channel === channel && isTaken({ channel, ...listed }, loan),
    );
    const taken = meant.filter((loan) => isTaken(row, loan)).map((loan) => loan.principalCentavos);
    if (taken.length === meant.length) return [];
    if (!row || taken.length === 0)
      return [
        `none by ${channel}${row ? `, which takes ${formatPesos(row.maximumCentavos)} at once` : ''}`,
      ];
    return [`none above ${formatPesos(centavos(Math.max(...taken)))} by ${channel}`];
  });
  return said.length > 0 ? [`pays out ${said.join(', ')}`] : [];
}

function repaymentGaps(catalogue: Catalogue, served: Catalogue): string[] {
  const largest = catalogue.amounts.maximumCentavos;
  const [none, some] = [[] as string[], [] as string[]];
  for (const { channel } of catalogue.repaymentChannels) {
    const row = served.repaymentChannels.find((one) => one.channel === channel);
    if (!row) none.push(channel);
    else if (row.maximumCentavos < largest)
      some.push(`${channel} ${formatPesos(row.maximumCentavos)}`);
  }
  return [
    ...(none.length > 0 ? [`collects none by ${none.join(', ')}`] : []),
    ...(some.length > 0
      ? [`collects more only in parts where a channel takes less at once: ${some.join(', ')}`]
      : []),
  ];
}
