// Reads the QR code of a PhilSys National ID. docs/decisions/0065 describes the formats and their
// sources.
import { decodeCBOR } from '@levischuck/tiny-cbor';
import { genders, zPersonal } from '@sandali/contract/credit.ts';
import { zIdNumber } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { normalizeIdNumber } from '#/client/idNumber.ts';

/** The code's values in the form's format; '' for a missing value or one that the form refuses. */
export type NationalId = Record<
  'firstName' | 'middleName' | 'lastName' | 'bornOn' | 'birthPlace' | 'gender' | 'idNumber',
  string
>;

/**
 * `other`: the code does not belong to a National ID. `empty`: the code belongs to a newer digital
 * ID and contains only a number or token.
 */
export type ReadCode = { kind: 'card'; card: NationalId } | { kind: 'other' | 'empty' };

const text = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((printed) => (/^(n\/?a|none|-+)\.?$/i.test(printed.trim()) ? '' : printed)),
);
/** The JSON code on the back of the card. */
const zCard = v.object({
  subject: v.object({
    lName: v.string(),
    fName: v.string(),
    mName: text,
    Suffix: text,
    sex: text,
    DOB: text,
    POB: text,
    PCN: text,
  }),
});
/** The code of a printed or downloaded ePhilID: claim 169 of a CBOR web token. */
const zPaper = v.object({
  ln: v.string(),
  fn: v.string(),
  mn: text,
  sf: text,
  s: text,
  DOB: text,
  POB: text,
  PCN: text,
});
const identityClaim = 169;

/**
 * Reads a code. The PSA's signature is not checked, because the code only prefills a form in which
 * the borrower could type anything.
 */
export function readNationalId(code: string): ReadCode {
  const typed = code.trim();
  if (/^\d{12,20}$/.test(typed) || /^[A-Z0-9]{16,40}$/.test(typed)) return { kind: 'empty' };
  const card = v.safeParse(
    zCard,
    valueOrNull(() => JSON.parse(typed)),
  );
  if (card.success) {
    const { lName, fName, mName, Suffix, sex, ...rest } = card.output.subject;
    return {
      kind: 'card',
      card: answersOf({ ln: lName, fn: fName, mn: mName, sf: Suffix, s: sex, ...rest }),
    };
  }
  const paper = v.safeParse(
    zPaper,
    valueOrNull(() => subjectOfToken(code)),
  );
  return paper.success ? { kind: 'card', card: answersOf(paper.output) } : { kind: 'other' };
}

function valueOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null; // another format
  }
}

function answersOf({ ln, fn, mn, sf, s, DOB, POB, PCN }: v.InferOutput<typeof zPaper>): NationalId {
  const { entries } = zPersonal;
  const accepted = (schema: v.GenericSchema<unknown, string | null>, answer: string) =>
    v.is(schema, answer) ? answer : '';
  const lastName = [inMixedCase(ln), suffixed(sf)].join(' ').trim();
  return {
    // A person with a single name gets it as both first and last name.
    firstName: accepted(entries.firstName, inMixedCase(fn) || lastName),
    middleName: accepted(entries.middleName, inMixedCase(mn)),
    lastName: accepted(entries.lastName, lastName || inMixedCase(fn)),
    bornOn: accepted(entries.bornOn, dayOf(DOB)),
    birthPlace: accepted(entries.birthPlace, tidy(POB)),
    gender: genders.find((gender) => gender.startsWith(s.trim().toLowerCase() || '-')) ?? '',
    idNumber: accepted(zIdNumber, normalizeIdNumber(PCN)),
  };
}

const tidy = (printed: string) => printed.trim().replace(/\s+/g, ' ');

/** Converts a name that is printed in capitals to mixed case. */
function inMixedCase(printed: string): string {
  const name = tidy(printed);
  const lowercased = (word: string) =>
    isNumeral(word) ? word : word.charAt(0) + word.slice(1).toLowerCase();
  return /\p{Ll}/u.test(name) ? name : name.replace(/[\p{L}\p{M}]+/gu, lowercased);
}

/** Whether a word is a generational suffix in Roman numerals, as in "Cruz III". */
const isNumeral = (word: string) => /^(I{2,3}|IV|VI{0,3}|IX|X)$/i.test(word);

/** Formats a suffix: 'III.' becomes 'III', and 'JR.' becomes 'Jr.'. */
function suffixed(printed: string): string {
  const bare = tidy(printed).replace(/\.$/, '');
  return isNumeral(bare) ? bare.toUpperCase() : inMixedCase(printed);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses "May 17, 1994", "17 May 1994", "1994-05-17" or "1994/05/17" to 'YYYY-MM-DD'; otherwise
 * returns ''.
 */
function dayOf(printed: string): string {
  const [year, month, day] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(printed.trim())?.slice(1) ??
    wordedDay(printed.trim());
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';
}

function wordedDay(printed: string): (string | undefined)[] {
  const parts =
    /^(?:(?<first>\d{1,2}) )?(?<name>[a-z]{3})[a-z]*\.?,? (?:(?<later>\d{1,2}),? )?(?<year>\d{4})$/i.exec(
      printed,
    )?.groups;
  const month = months.indexOf(parts?.name?.toLowerCase() ?? '') + 1;
  return month > 0 ? [parts?.year, String(month), parts?.first ?? parts?.later] : [];
}

/**
 * Returns the subject of a token: a four-letter prefix, then base45 (RFC 9285) of COSE_Sign1 (RFC
 * 9052) with the claims as CBOR. Throws on any other text.
 */
function subjectOfToken(code: string): unknown {
  const signed = decodeCBOR(bytesOfBase45(code.slice(4)));
  const [, , payload] = (isTagged(signed) ? signed.value : signed) as Uint8Array[];
  const claims = decodeCBOR(payload as Uint8Array) as Map<
    number,
    Map<string, Map<string, unknown>>
  >;
  const subject = claims.get(identityClaim)?.get('sb');
  return Object.fromEntries(subject ?? []);
}

const isTagged = (decoded: unknown): decoded is { value: unknown } =>
  typeof decoded === 'object' && decoded !== null && 'tag' in decoded;

const base45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

function bytesOfBase45(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((letter) => base45.indexOf(letter));
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    if (digits.length < 2 || digits.includes(-1) || value > (digits.length === 3 ? 0xffff : 0xff))
      throw new Error('The text is not valid base45.');
    bytes.push(...(digits.length === 3 ? [value >> 8, value & 0xff] : [value]));
  }
  return Uint8Array.from(bytes);
}
