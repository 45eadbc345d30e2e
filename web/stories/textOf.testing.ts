// What a person reads of a gallery entry, in English: for tests of what screens show.
import { renderToStaticMarkup } from 'react-dom/server';
import { loadAllCatalogs } from '#/i18n/loadCatalogs.ts';
import { allEntries } from './entries.ts';

await loadAllCatalogs('en');

/** How a gallery entry, `Group: name`, is drawn. @throws if it does not exist. */
export function markupOf(key: string): string {
  const entry = allEntries.find(({ group, name }) => `${group}: ${name}` === key);
  if (!entry) throw new Error(`the gallery has no ${key}`);
  return renderToStaticMarkup(entry.draw());
}

/**
 * The words of a gallery entry, `Group: name`; labels that are only heard are left out.
 * @throws if it does not exist.
 */
export function textOf(key: string): string {
  const words = markupOf(key)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&');
  return words.replace(/[\s\u00a0\u2060]+/g, ' ').trim();
}
