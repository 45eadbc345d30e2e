// Returns texts by id. i18n/generated/ids.ts types the ids and the values of each text;
// i18n/catalogs.ts explains how to add a text. This file loads the texts of /login,
// i18n/loadCatalogs.ts those of the other screens.

import { type Messages, setupI18n } from '@lingui/core';
import { defaultLocale, type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { useSyncExternalStore } from 'react';
import { readStored } from '#/client/storage.ts';
import type { TextId, TextValues } from './generated/ids.ts';

export type Catalog = { messages: Messages };

const catalogFiles = import.meta.glob<Catalog>('./*/login.po');
/** The i18n instance starts in English; ids are shown until the texts are loaded. */
const i18n = setupI18n({ locale: defaultLocale, messages: { [defaultLocale]: {} } });
/** Counts activations, so that React re-renders on each. */
let changes = 0;
i18n.on('change', () => changes++);

/** Returns the borrower's chosen language, or else the page's, or else English. */
export function preferredLocale(): Locale {
  return localeFrom(readStored('locale') ?? readStored('Local') ?? document.documentElement.lang);
}

export function currentLocale(): Locale {
  return i18n.locale as Locale;
}

/** Loads the texts of /login in a language. Rejects if loading fails. */
export function loadLoginTexts(locale: Locale): Promise<Catalog> {
  return (catalogFiles[`./${locale}/login.po`] as () => Promise<Catalog>)();
}

/** Activates these texts everywhere at once. */
export function activateTexts(locale: Locale, messages: Messages): void {
  // Browsers without Filipino format its numbers and plurals as in English.
  i18n.loadAndActivate({ locale, locales: [locale, defaultLocale], messages });
}

type Rest<K extends TextId> = K extends keyof TextValues ? [values: TextValues[K]] : [];
/**
 * Returns the text of an id in the active language. A text with placeholders requires exactly their
 * values.
 */
export type Text = <K extends TextId>(id: K, ...rest: Rest<K>) => string;
/** Ids of texts without placeholders, for example for a table of titles. */
export type PlainTextId = Exclude<TextId, keyof TextValues>;

const subscribe = (listener: () => void) => i18n.on('change', listener);
const snapshot = () => changes;

/** Returns the texts for a component, which re-renders when the language changes. */
export function useText(): Text {
  useSyncExternalStore(subscribe, snapshot, snapshot);
  return getText;
}

/** Returns texts outside components, in the active language. A missing text shows its id. */
export const getText: Text = (id, ...[values]) => i18n._(id, values);
