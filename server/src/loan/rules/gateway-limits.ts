// Whether a gateway takes what a catalogue would have it pay. Pure.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';

type Limits = { readonly minimumCentavos: Centavos; readonly maximumCentavos: Centavos };

/**
 * The first channel whose limits are wider than the gateway's own, in a sentence for the person who starts the server; null where all fit. A channel that
 * the gateway does not pay at all has no limits of its own, and is not offered.
 */
export function whyGatewayTooSmall(
  catalogue: { readonly id: string; readonly payoutChannels: readonly (Limits & { readonly channel: PayoutChannel })[] },
  gateway: { readonly name: string; readonly payoutLimits: Readonly<Record<PayoutChannel, Limits | null>> },
): string | null {
  for (const { channel, minimumCentavos, maximumCentavos } of catalogue.payoutChannels) {
    const own = gateway.payoutLimits[channel];
    if (!own || (minimumCentavos >= own.minimumCentavos && maximumCentavos <= own.maximumCentavos)) continue;
    const [wished, takes] = [
      `${formatPesos(minimumCentavos)} to ${formatPesos(maximumCentavos)}`,
      `${formatPesos(own.minimumCentavos)} to ${formatPesos(own.maximumCentavos)}`,
    ];
    return `Catalogue ${catalogue.id} pays ${wished} by ${channel}, but the gateway ${gateway.name} takes ${takes}. Set CATALOGUE.`;
  }
  return null;
}
