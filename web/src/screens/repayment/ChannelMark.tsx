import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { Mark } from '#/ui/Mark.tsx';
import { marks } from './channels.ts';

/** The tile of a channel: its letters, or its initials, on its colour. */
export function ChannelMark({ channel, name }: { channel: RepaymentChannel; name: string }) {
  return <Mark letters={initials(name)} {...marks[channel]} />;
}

/** Returns a name's initials, for example 'PE' for 'Palawan Express'. */
function initials(name: string): string {
  const words = name.split(' ').slice(0, 2);
  return words.map((word) => word.slice(0, 1)).join('');
}
