// The link to a Facebook profile, as an application may carry one (spec §3).
import * as v from 'valibot';
import { visibleLine } from './text.ts';

/**
 * A link as people copy or type it, with its scheme and host: 'Facebook.com/x' is
 * 'https://facebook.com/x'.
 */
function normalizeFacebookLink(typed: string): string {
  const link = visibleLine(typed);
  const [, host, rest] = /^(?:https?:\/\/)?([a-z.-]+)(\/.*)$/i.exec(link) ?? [];
  if (host === undefined) return link;
  return `https://${host.toLowerCase().replace(/^((?:www|m)\.)?fb\.com$/, '$1facebook.com')}${rest}`;
}

/** https and facebook.com only; nothing is ever fetched from it. */
export const zFacebookLink = v.pipe(
  v.string(),
  v.maxLength(200, 'long'),
  v.transform(normalizeFacebookLink),
  v.url(),
  v.regex(/^https:\/\/([a-z-]+\.)?facebook\.com\/[A-Za-z0-9._?=&/%#*+,~-]{1,150}$/),
);
