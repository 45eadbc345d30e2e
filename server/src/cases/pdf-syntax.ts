// Elements of PDF syntax (ISO 32000-1, 7.2 and 7.3).

/** Thrown if a file is not a PDF, or not a strict one. */
export class NotStrict extends Error {}

type PdfName = { name: string };
export type PdfRef = { objectNumber: number };
/** A dictionary. Values that are not names, references or numbers are null. */
export type PdfDictionary = ReadonlyMap<string, Value>;

export type Value = PdfName | PdfRef | number | null;

const space = '\u0000\t\n\f\r ';
const delimiter = '()<>[]{}/%';
export const isSpace = (sign: string) => space.includes(sign);
export const isRegular = (sign: string) =>
  sign !== '' && !isSpace(sign) && !delimiter.includes(sign);

/** Returns the value of an entry if it is a name, otherwise null. */
export function nameOf(entries: PdfDictionary, key: string): string | null {
  const value = entries.get(key);
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
}

export const isRef = (value?: Value): value is PdfRef =>
  typeof value === 'object' && value !== null && 'objectNumber' in value;
