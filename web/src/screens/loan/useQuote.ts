import type { PayoutChannel } from '@sandali/contract/channel.ts';
import type { AccountId, CouponId } from '@sandali/contract/id.ts';
import { productCal } from '@sandali/contract/loan.ts';
import { useEffect, useRef, useState } from 'react';
import { type CallResult, callServer } from '#/client/callServer.ts';
import type { Quote } from './draft.ts';

export type QuoteRequest = {
  amountCentavos: number;
  termDays: number;
  channel: PayoutChannel;
  accountId: AccountId | null;
  voucherId: CouponId | 'best' | null;
};
type QuoteInFlight = { key: string; answer: Promise<CallResult<typeof productCal>> };

/** Delay between the last change of the choice and the request for its quote, in ms. */
const stillMs = 300;

/**
 * Requests the quote in advance, once the choice has been unchanged for a moment. Each quote is a
 * write with its own id; an unused quote has no effect.
 */
export function useQuote(
  request: QuoteRequest | null,
  { onQuote, onFailed }: { onQuote(quote: Quote): void; onFailed(message: string): void },
) {
  const [isGetting, setGetting] = useState(false);
  const lastRequest = useRef<QuoteInFlight | null>(null);
  const key = request && JSON.stringify(request);
  const ask = (requestKey: string) => {
    if (lastRequest.current?.key !== requestKey)
      lastRequest.current = {
        key: requestKey,
        answer: callServer(productCal, JSON.parse(requestKey) as QuoteRequest),
      };
    return lastRequest.current;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` does the same at every render
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => ask(key), stillMs);
    return () => clearTimeout(timer);
  }, [key]);
  const get = async () => {
    if (!key || isGetting) return;
    setGetting(true);
    const pending = ask(key);
    const result = await pending.answer;
    setGetting(false);
    if (result.ok) return onQuote(result.data);
    // Let the next press send a new request.
    if (lastRequest.current === pending) lastRequest.current = null;
    onFailed(result.message);
  };
  return { isGetting, get: () => void get() };
}
