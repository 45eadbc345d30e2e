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
type Asked = { key: string; answer: Promise<CallResult<typeof productCal>> };

/** Delay from the last change of the choice to the request for its quote. */
const stillMs = 300;

/**
 * The quote that a signature needs, of the choice whose price is on the screen: asked for after the
 * choice has not changed for a moment, so that it is there when it is wanted; nobody waits for it
 * before. Each is a write with a separate id: one that is not taken has no effect.
 */
export function useQuote(
  wanted: QuoteRequest | null,
  { onQuote, onFailed }: { onQuote(quote: Quote): void; onFailed(message: string): void },
) {
  const [isGetting, setGetting] = useState(false);
  const asked = useRef<Asked | null>(null);
  const key = wanted && JSON.stringify(wanted);
  const ask = (of: string) => {
    if (asked.current?.key !== of)
      asked.current = { key: of, answer: callServer(productCal, JSON.parse(of) as QuoteRequest) };
    return asked.current;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what asks is the same at every render
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => ask(key), stillMs);
    return () => clearTimeout(timer);
  }, [key]);
  const get = async () => {
    if (!key || isGetting) return;
    setGetting(true);
    const one = ask(key);
    const result = await one.answer;
    setGetting(false);
    if (result.ok) return onQuote(result.data);
    // The next press asks anew.
    if (asked.current === one) asked.current = null;
    onFailed(result.message);
  };
  return { isGetting, get: () => void get() };
}
