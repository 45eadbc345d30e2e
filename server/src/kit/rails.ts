// The rails in use: those that the gateway tells of. In the sandbox only while its page says that they are played as in life; else everything is there within
// minutes, so that one loan fits every way to be paid.
import type { RailTerms } from '#/gateway/port.ts';
import type { House } from './house.ts';

type Known = { config: Pick<House['config'], 'isSandbox'>; bank: { readonly rails: RailTerms | null }; settings: House['settings'] };

/** The terms of the rails in use; null where none are told of. */
export async function railsInUse({ config, bank, settings }: Known): Promise<RailTerms | null> {
  return config.isSandbox && !(await settings.all()).sandboxRails ? null : bank.rails;
}
