// Returns texts by id. i18n/generated/ids.ts types the ids and their values; i18n/catalogs.ts
// explains how to add a text. This file loads the texts of /login, and i18n/loadCatalogs.ts all
// others.

import { type Messages, setupI18n } from '@lingui/core';
import { defaultLocale, type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { useSyncExternalStore } from 'react';
import { readStored } from '#/client/storage.ts';
import type { TextId, TextValues } from './generated/ids.ts';

export type Catalog = { messages: Messages };

const catalogFiles = import.meta.glob<Catalog>('./*/login.po');
/** Starts in English. Until the texts are loaded, their ids are shown. */
const i18n = setupI18n({ locale: defaultLocale, messages: { [defaultLocale]: {} } });
/** Counts activations of texts, so that React re-renders after each. */
let changes = 0;
i18n.on('change', () => changes++);

/** Returns the language that the borrower chose, or else the page's language, or else English. */
export function preferredLocale(): Locale {
  return localeFrom(readStored('locale') ?? readStored('Local') ?? document.documentElement.lang);
}

export function currentLocale(): Locale {
  return i18n.locale as Locale;
}

/** Loads the texts of /login in a language. Rejects if they fail to load. */
export function loadLoginTexts(locale: Locale): Promise<Catalog> {
  return (catalogFiles[`./${locale}/login.po`] as () => Promise<Catalog>)();
}

/** Activates these texts everywhere. */
export function activateTexts(locale: Locale, messages: Messages): void {
  // If a browser lacks Filipino, its numbers and plurals are formatted as in English.
  i18n.loadAndActivate({ locale, locales: [locale, defaultLocale], messages });
}

type Rest<K extends TextId> = K extends keyof TextValues ? [values: TextValues[K]] : [];
/**
 * Returns the text with this id in the active language. If the text has placeholders, exactly their
 * values must be passed.
 */
export type Text = <K extends TextId>(id: K, ...rest: Rest<K>) => string;
/** Ids of texts without placeholders, for example in a table of titles. */
export type PlainTextId = Exclude<TextId, keyof TextValues>;

const subscribe = (listener: () => void) => i18n.on('change', listener);
const snapshot = () => changes;

/** Returns `getText`, and re-renders the component when the language changes. */
export function useText(): Text {
  useSyncExternalStore(subscribe, snapshot, snapshot);
  return getText;
}

/** Returns the text with this id in the active language, or the id if there is no such text. */
export const getText: Text = (id, ...[values]) => i18n._(id, values);
