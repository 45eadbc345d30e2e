// The banner on every page of a drill. It contains all languages and shows the page's language,
// because the app may change that.
import { createHash } from 'node:crypto';
import { locales } from '@sandali/contract/locale.ts';
import { say } from '#/texts/say.ts';

const languages = locales.map((locale) => `:lang(${locale})>#drill>[lang=${locale}]`).join();
const style = `#drill{position:sticky;top:0;z-index:9;padding:6px 16px;background:#ffb020;color:#352100;font:500 .875rem/1.43 Roboto,system-ui,sans-serif;text-align:center}#drill>p{display:none}${languages}{display:block}`;

/** The hash of the banner's style, for the content security policy. */
export const bannerStyleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const root = '<div id="root"';

/** Inserts the banner before the app, whose files stay unchanged. */
export function withBanner(page: Buffer): Buffer {
  const lines = locales.map((locale) => `<p lang="${locale}">${say(locale, 'drill.banner')}</p>`);
  const band = `<style>${style}</style><div id="drill" role="status">${lines.join('')}</div>`;
  return Buffer.from(page.toString('utf8').replace(root, () => `${band}${root}`));
}
