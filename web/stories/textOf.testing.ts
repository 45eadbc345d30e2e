// Returns the English text of gallery entries as a borrower reads it, for tests of screens.
import { renderToStaticMarkup } from 'react-dom/server';
import { loadAllCatalogs } from '#/i18n/loadCatalogs.ts';
import { allEntries } from './entries.ts';

await loadAllCatalogs('en');

/**
 * Returns the markup of the gallery entry with the key `Group: name`.
 * @throws if the entry does not exist
 */
export function markupOf(key: string): string {
  const entry = allEntries.find(({ group, name }) => `${group}: ${name}` === key);
  if (!entry) throw new Error(`the gallery has no ${key}`);
  return renderToStaticMarkup(entry.draw());
}

/**
 * Returns the visible text of the gallery entry with the key `Group: name`, without labels for
 * screen readers.
 * @throws if the entry does not exist
 */
export function textOf(key: string): string {
  const words = markupOf(key)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&');
  return words.replace(/[\s\u00a0\u2060]+/g, ' ').trim();
}
