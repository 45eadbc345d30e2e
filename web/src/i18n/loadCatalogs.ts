// Which texts are spoken: the language, the areas that the screens of this visit have needed, and the operator's own texts over ours.

import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { Locale } from '@sandali/contract/locale.ts';
import { keep } from '#/client/store.ts';
import { type Area, areas as allAreas, firstArea, type ScreenArea, shellArea } from './catalogs.ts';
import { type Catalogue, firstTexts, speakTexts, spokenLocale } from './text.ts';

const catalogues = import.meta.glob<Catalogue>(['./*/*.po', '!./*/login.po']);

type Overrides = Partial<Record<Locale, Record<string, string>>>;
let overrides: Overrides = {};
let spokenAreas: readonly Area[] = [shellArea];
/** The language that was asked for last; its texts may still be on their way. */
let wished: Locale = spokenLocale();
let loading: Promise<void> = Promise.resolve();

/** Loads a language, the shell's texts and those of every area needed so far, and speaks it from now on. Rejects when its texts cannot be loaded. */
export function speak(locale: Locale): Promise<void> {
  wished = locale;
  return load(() => locale, []);
}

/** Loads the texts of these areas as well; the location calls it before a screen that needs them is shown. */
export async function speakAreas(areas: readonly ScreenArea[]): Promise<void> {
  const missing = areas.filter((area) => !spokenAreas.includes(area));
  // They set out at once, also while another load is under way; whether they arrive is seen below.
  for (const area of missing) void fetchTexts(wished, area).catch(() => {});
  if (missing.length > 0) await load(spokenLocale, areas);
}

/** Every area, for the gallery and tests. */
export function speakAll(locale: Locale): Promise<void> {
  return load(
    () => locale,
    allAreas.filter((area) => area !== firstArea),
  );
}

/** One load after the other, so that a slow one cannot undo what was chosen after it. */
function load(locale: () => Locale, areas: readonly Area[]): Promise<void> {
  const loaded = loading.then(() => loadNow(locale(), [...new Set([...spokenAreas, ...areas])]));
  loading = loaded.catch(() => {});
  return loaded;
}

const fetchTexts = (locale: Locale, area: Area) => (catalogues[`./${locale}/${area}.po`] as () => Promise<Catalogue>)();

async function loadNow(locale: Locale, areas: readonly Area[]): Promise<void> {
  const found = await Promise.all([firstTexts(locale), ...areas.map((area) => fetchTexts(locale, area))]);
  const own = Object.entries(overrides[locale] ?? {}).map(([id, text]) => [id, compileOverride(text)]);
  spokenAreas = areas;
  speakTexts(locale, Object.assign({}, ...found.map(({ messages }) => messages), Object.fromEntries(own)));
}

/** Changes the language because the borrower asked for it, and keeps the choice (spec §3: `locale`, also `Local`; a cookie for the server's pages). */
export async function chooseLocale(locale: Locale): Promise<void> {
  await speak(locale);
  keep('locale', locale);
  keep('Local', locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the browsers that this is for.
  document.cookie = `locale=${locale}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = locale;
}

/** Puts the operator's texts (`copyWritingMap`, by language and id) over our own. */
export async function overrideTexts(map: Overrides): Promise<void> {
  if (JSON.stringify(map) === JSON.stringify(overrides)) return;
  overrides = map;
  await speak(spokenLocale());
}

/** A text from the server may hold plain {names}, and nothing cleverer. */
export function compileOverride(text: string): CompiledMessage {
  const parts = text.split(/(\{\w+\})/).filter(Boolean);
  return parts.map((part) => (/^\{\w+\}$/.test(part) ? [part.slice(1, -1)] : part)) as CompiledMessage;
}
