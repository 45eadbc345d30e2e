// The names of request fields on the screens, for refusals that name them.
import type { Locale } from '@sandali/contract/locale.ts';
import { type TextId, table } from './generated/table.ts';
import { say } from './say.ts';

type FieldText = Extract<TextId, `field.${string}`>;

/** Fields with the name of another one. */
const asked: Readonly<Record<string, FieldText>> = {
  provinceCode: 'field.place',
  cityCode: 'field.place',
  barangayCode: 'field.place',
  frontPictureId: 'field.picture',
  selfiePictureId: 'field.picture',
  bytes: 'field.picture',
  amountCentavos: 'field.amount',
  wantedCentavos: 'field.amount',
  describe: 'field.words',
  fromOn: 'field.period',
  toOn: 'field.period',
  digits: 'field.pictureCode',
  derivedKey: 'field.pictureCode',
  termDays: 'field.term',
};
/** Fields with another meaning in one call. */
const askedHere: Readonly<Record<string, FieldText>> = {
  '/document/check code': 'field.paperCode',
};

/**
 * The text that names a place of a call's input, such as 'contacts.0.phone'; null if nobody fills
 * it in.
 */
export function fieldText(path: string, place: string): FieldText | null {
  const keys = place.split('.').filter((key) => !/^\d*$/.test(key));
  for (const key of keys.toReversed()) {
    const text = askedHere[`${path} ${key}`] ?? asked[key] ?? `field.${key}`;
    if (Object.hasOwn(table.en, text)) return text as FieldText;
  }
  return null;
}

/**
 * The refused places of a call's input as the screens call them, for the words of `inputInvalid`;
 * nothing if nobody fills in any of them.
 */
export function refusedFields(
  locale: Locale,
  path: string,
  places: readonly string[],
): { fields: string } | Record<never, never> {
  const names = places.flatMap((place) => {
    const text = fieldText(path, place);
    return text ? [say(locale, text)] : [];
  });
  const fields = [...new Set(names)].join(locale === 'zh' ? '、' : ', ');
  return fields ? { fields } : {};
}
