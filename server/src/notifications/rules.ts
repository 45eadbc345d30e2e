// When a message may go out, and who may be asked to send it.
import { minuteMs } from '@sandali/contract/day.ts';
import { manila } from '#/platform/days.ts';

/**
 * A code somebody waits for, a notice about the safety of an account, a reminder of a bill, or any
 * other notice.
 */
export type NoticeSort = 'code' | 'security' | 'reminder' | 'notice';

export type MessageQueue = 'code.send' | 'notice.send' | 'reminder.send';
const queues: Readonly<Record<NoticeSort, MessageQueue>> = {
  code: 'code.send',
  security: 'notice.send',
  notice: 'notice.send',
  reminder: 'reminder.send',
};

/** The queue in which a message waits: a flood of one sort delays no other. */
export function queueOf(sort: NoticeSort): MessageQueue {
  return queues[sort];
}

/** Within its queue a notice about the safety of an account goes before the others. */
export function priorityOf(sort: NoticeSort): number {
  return sort === 'security' ? 1 : 0;
}

const quietFromHour = 22;
const quietToHour = 6;

/**
 * The end of the quiet hours (22:00 to 06:00 Manila, business time) for a message that keeps to
 * them; null where it may go out now.
 */
export function quietUntil(sort: NoticeSort, now: Temporal.Instant): Temporal.Instant | null {
  if (sort === 'code' || sort === 'security') return null;
  const here = now.toZonedDateTimeISO(manila);
  if (here.hour >= quietToHour && here.hour < quietFromHour) return null;
  const day = here.hour < quietToHour ? here.toPlainDate() : here.toPlainDate().add({ days: 1 });
  return day.toZonedDateTime({ timeZone: manila, plainTime: { hour: quietToHour } }).toInstant();
}

/**
 * Whole seconds until the next quiet hours begin: so long may a notification wait for a phone that
 * is switched off.
 */
export function secondsUntilQuiet(now: Temporal.Instant): number {
  const here = now.toZonedDateTimeISO(manila);
  const night = here
    .toPlainDate()
    .toZonedDateTime({ timeZone: manila, plainTime: { hour: quietFromHour } });
  return Math.max(0, Math.floor((night.epochMilliseconds - now.epochMilliseconds) / 1000));
}

/** A message's text where our name is shown above it already: an SMS begins with the name. */
export function withoutName(text: string): string {
  return text.replace(/^Sandali: (.)/u, (_, first: string) => first.toUpperCase());
}

/**
 * Whether a gateway may be asked, given those that may have sent the message already without saying
 * so. A code may then go by another gateway, because the same code twice does no harm and none
 * does; it never goes by the same one again. A notice waits for nobody and would alarm when it came
 * twice, so it goes again only by the silent gateway itself, and only where that one sends a
 * message once.
 */
export function mayAsk(
  gateway: { name: string; deduplicates: boolean },
  silent: ReadonlySet<string>,
  sort: NoticeSort,
): boolean {
  if (silent.has(gateway.name)) return gateway.deduplicates;
  return sort === 'code' || silent.size === 0;
}

/**
 * How long after a gateway accepted a message its delivery status is queried, and how long after
 * each answer without a status.
 */
export const deliveryChecksMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  180 * minuteMs,
  1440 * minuteMs,
];

/**
 * Real time until the next question about a message, after so many; null when it was asked often
 * enough.
 */
export function deliveryCheckInMs(asked: number): number | null {
  return deliveryChecksMs[asked] ?? null;
}
