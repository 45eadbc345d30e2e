// ID documents and the formats of their numbers. Few formats are published, so an unusual number
// causes only a warning. Sources: PSA (PhilSys), Microsoft Purview (UMID), the IDs themselves.

import type { IdType } from '@sandali/contract/credit.ts';

type IdShape = {
  /** Matches the normalised number. */
  readonly pattern: RegExp;
  readonly confidence: 'published' | 'seen' | 'open';
};

const seenShape = (pattern: RegExp): IdShape => ({ pattern, confidence: 'seen' });
const openShape: IdShape = { pattern: /^[A-Z0-9]{5,25}$/, confidence: 'open' };

const idShapes: Readonly<Record<IdType, IdShape>> = {
  philsys: seenShape(/^\d{16}$/),
  umid: { pattern: /^\d{12}$/, confidence: 'published' },
  sss: seenShape(/^\d{10}$/),
  tin: seenShape(/^\d{9}(?:\d{3}(?:\d{2})?)?$/),
  driversLicence: seenShape(/^[A-Z]\d{10}$/),
  passport: seenShape(/^(?:[A-Z]\d{7}[A-Z]|[A-Z]{2}\d{7})$/),
  prc: seenShape(/^\d{7}$/),
  philhealth: seenShape(/^\d{12}$/),
  pagibig: seenShape(/^\d{12}$/),
  postal: openShape,
  voters: openShape,
  other: openShape,
};

/** `looksLikePsn`: the number may be the 12-digit PhilSys number, which is confidential. */
export type IdShapeWarning = 'unusualShape' | 'looksLikePsn';

/**
 * Returns a number in the form in which it is stored and compared: uppercase, without spaces and
 * hyphens.
 */
export function normaliseIdNumber(text: string): string {
  return text.replace(/[\s\u002d\u2010-\u2015]/g, '').toUpperCase();
}

/**
 * Returns at most the first two characters, but never any of the last four, which prove who is
 * logging in on an unknown device.
 */
export function startOfIdNumber(number: string): string {
  return number.slice(0, Math.max(0, Math.min(2, number.length - 4)));
}

/** Returns a warning if a number, typed in any form, does not fit its document. */
export function idShapeWarning(type: IdType, text: string): IdShapeWarning | null {
  const number = normaliseIdNumber(text);
  if (type === 'philsys' && /^\d{12}$/.test(number)) return 'looksLikePsn';
  return idShapes[type].pattern.test(number) ? null : 'unusualShape';
}
