// The server's texts: refusals and SMS in the language of the reader.
import { type I18n, setupI18n } from '@lingui/core';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { type TextId, type TextValues, table } from './generated/table.ts';

export type { TextId, TextValues } from './generated/table.ts';

/**
 * The values that a text needs; none for a text without any, and none asked for where all may be
 * left out.
 */
export type ValuesOf<Id extends TextId> = TextValues[Id] extends undefined
  ? []
  : Record<never, never> extends TextValues[Id]
    ? [values?: TextValues[Id]]
    : [values: TextValues[Id]];

const voices = Object.fromEntries(
  locales.map((locale) => [locale, setupI18n({ locale, messages: { [locale]: table[locale] } })]),
) as Record<Locale, I18n>;

/** A text in a language, filled in. Amounts and dates are passed in formatted. */
export function say<Id extends TextId>(locale: Locale, id: Id, ...[values]: ValuesOf<Id>): string {
  return voices[locale]._(id, values);
}

/** Values that a refusal's text may name, already written out. */
export type RefusalValues = Readonly<Record<string, string | number>>;
/**
 * An operator's own texts for a language, by id (config `copyWritingMap`). They may hold plain
 * {names}, and nothing cleverer.
 */
export type Overrides = Readonly<Record<string, string>>;

/** The values that a refusal's text may name, by the text's id; null for every other id. */
export function refusalValues(id: string): readonly string[] | null {
  return id.startsWith('refusal.') && Object.hasOwn(table.en, id)
    ? [...namesIn(table.en[id as TextId])]
    : null;
}

function namesIn(message: unknown, found = new Set<string>()): Set<string> {
  for (const part of Array.isArray(message) ? message : []) {
    if (!Array.isArray(part)) continue;
    found.add(String(part[0]));
    for (const choice of Object.values(Object(part[2]))) namesIn(choice, found);
  }
  return found;
}

/**
 * The text of a refusal. Each has a text without values; with them, some are more exact (the names
 * are in en.po).
 */
export function sayRefusal(
  locale: Locale,
  name: RefusalName,
  values: RefusalValues = {},
  overrides: Overrides = {},
): string {
  const id = `refusal.${name}` as const;
  const own = Object.hasOwn(overrides, id) ? overrides[id] : undefined;
  if (own) return own.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
  return voices[locale]._(id, values);
}
