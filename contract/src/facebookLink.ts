// The link to a Facebook profile in an application (spec §3).
import * as v from 'valibot';
import { visibleLine } from './text.ts';

/** Adds the scheme and normalises the host: 'Facebook.com/x' becomes 'https://facebook.com/x'. */
function normalizeFacebookLink(typed: string): string {
  const link = visibleLine(typed);
  const [, host, rest] = /^(?:https?:\/\/)?([a-z.-]+)(\/.*)$/i.exec(link) ?? [];
  if (host === undefined) return link;
  return `https://${host.toLowerCase().replace(/^((?:www|m)\.)?fb\.com$/, '$1facebook.com')}${rest}`;
}

/** Accepts only https links to facebook.com; the link is never fetched. */
export const zFacebookLink = v.pipe(
  v.string(),
  v.maxLength(200, 'long'),
  v.transform(normalizeFacebookLink),
  v.url(),
  v.regex(/^https:\/\/([a-z-]+\.)?facebook\.com\/[A-Za-z0-9._?=&/%#*+,~-]{1,150}$/),
);
