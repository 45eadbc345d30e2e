// The server's texts in the reader's language.
import { type I18n, setupI18n } from '@lingui/core';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { type TextId, type TextValues, table } from './generated/table.ts';

export type { TextId, TextValues } from './generated/table.ts';

/**
 * The argument for a text's values. It is absent if the text has no values, and optional if all of
 * them are optional.
 */
export type ValuesOf<Id extends TextId> = TextValues[Id] extends undefined
  ? []
  : Record<never, never> extends TextValues[Id]
    ? [values?: TextValues[Id]]
    : [values: TextValues[Id]];

const voices = Object.fromEntries(
  locales.map((locale) => [locale, setupI18n({ locale, messages: { [locale]: table[locale] } })]),
) as Record<Locale, I18n>;

/** Returns a text with its values filled in. Amounts and dates must already be formatted. */
export function say<Id extends TextId>(locale: Locale, id: Id, ...[values]: ValuesOf<Id>): string {
  return voices[locale]._(id, values);
}

/** The formatted values of a refusal's text. */
export type RefusalValues = Readonly<Record<string, string | number>>;
/**
 * The lender's own texts in one language, by id (`copyWritingMap`); placeholders are simple
 * {names}.
 */
export type Overrides = Readonly<Record<string, string>>;

/** Returns the names of the values in a refusal's text; null if the id is not a refusal's. */
export function refusalValues(id: string): readonly string[] | null {
  return id.startsWith('refusal.') && Object.hasOwn(table.en, id)
    ? [...namesIn(table.en[id as TextId])]
    : null;
}

function namesIn(message: unknown, names = new Set<string>()): Set<string> {
  for (const part of Array.isArray(message) ? message : []) {
    if (!Array.isArray(part)) continue;
    names.add(String(part[0]));
    for (const choice of Object.values(Object(part[2]))) namesIn(choice, names);
  }
  return names;
}

/**
 * Returns a refusal's text. Every text works without values, but some are more precise with them.
 */
export function sayRefusal(
  locale: Locale,
  name: RefusalName,
  values: RefusalValues = {},
  overrides: Overrides = {},
): string {
  const id = `refusal.${name}` as const;
  const override = Object.hasOwn(overrides, id) ? overrides[id] : undefined;
  if (override)
    return override.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
  return voices[locale]._(id, values);
}
