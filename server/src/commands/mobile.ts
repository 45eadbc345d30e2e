// Mobile numbers as staff type them.
import { type MobileNumber, type PhoneFault, readMobile } from '@sandali/contract/phone.ts';
import { Declined } from '#/platform/refuse.ts';

const faults: Readonly<Record<PhoneFault, string>> = {
  missing: 'No number was given.',
  letters: 'That is no Philippine mobile number: there is more than digits in it.',
  foreign:
    'This number is from another country. Use a Philippine mobile number, such as 0917 123 4567.',
  short: 'That number is too short: a Philippine mobile number is like 0917 123 4567.',
  long: 'That number is too long: a Philippine mobile number is like 0917 123 4567.',
  notMobile: 'That is no Philippine mobile number: they are like 0917 123 4567.',
};

/** Says in a sentence why a text is no Philippine mobile number; null if it is one. */
export function mobileFault(typed: string): string | null {
  const read = readMobile(typed);
  return 'fault' in read ? faults[read.fault] : null;
}

/** Reads a mobile number that staff typed. @throws Declined with the reason if it is none. */
export function mobileOf(typed: string): MobileNumber {
  const read = readMobile(typed);
  if ('fault' in read) throw new Declined(faults[read.fault]);
  return read.mobile;
}
