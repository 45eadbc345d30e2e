// Chooses the gateway and its rails. An order is queried only at the gateway that received it.
// Another gateway would not know the reference, and would pay a second time if it received the
// order.

import type { Bank, RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';

/** Returns all configured gateways, the current one first. */
export function banksOf({
  bank,
  earlierBanks,
}: Pick<AppContext, 'bank' | 'earlierBanks'>): readonly Bank[] {
  return [bank, ...earlierBanks];
}

/**
 * Returns the gateway with this name. Null if it is not configured: such a gateway can be neither
 * queried nor trusted.
 */
export function bankNamed(
  app: Pick<AppContext, 'bank' | 'earlierBanks'>,
  name: string,
): Bank | null {
  return banksOf(app).find((bank) => bank.name === name) ?? null;
}

type Known = {
  config: Pick<AppContext['config'], 'isSandbox'>;
  bank: Pick<Bank, 'rails'>;
  settings: AppContext['settings'];
};

/**
 * Returns the terms of the rails in use; null if they are unknown. The sandbox uses rails only
 * while its page has them switched on; otherwise every payout arrives within minutes.
 */
export async function railsInUse({ config, bank, settings }: Known): Promise<RailTerms | null> {
  return config.isSandbox && !(await settings.all()).sandboxRails ? null : bank.rails;
}
