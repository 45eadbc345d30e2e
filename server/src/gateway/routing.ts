// Which gateway is called, and which rails of it are in use. An order that was sent to a gateway
// under our reference is queried only there: another gateway does not know it, and would pay it a
// second time.

import type { Bank, RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';

/** The gateway of new money first. */
export function banksOf({
  bank,
  earlierBanks,
}: Pick<AppContext, 'bank' | 'earlierBanks'>): readonly Bank[] {
  return [bank, ...earlierBanks];
}

/**
 * The gateway of this name; null where it is not configured on this server, so that it can be
 * neither asked nor believed.
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
 * The terms of the rails in use; null where none are known. In the sandbox they are used only while
 * its page says that they are played as in life: else everything is there within minutes, so that
 * one loan fits every way to be paid.
 */
export async function railsInUse({ config, bank, settings }: Known): Promise<RailTerms | null> {
  return config.isSandbox && !(await settings.all()).sandboxRails ? null : bank.rails;
}
