// Texts for the names in the server's responses.

import type { DataOf } from '@sandali/contract/call.ts';
import { type Day, manilaDay } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import type { dataQuery } from '@sandali/contract/privacy.ts';
import { formatDay } from '#/i18n/days.ts';
import type { PlainTextId, Text } from '#/i18n/text.ts';

export type Data = DataOf<typeof dataQuery>;
export type Group = Data['groups'][number];
export type AccessEntry = Data['looks'][number];
export type Consent = Data['consents'][number];
export type DataRequest = Data['requests'][number];

const acts: Readonly<Record<string, PlainTextId>> = {
  'person show': 'data.act.personShow',
  'review show': 'data.act.reviewShow',
  'review photo': 'data.act.reviewPhoto',
  'review call-log': 'data.act.reviewCall',
  'review approve': 'data.act.reviewApprove',
  'review confirm': 'data.act.reviewApprove',
  'review reject': 'data.act.reviewReject',
  'requests show': 'data.act.requestsShow',
  'requests answer': 'data.act.requestsAnswer',
};

/**
 * Returns the text for a staff action. An unknown command is described as work on the borrower's
 * file.
 */
export function accessTextId(act: string): PlainTextId {
  return Object.hasOwn(acts, act) ? (acts[act] as PlainTextId) : 'data.act.other';
}

/** Formats a date with its year; '' without a date. */
export function formatLongDay(at: Data['groups'][number]['firstAt'] | Day, locale: Locale): string {
  if (!at) return '';
  return formatDay(
    at.length === 10 ? (at as Day) : manilaDay(at as NonNullable<Group['firstAt']>),
    locale,
    { year: true },
  );
}

/** Returns a period such as '3 Nov 2026 to 5 Nov 2026', or a single date; '' without dates. */
export function periodText(
  { firstAt, lastAt }: Pick<Group, 'firstAt' | 'lastAt'>,
  locale: Locale,
  text: Text,
): string {
  const [first, last] = [formatLongDay(firstAt, locale), formatLongDay(lastAt, locale)];
  return first === last ? first : text('data.held.period', { first, last });
}

/** Returns a sentence about how long a group of data is retained. */
export function retentionText(
  { keeping, keptUntil }: Pick<Group, 'keeping' | 'keptUntil'>,
  locale: Locale,
  text: Text,
): string {
  if (keeping === 'account') return text('data.keeping.account');
  return keptUntil
    ? text('data.keeping.until', { day: formatLongDay(keptUntil, locale) })
    : text('data.keeping.law');
}
