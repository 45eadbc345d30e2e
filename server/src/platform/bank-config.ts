// The configuration for the payment gateways. Messages never repeat a credential, not even an
// invalid one.
import type * as v from 'valibot';
import { allOrRefuse, CannotStart } from './cannot-start.ts';
import type { Environment, xenditAccount } from './environment.ts';

export type BankConfig =
  | { adapter: 'sandbox'; name: string }
  | {
      adapter: 'xendit';
      name: string;
      baseUrl: string;
      apiKey: string;
      callbackToken: string;
      /** A second accepted token while the token changes; otherwise null. */
      callbackTokenPrevious: string | null;
      linkHosts: readonly string[];
      timeoutMs: number;
    };

export type BanksConfig = {
  /** The gateway for new payouts and payment codes. */
  bank: BankConfig;
  /**
   * Former gateways, which finish their orders. Their payouts, webhooks and settlement reports are
   * still read.
   */
  earlierBanks: readonly BankConfig[];
};

/** Reads a Xendit account's variables; `nameOf` maps each to its name in the environment. */
type ReadAccount = (nameOf: (variable: string) => string) => v.InferOutput<typeof xenditAccount>;

/**
 * Returns the gateways in BANK and BANK_EARLIER with their credentials.
 * @throws CannotStart with a sentence that says what to change.
 */
export function banksOf(
  { BANK, BANK_EARLIER: earlier = [], BANK_TIMEOUT_MS: timeoutMs, SANDBOX }: Environment,
  read: ReadAccount,
): BanksConfig {
  if (new Set([BANK, ...earlier]).size <= earlier.length)
    throw new CannotStart(
      'BANK and BANK_EARLIER must name each gateway once: one name is one account at one gateway.',
    );
  const bankOf = (name: string): BankConfig =>
    name === 'sandbox' ? { adapter: 'sandbox', name } : xenditOf(name, timeoutMs, read);
  const banks = { bank: bankOf(BANK), earlierBanks: earlier.map(bankOf) };
  refuseContradictions(banks, SANDBOX);
  return banks;
}

/**
 * @throws CannotStart for a gateway that does not fit the mode: a sandbox gateway in production, or
 * a live one in the sandbox.
 */
function refuseContradictions({ bank, earlierBanks }: BanksConfig, isSandbox: boolean): void {
  if (bank.adapter === 'sandbox' && !isSandbox) {
    throw new CannotStart(
      'Production needs a bank gateway: set BANK=xendit with XENDIT_API_KEY and XENDIT_CALLBACK_TOKEN. The simulator (BANK=sandbox) needs SANDBOX=1.',
    );
  }
  if (bank.adapter !== 'sandbox' && isSandbox) {
    throw new CannotStart(
      `BANK=${bank.name} needs SANDBOX=0, because the sandbox moves its clock. Set it, or remove BANK.`,
    );
  }
  if (isSandbox && earlierBanks.length > 0)
    throw new CannotStart(
      'BANK_EARLIER needs SANDBOX=0: the sandbox has one bank simulator. Remove it.',
    );
  if (earlierBanks.some(({ adapter }) => adapter === 'sandbox'))
    throw new CannotStart(
      'BANK_EARLIER names the simulator, which needs SANDBOX=1: no real money was ever sent through it. Remove it.',
    );
}

function xenditOf(name: string, timeoutMs: number, read: ReadAccount): BankConfig {
  const nameOf = (variable: string) => variable.replace('XENDIT', name.toUpperCase());
  const account = read(nameOf);
  const required = (variable: 'XENDIT_API_KEY' | 'XENDIT_CALLBACK_TOKEN') => () => {
    const value = account[variable];
    if (!value)
      throw new CannotStart(
        `The gateway ${name} needs ${nameOf(variable)}, or ${nameOf(variable)}_FILE.`,
      );
    return value;
  };
  const { apiKey, callbackToken } = allOrRefuse({
    apiKey: required('XENDIT_API_KEY'),
    callbackToken: required('XENDIT_CALLBACK_TOKEN'),
  });
  return {
    adapter: 'xendit',
    name,
    baseUrl: account.XENDIT_URL,
    apiKey,
    callbackToken,
    callbackTokenPrevious: account.XENDIT_CALLBACK_TOKEN_PREVIOUS ?? null,
    linkHosts: account.XENDIT_LINK_HOSTS,
    timeoutMs,
  };
}
