// Which texts are active: the language, the catalogs that the screens of this visit have needed,
// and the operator's own texts over ours.

import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { Locale } from '@sandali/contract/locale.ts';
import { writeStored } from '#/client/storage.ts';
import {
  type CatalogName,
  catalogNames,
  loginCatalog,
  type ScreenCatalog,
  shellCatalog,
} from './catalogs.ts';
import { activateTexts, type Catalog, currentLocale, loadLoginTexts } from './text.ts';

const catalogFiles = import.meta.glob<Catalog>(['./*/*.po', '!./*/login.po']);

type Overrides = Partial<Record<Locale, Record<string, string>>>;
let overrides: Overrides = {};
let loadedCatalogs: readonly CatalogName[] = [shellCatalog];
/** The language that was asked for last; its texts may still be on their way. */
let wantedLocale: Locale = currentLocale();
let loading: Promise<void> = Promise.resolve();

/**
 * Loads the shell's texts and every catalog needed so far in a language, and activates it. Rejects
 * when its texts cannot be loaded.
 */
export function activateLocale(locale: Locale): Promise<void> {
  wantedLocale = locale;
  return load(() => locale, []);
}

/** Loads these catalogs as well; called before a screen that needs them is shown. */
export async function loadCatalogs(catalogs: readonly ScreenCatalog[]): Promise<void> {
  const missing = catalogs.filter((catalog) => !loadedCatalogs.includes(catalog));
  // They set out at once, also while another load is under way; whether they arrive is seen below.
  for (const catalog of missing) void fetchCatalog(wantedLocale, catalog).catch(() => {});
  if (missing.length > 0) await load(currentLocale, catalogs);
}

/** Every catalog, for the gallery and tests. */
export function loadAllCatalogs(locale: Locale): Promise<void> {
  return load(
    () => locale,
    catalogNames.filter((catalog) => catalog !== loginCatalog),
  );
}

/** One load after the other, so that a slow one cannot overwrite a later choice. */
function load(locale: () => Locale, catalogs: readonly CatalogName[]): Promise<void> {
  const loaded = loading.then(() =>
    loadNow(locale(), [...new Set([...loadedCatalogs, ...catalogs])]),
  );
  loading = loaded.catch(() => {});
  return loaded;
}

const fetchCatalog = (locale: Locale, catalog: CatalogName) =>
  (catalogFiles[`./${locale}/${catalog}.po`] as () => Promise<Catalog>)();

async function loadNow(locale: Locale, catalogs: readonly CatalogName[]): Promise<void> {
  const found = await Promise.all([
    loadLoginTexts(locale),
    ...catalogs.map((catalog) => fetchCatalog(locale, catalog)),
  ]);
  const own = Object.entries(overrides[locale] ?? {}).map(([id, text]) => [
    id,
    compileOverride(text),
  ]);
  loadedCatalogs = catalogs;
  activateTexts(
    locale,
    Object.assign({}, ...found.map(({ messages }) => messages), Object.fromEntries(own)),
  );
}

/**
 * Changes the language because the borrower asked for it, and keeps the choice (spec §3: `locale`,
 * also `Local`; a cookie for the server's pages).
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale);
  writeStored('locale', locale);
  writeStored('Local', locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the browsers that this is for.
  document.cookie = `locale=${locale}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = locale;
}

/** Puts the operator's texts (`copyWritingMap`, by language and id) over our own. */
export async function overrideTexts(map: Overrides): Promise<void> {
  if (JSON.stringify(map) === JSON.stringify(overrides)) return;
  overrides = map;
  // The language that was asked for last may still be on its way.
  await activateLocale(wantedLocale);
}

/** A text from the server may hold plain {names}, and nothing cleverer. */
export function compileOverride(text: string): CompiledMessage {
  const parts = text.split(/(\{\w+\})/).filter(Boolean);
  return parts.map((part) =>
    /^\{\w+\}$/.test(part) ? [part.slice(1, -1)] : part,
  ) as CompiledMessage;
}
