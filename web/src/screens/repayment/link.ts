// Kept in a separate file, so that the home screen does not load `placeOf`.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';

const linked: readonly RepaymentChannel[] = ['gcash', 'maya', 'grabpay', 'shopeepay', 'bankCard'];

/** Whether a channel is paid through a link to its own page, without a code to show. */
export function paysByLink(channel: RepaymentChannel): boolean {
  return linked.includes(channel);
}
