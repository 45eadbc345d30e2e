// Pure rules for when a message may be sent, and through which gateways.
import { minuteMs } from '@sandali/contract/day.ts';
import { manila } from '#/platform/days.ts';

/**
 * The sorts of message: a code that a person is waiting for, a notice about an account's security,
 * a reminder about a bill, and any other notice.
 */
export type NoticeSort = 'code' | 'security' | 'reminder' | 'notice';

export type MessageQueue = 'code.send' | 'notice.send' | 'reminder.send';
const queues: Readonly<Record<NoticeSort, MessageQueue>> = {
  code: 'code.send',
  security: 'notice.send',
  notice: 'notice.send',
  reminder: 'reminder.send',
};

/**
 * Returns the queue for messages of a sort. Separate queues keep a flood of one sort from delaying
 * the others.
 */
export function queueOf(sort: NoticeSort): MessageQueue {
  return queues[sort];
}

/** Returns a message's priority. Security notices are sent first within their queue. */
export function priorityOf(sort: NoticeSort): number {
  return sort === 'security' ? 1 : 0;
}

const quietFromHour = 22;
const quietToHour = 6;

/**
 * Returns the end of the current quiet hours (22:00 to 06:00 Manila, business time); null if the
 * message may be sent now.
 */
export function quietUntil(sort: NoticeSort, now: Temporal.Instant): Temporal.Instant | null {
  if (sort === 'code' || sort === 'security') return null;
  const manilaTime = now.toZonedDateTimeISO(manila);
  if (manilaTime.hour >= quietToHour && manilaTime.hour < quietFromHour) return null;
  const day =
    manilaTime.hour < quietToHour
      ? manilaTime.toPlainDate()
      : manilaTime.toPlainDate().add({ days: 1 });
  return day.toZonedDateTime({ timeZone: manila, plainTime: { hour: quietToHour } }).toInstant();
}

/**
 * Returns the whole seconds until the next quiet hours. A push notification may wait no longer than
 * this for a phone that is switched off.
 */
export function secondsUntilQuiet(now: Temporal.Instant): number {
  const manilaTime = now.toZonedDateTimeISO(manila);
  const night = manilaTime
    .toPlainDate()
    .toZonedDateTime({ timeZone: manila, plainTime: { hour: quietFromHour } });
  return Math.max(0, Math.floor((night.epochMilliseconds - now.epochMilliseconds) / 1000));
}

/**
 * Removes the product's name from the beginning of an SMS text, because the app and browsers show
 * the name above it.
 */
export function withoutName(text: string): string {
  return text.replace(/^Sandali: (.)/u, (_, first: string) => first.toUpperCase());
}

/**
 * Whether a gateway may send a message that the `silent` gateways, which did not respond, may
 * already have sent. A silent gateway may send it again only if it deduplicates. Another gateway
 * may send a code, because a duplicate is harmless; it may send other messages only if no gateway
 * was silent.
 */
export function mayAsk(
  gateway: { name: string; deduplicates: boolean },
  silent: ReadonlySet<string>,
  sort: NoticeSort,
): boolean {
  if (silent.has(gateway.name)) return gateway.deduplicates;
  return sort === 'code' || silent.size === 0;
}

/** The waits, in ms, before the first delivery check and after each check without a result. */
export const deliveryChecksMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  180 * minuteMs,
  1440 * minuteMs,
];

/** Returns the wait after `checksMade` delivery checks, in ms of wall time; null after the last. */
export function deliveryCheckInMs(checksMade: number): number | null {
  return deliveryChecksMs[checksMade] ?? null;
}
