// The names of request fields as screens show them, for use in refusals.
import type { Locale } from '@sandali/contract/locale.ts';
import { type TextId, table } from './generated/table.ts';
import { say } from './say.ts';

type FieldText = Extract<TextId, `field.${string}`>;

/** Fields that share another field's name. */
const sharedNames: Readonly<Record<string, FieldText>> = {
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
/** Fields that have a different name in one call. */
const namesInCall: Readonly<Record<string, FieldText>> = {
  '/document/check code': 'field.paperCode',
};

/** Returns the name of a field in a call's input, such as 'contacts.0.phone', or null. */
export function fieldText(path: string, place: string): FieldText | null {
  const keys = place.split('.').filter((key) => !/^\d*$/.test(key));
  for (const key of keys.toReversed()) {
    const text = namesInCall[`${path} ${key}`] ?? sharedNames[key] ?? `field.${key}`;
    if (Object.hasOwn(table.en, text)) return text as FieldText;
  }
  return null;
}

/** Returns the names of refused fields for the text of `inputInvalid`. Empty if none has a name. */
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
