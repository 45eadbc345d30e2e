// The words. Ids and the values that each text needs are typed by i18n/ids.ts; how to add one stands in i18n/areas.ts.

import { defaultLocale, type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { useSyncExternalStore } from 'react';
import { type InnerArea, type InnerTexts, innerAreas } from '#/i18n/areas.ts';
import type { TextId, TextValues } from '#/i18n/ids.ts';
import { keep, readKept } from './store.ts';
import { type Compiled, fill, type Messages } from './words.ts';

export type { TextId } from '#/i18n/ids.ts';

type Load = () => Promise<{ messages: Messages; inner: InnerTexts }>;
const publicTexts: Record<Locale, Load> = {
  en: () => import('#/i18n/en/public.ts'),
  fil: () => import('#/i18n/fil/public.ts'),
  vi: () => import('#/i18n/vi/public.ts'),
  zh: () => import('#/i18n/zh/public.ts'),
};

type Overrides = Partial<Record<Locale, Record<string, string>>>;
let overrides: Overrides = {};
/** The areas that the screens of this visit have needed. */
let spokenAreas: readonly InnerArea[] = [];
let loading: Promise<void> = Promise.resolve();
let spoken: { locale: Locale; messages: Messages } | null = null;
const listeners = new Set<() => void>();

/** The language that the borrower chose, else the one the page came in, else English. */
export function chosenLocale(): Locale {
  return localeFrom(readKept('locale') ?? readKept('Local') ?? document.documentElement.lang);
}

export function spokenLocale(): Locale {
  return spoken?.locale ?? defaultLocale;
}

/** Loads a language and speaks it from now on; `withInner` loads every area. Rejects when its texts cannot be loaded. */
export function speak(locale: Locale, { withInner = false } = {}): Promise<void> {
  return load(() => locale, withInner ? innerAreas : []);
}

/** Loads the texts of these areas as well; the location calls it before a screen that needs them is shown. */
export async function speakAreas(areas: readonly InnerArea[]): Promise<void> {
  if (areas.some((area) => !spokenAreas.includes(area))) await load(spokenLocale, areas);
}

/** One load after the other, so that a slow one cannot undo what was chosen after it. */
function load(locale: () => Locale, areas: readonly InnerArea[]): Promise<void> {
  const loaded = loading.then(() => loadNow(locale(), [...new Set([...spokenAreas, ...areas])]));
  loading = loaded.catch(() => {});
  return loaded;
}

async function loadNow(locale: Locale, areas: readonly InnerArea[]): Promise<void> {
  const first = await publicTexts[locale]();
  const found = await Promise.all(areas.map((area) => first.inner[area]()));
  const own = Object.entries(overrides[locale] ?? {}).map(([id, text]) => [id, compileOverride(text)]);
  spokenAreas = areas;
  spoken = { locale, messages: Object.assign({}, first.messages, ...found.map(({ messages }) => messages), Object.fromEntries(own)) };
  for (const listener of listeners) listener();
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
export function compileOverride(text: string): Compiled {
  const parts = text.split(/(\{\w+\})/).filter(Boolean);
  return parts.map((part) => (/^\{\w+\}$/.test(part) ? [part.slice(1, -1)] : part)) as Compiled;
}

type Rest<K extends TextId> = K extends keyof TextValues ? [values: TextValues[K]] : [];
/** Gives the text of an id in the language spoken; texts with values ask for exactly these. */
export type Text = <K extends TextId>(id: K, ...rest: Rest<K>) => string;
/** Ids of texts that need no values: what a table of titles may name. */
export type PlainTextId = Exclude<TextId, keyof TextValues>;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const snapshot = () => spoken;

/** The words for a component: it is drawn again when the language changes. */
export function useText(): Text {
  useSyncExternalStore(subscribe, snapshot, snapshot);
  return textNow;
}

/** The words outside components, in the language spoken at this moment. A text that is not there shows its id. */
export const textNow: Text = (id, ...[values]) => fill(spoken?.messages[id] ?? id, spokenLocale(), values as never);
