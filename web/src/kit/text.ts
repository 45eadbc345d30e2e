// The words. Ids and the values that each text needs are typed by i18n/ids.ts; how to add one stands in i18n/areas.ts. Here is what /login needs;
// kit/areas.ts loads the texts of the other screens.

import { defaultLocale, type Locale, localeFrom } from '@sandali/contract/locale.ts';
import { useSyncExternalStore } from 'react';
import type { TextId, TextValues } from '#/i18n/ids.ts';
import { readKept } from './store.ts';
import { fill, type Messages } from './words.ts';

export type { TextId } from '#/i18n/ids.ts';

export type Catalogue = { messages: Messages };

const catalogues = import.meta.glob<Catalogue>('../i18n/*/login.po');
let spoken: { locale: Locale; messages: Messages } | null = null;
const listeners = new Set<() => void>();

/** The language that the borrower chose, else the one the page came in, else English. */
export function chosenLocale(): Locale {
  return localeFrom(readKept('locale') ?? readKept('Local') ?? document.documentElement.lang);
}

export function spokenLocale(): Locale {
  return spoken?.locale ?? defaultLocale;
}

/** The texts of /login in a language. Rejects when they cannot be loaded. */
export function firstTexts(locale: Locale): Promise<Catalogue> {
  return (catalogues[`../i18n/${locale}/login.po`] as () => Promise<Catalogue>)();
}

/** Speaks these texts from now on, everywhere at once. */
export function speakTexts(locale: Locale, messages: Messages): void {
  spoken = { locale, messages };
  for (const listener of listeners) listener();
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
