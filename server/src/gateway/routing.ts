// Chooses gateway and rails. An order is queried only at the gateway that received it: another one
// would not know the reference and would pay a second time.

import type { Bank, RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';

/** All configured gateways, the current one first. */
export function banksOf({
  bank,
  earlierBanks,
}: Pick<AppContext, 'bank' | 'earlierBanks'>): readonly Bank[] {
  return [bank, ...earlierBanks];
}

/**
 * The gateway of this name; null if it is not configured, so that it can be neither queried nor
 * believed.
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
 * The terms of the rails in use; null if unknown. The sandbox uses them only while its page turns
 * real rail times on; otherwise everything arrives within minutes.
 */
export async function railsInUse({ config, bank, settings }: Known): Promise<RailTerms | null> {
  return config.isSandbox && !(await settings.all()).sandboxRails ? null : bank.rails;
}
