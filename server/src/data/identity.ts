// ID documents and the shapes of their numbers. No document here has a published check digit, and
// most shapes come from practice rather than from the issuer, so an unusual number is a warning for
// the borrower and a hint for the reviewer, never a refusal. Sources: PSA on PhilSys (the 16-digit
// PCN is for showing, the 12-digit PSN is confidential); Microsoft Purview's entity definition for
// the UMID; the others as seen on the documents themselves.

import type { IdType } from '@sandali/contract/credit.ts';

export type IdShape = {
  /** The number without spaces and hyphens, in capitals. */
  readonly pattern: RegExp;
  /** How sure the shape is. */
  readonly confidence: 'published' | 'seen' | 'open';
};

const seen = (pattern: RegExp): IdShape => ({ pattern, confidence: 'seen' });
const open: IdShape = { pattern: /^[A-Z0-9]{5,25}$/, confidence: 'open' };

export const idShapes: Readonly<Record<IdType, IdShape>> = {
  philsys: seen(/^\d{16}$/),
  umid: { pattern: /^\d{12}$/, confidence: 'published' },
  sss: seen(/^\d{10}$/),
  tin: seen(/^\d{9}(?:\d{3}(?:\d{2})?)?$/),
  driversLicence: seen(/^[A-Z]\d{10}$/),
  passport: seen(/^(?:[A-Z]\d{7}[A-Z]|[A-Z]{2}\d{7})$/),
  prc: seen(/^\d{7}$/),
  philhealth: seen(/^\d{12}$/),
  pagibig: seen(/^\d{12}$/),
  postal: open,
  voters: open,
  other: open,
};

/**
 * What is odd about a number: its shape, or that it looks like the confidential 12-digit PhilSys
 * number, which nobody may ask for.
 */
export type IdShapeWarning = 'unusualShape' | 'looksLikePsn';

/** The number as compared and stored: no spaces, no hyphens, capitals. */
export function normaliseIdNumber(text: string): string {
  return text.replace(/[\s\u002d\u2010-\u2015]/g, '').toUpperCase();
}

/**
 * How an ID number begins: two characters at most, and none of its last four, by which a strange
 * device proves whose it is.
 */
export function startOfIdNumber(number: string): string {
  return number.slice(0, Math.max(0, Math.min(2, number.length - 4)));
}

/**
 * A warning where a number does not look like its document's, else null. The number may be typed in
 * any form.
 */
export function idShapeWarning(type: IdType, text: string): IdShapeWarning | null {
  const number = normaliseIdNumber(text);
  if (type === 'philsys' && /^\d{12}$/.test(number)) return 'looksLikePsn';
  return idShapes[type].pattern.test(number) ? null : 'unusualShape';
}
