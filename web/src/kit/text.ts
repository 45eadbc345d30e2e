// The words. Ids and the values that each text needs are typed by i18n/ids.ts; how to add one stands in i18n/areas.ts.

import { type Messages, setupI18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { defaultLocale, type Locale, localeFrom } from '@sandali/contract/locale.ts';
import type { TextId, TextValues } from '#/i18n/ids.ts';
import { keep, readKept } from './store.ts';

export const i18n = setupI18n();
export type { TextId } from '#/i18n/ids.ts';

type Load = () => Promise<{ messages: Messages }>;
const catalogues: Record<Locale, { public: Load; inner: Load }> = {
  en: { public: () => import('#/i18n/en/public.ts'), inner: () => import('#/i18n/en/inner.ts') },
  fil: { public: () => import('#/i18n/fil/public.ts'), inner: () => import('#/i18n/fil/inner.ts') },
  vi: { public: () => import('#/i18n/vi/public.ts'), inner: () => import('#/i18n/vi/inner.ts') },
  zh: { public: () => import('#/i18n/zh/public.ts'), inner: () => import('#/i18n/zh/inner.ts') },
};
type Overrides = Partial<Record<Locale, Record<string, string>>>;
let overrides: Overrides = {};
let isInnerNeeded = false;

/** The language that the borrower chose, else the one the page came in, else English. */
export function chosenLocale(): Locale {
  return localeFrom(readKept('locale') ?? readKept('Local') ?? document.documentElement.lang);
}

export function spokenLocale(): Locale {
  return (i18n.locale as Locale) || defaultLocale;
}

/** Loads a language and speaks it from now on. Rejects when its texts cannot be loaded. */
export async function speak(locale: Locale, { withInner = isInnerNeeded } = {}): Promise<void> {
  isInnerNeeded = withInner;
  const { public: load, inner } = catalogues[locale];
  const [first, second] = await Promise.all([load(), withInner ? inner() : undefined]);
  const own = Object.entries(overrides[locale] ?? {}).map(([id, text]) => [id, compileOverride(text)]);
  i18n.load(locale, { ...first.messages, ...second?.messages, ...Object.fromEntries(own) });
  i18n.activate(locale);
}

/** Loads the texts of the screens behind the login as well; the location calls it before the first of them is shown. */
export async function speakInner(): Promise<void> {
  if (!isInnerNeeded) await speak(spokenLocale(), { withInner: true });
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
export function compileOverride(text: string): Messages[string] {
  const parts = text.split(/(\{\w+\})/).filter(Boolean);
  return parts.map((part) => (/^\{\w+\}$/.test(part) ? [part.slice(1, -1)] : part)) as Messages[string];
}

type Rest<K extends TextId> = K extends keyof TextValues ? [values: TextValues[K]] : [];
/** Gives the text of an id in the language spoken; texts with values ask for exactly these. */
export type Text = <K extends TextId>(id: K, ...rest: Rest<K>) => string;
/** Ids of texts that need no values: what a table of titles may name. */
export type PlainTextId = Exclude<TextId, keyof TextValues>;

/** The words for a component: it is drawn again when the language changes. */
export function useText(): Text {
  const { i18n: speaking } = useLingui();
  return (id, ...[values]) => speaking._(id, values as never);
}

/** The words outside components, in the language spoken at this moment. */
export const textNow: Text = (id, ...[values]) => i18n._(id, values as never);
