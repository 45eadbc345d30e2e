import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { AccountId, CouponId } from '@sandali/contract/id.ts';
import { productCal } from '@sandali/contract/loan.ts';
import { useEffect, useState } from 'react';
import { type CallResult, callServer, type Failure } from '#/client/callServer.ts';
import type { Quote } from './draft.ts';

export type QuoteRequest = {
  amountCentavos: number;
  channel: PayoutChannel;
  accountId: AccountId | null;
  voucherId: CouponId | 'best' | null;
  termsDays: readonly number[];
};
type Priced = { key: string; answers: ReadonlyMap<number, CallResult<typeof productCal>> };

/** Delay from the last change of the choice to the request for quotes. */
const stillMs = 300;

/**
 * The quotes for a choice at every term, requested after the choice has not changed for a moment. Each is a write with a separate id: a quote that is
 * not taken has no effect. Quotes for another choice are never shown.
 */
export function useQuotes(wanted: QuoteRequest | null) {
  const [priced, setPriced] = useState<Priced | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = wanted && JSON.stringify([wanted, attempt]);
  useEffect(() => {
    if (!key) return;
    const [input] = JSON.parse(key) as [QuoteRequest, number];
    const aborted = new AbortController();
    const timer = setTimeout(async () => {
      const answers = await priceAll(input, aborted.signal);
      if (!aborted.signal.aborted) setPriced({ key, answers });
    }, stillMs);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [key]);
  const answers = priced?.key === key ? priced?.answers : undefined;
  return {
    /** The price of a term, once it is there. */
    quote(termDays: number): Quote | undefined {
      const found = answers?.get(termDays);
      return found?.ok ? found.data : undefined;
    },
    failure(termDays: number): Failure<typeof productCal> | null {
      const found = answers?.get(termDays);
      return found && !found.ok ? found : null;
    },
    isPricing: key !== null && answers === undefined,
    again: () => setAttempt((before) => before + 1),
  };
}

async function priceAll({ termsDays, ...wish }: QuoteRequest, signal: AbortSignal): Promise<Priced['answers']> {
  const one = async (termDays: number) => [termDays, await callServer(productCal, { ...wish, termDays }, { signal })] as const;
  return new Map(await Promise.all(termsDays.map(one)));
}
