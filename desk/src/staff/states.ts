// How a key and a passkey stand at an instant.
import { dayMs, type Instant, instantMs } from '@sandali/contract/day.ts';
import { timeOf } from '#/ui/words.ts';
import type { Member, Passkey } from './answers.ts';

export type State = { words: string; tone: 'positive' | 'warning' | 'danger' | 'none' };

/** An expiry this close stands out. */
const soonMs = 14 * dayMs;

type Key = Pick<Member, 'endedAt' | 'suspendedBy' | 'endsAt' | 'confirmsFrom'>;

/** Returns the state of a person's key; the first that applies counts. */
export function stateOf({ endedAt, suspendedBy, endsAt, confirmsFrom }: Key, at: Instant): State {
  if (endedAt) return { words: 'Ended', tone: 'none' };
  if (suspendedBy) return { words: 'Suspended', tone: 'danger' };
  const expiry = expiryOf(endsAt, at);
  if (expiry) return expiry;
  if (confirmsFrom && instantMs(confirmsFrom) > instantMs(at))
    return { words: `Confirms from ${timeOf(confirmsFrom)}`, tone: 'warning' };
  return { words: 'Active', tone: 'positive' };
}

/** Returns the state of a passkey of an active key. */
export function passkeyStateOf({ signsInFrom, endsAt }: Passkey, at: Instant): State {
  const expiry = expiryOf(endsAt, at);
  if (expiry) return expiry;
  if (signsInFrom && instantMs(signsInFrom) > instantMs(at))
    return { words: `Signs in from ${timeOf(signsInFrom)}`, tone: 'warning' };
  return { words: `Until ${timeOf(endsAt).slice(0, 10)}`, tone: 'positive' };
}

/** Returns the expiry if it is near or past; otherwise null. */
function expiryOf(endsAt: Instant, at: Instant): State | null {
  const leftMs = instantMs(endsAt) - instantMs(at);
  if (leftMs <= 0) return { words: 'Expired', tone: 'danger' };
  if (leftMs > soonMs) return null;
  const days = Math.ceil(leftMs / dayMs);
  return { words: `Expires in ${days} ${days === 1 ? 'day' : 'days'}`, tone: 'warning' };
}
