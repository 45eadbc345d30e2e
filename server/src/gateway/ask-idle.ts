// Asks quiet gateways for our balance, so that monitoring notices a silent one before a borrower.
import type { AppContext } from '#/context/app-context.ts';
import { banksOf } from './routing.ts';

const everyMs = 20_000;
const quietMs = 10_000;

type Deps = Pick<AppContext, 'bank' | 'earlierBanks' | 'log'> & {
  metrics: Pick<AppContext['metrics'], 'msSinceAsked'>;
};

/**
 * Every 20 s, asks the gateways that were asked nothing in the last 10 s. The metrics count the
 * answers.
 * @returns a function that stops the asking
 */
export function askIdleGateways(deps: Deps): () => void {
  const ask = async () => {
    const quiet = banksOf(deps).filter(({ name }) => deps.metrics.msSinceAsked(name) >= quietMs);
    for (const answer of await Promise.allSettled(quiet.map((bank) => bank.balance())))
      if (answer.status === 'rejected')
        deps.log.error('a gateway could not be asked for our balance', answer.reason);
  };
  const timer = setInterval(() => void ask(), everyMs);
  return () => clearInterval(timer);
}
