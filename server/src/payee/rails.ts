// What a gateway knows a bank or wallet by, on each rail. Codes are used exactly as the gateway gave them, and never made up from others. Pure.

/** A code on a rail, and the most that one transfer may come to, in centavos; null where the gateway names none. */
export type RailCode = { readonly code: string; readonly maximumCentavos: number | null };

/** InstaPay arrives at any hour within minutes, PESONet on the same banking day and without so low a limit. */
export type Rails = { readonly instapay: RailCode | null; readonly pesonet: RailCode | null };

export const noRails: Rails = { instapay: null, pesonet: null };

/** The rails on which the gateway takes the code. */
export function railsTaken({ instapay, pesonet }: Rails, canPay: (code: string) => boolean): Rails {
  const taken = (rail: RailCode | null) => (rail && canPay(rail.code) ? rail : null);
  return { instapay: taken(instapay), pesonet: taken(pesonet) };
}

/** Whether the gateway pays there at all. */
export function isPaid({ instapay, pesonet }: Rails): boolean {
  return instapay !== null || pesonet !== null;
}

/** The code for an amount: InstaPay's where it takes that much, else PESONet's; null where neither does. */
export function codeFor({ instapay, pesonet }: Rails, amountCentavos: number): string | null {
  const takes = (rail: RailCode | null) => rail !== null && (rail.maximumCentavos === null || amountCentavos <= rail.maximumCentavos);
  if (takes(instapay)) return instapay?.code ?? null;
  return takes(pesonet) ? (pesonet?.code ?? null) : null;
}

/** The most that can be paid there at once, in centavos; null where nothing limits it. */
export function mostPaid({ instapay, pesonet }: Rails): number | null {
  const rails = [instapay, pesonet].filter((rail) => rail !== null);
  if (rails.some((rail) => rail.maximumCentavos === null)) return null;
  return Math.max(0, ...rails.map((rail) => rail.maximumCentavos ?? 0));
}
