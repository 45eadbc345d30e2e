// Texts by id. Ids and the values that each text needs are typed by i18n/generated/ids.ts; how to
// add one is in i18n/catalogs.ts. Here is what /login needs; i18n/loadCatalogs.ts loads the texts
// of the other screens.

import { type Messages, setupI18n } from '@lingui/core';
import { defaultLocale, type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { useSyncExternalStore } from 'react';
import { readStored } from '#/client/storage.ts';
import type { TextId, TextValues } from './generated/ids.ts';

export type Catalog = { messages: Messages };

const catalogFiles = import.meta.glob<Catalog>('./*/login.po');
/** English from the start: until the texts are loaded, ids are shown instead. */
const i18n = setupI18n({ locale: defaultLocale, messages: { [defaultLocale]: {} } });
/** Counts activations: React renders again when the number changes. */
let changes = 0;
i18n.on('change', () => changes++);

/** The language that the borrower chose, else the one the page came in, else English. */
export function preferredLocale(): Locale {
  return localeFrom(readStored('locale') ?? readStored('Local') ?? document.documentElement.lang);
}

export function currentLocale(): Locale {
  return i18n.locale as Locale;
}

/** The texts of /login in a language. Rejects when they cannot be loaded. */
export function loadLoginTexts(locale: Locale): Promise<Catalog> {
  return (catalogFiles[`./${locale}/login.po`] as () => Promise<Catalog>)();
}

/** Activates these texts everywhere at once. */
export function activateTexts(locale: Locale, messages: Messages): void {
  // Browsers that do not know Filipino write numbers and choose plurals as in English.
  i18n.loadAndActivate({ locale, locales: [locale, defaultLocale], messages });
}

type Rest<K extends TextId> = K extends keyof TextValues ? [values: TextValues[K]] : [];
/** The text of an id in the active language; texts with values ask for exactly these. */
export type Text = <K extends TextId>(id: K, ...rest: Rest<K>) => string;
/** Ids of texts that need no values: what a table of titles may name. */
export type PlainTextId = Exclude<TextId, keyof TextValues>;

const subscribe = (listener: () => void) => i18n.on('change', listener);
const snapshot = () => changes;

/** The texts for a component, which renders again when the language changes. */
export function useText(): Text {
  useSyncExternalStore(subscribe, snapshot, snapshot);
  return getText;
}

/** The texts outside components, in the language active now. A missing text shows its id. */
export const getText: Text = (id, ...[values]) => i18n._(id, values);
