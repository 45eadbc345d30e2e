// By itself, so that home does not load the places of all channels.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';

const linked: readonly RepaymentChannel[] = ['gcash', 'maya', 'grabpay', 'shopeepay', 'bankCard'];

/** Whether a channel is paid on its own page, which a link opens; it has no code to show. */
export function paysByLink(channel: RepaymentChannel): boolean {
  return linked.includes(channel);
}
