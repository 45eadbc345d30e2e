// The active texts: the language, the catalogs that this visit has needed so far, and the lender's
// own texts, which replace ours.

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
/** The language that was requested last. Its texts may still be loading. */
let wantedLocale: Locale = currentLocale();
let loading: Promise<void> = Promise.resolve();

/**
 * Loads the shell's texts and every catalog needed so far, then activates the language. Rejects if
 * a catalog fails to load.
 */
export function activateLocale(locale: Locale): Promise<void> {
  wantedLocale = locale;
  return load(() => locale, []);
}

/** Loads more catalogs. Call it before showing a screen that needs them. */
export async function loadCatalogs(catalogs: readonly ScreenCatalog[]): Promise<void> {
  const missing = catalogs.filter((catalog) => !loadedCatalogs.includes(catalog));
  // Start the downloads at once, even while another load is running. `load` reports any failure.
  for (const catalog of missing) void fetchCatalog(wantedLocale, catalog).catch(() => {});
  if (missing.length > 0) await load(currentLocale, catalogs);
}

/** Loads every catalog. For stories and tests. */
export function loadAllCatalogs(locale: Locale): Promise<void> {
  return load(
    () => locale,
    catalogNames.filter((catalog) => catalog !== loginCatalog),
  );
}

/** Runs loads one after another, so that a slow one cannot overwrite a later choice of language. */
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
  const loaded = await Promise.all([
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
    Object.assign({}, ...loaded.map(({ messages }) => messages), Object.fromEntries(own)),
  );
}

/**
 * Changes the language at the borrower's request, and stores it (as `locale` and `Local`, spec §3,
 * and in a cookie for the server's pages).
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale);
  writeStored('locale', locale);
  writeStored('Local', locale);
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no Cookie Store API.
  document.cookie = `locale=${locale}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = locale;
}

/** Replaces our texts with the lender's (`copyWritingMap`), by language and id. */
export async function overrideTexts(map: Overrides): Promise<void> {
  if (JSON.stringify(map) === JSON.stringify(overrides)) return;
  overrides = map;
  // The language in `wantedLocale` may still be loading, so the active language may be an older
  // one.
  await activateLocale(wantedLocale);
}

/** Compiles a text from the server, whose only placeholders are plain {names}. */
export function compileOverride(text: string): CompiledMessage {
  const parts = text.split(/(\{\w+\})/).filter(Boolean);
  return parts.map((part) =>
    /^\{\w+\}$/.test(part) ? [part.slice(1, -1)] : part,
  ) as CompiledMessage;
}
