// Parses mobile numbers typed by staff.
import { type MobileNumber, type PhoneFault, readMobile } from '@sandali/contract/phone.ts';
import { Declined } from '#/platform/refuse.ts';

const faults: Readonly<Record<PhoneFault, string>> = {
  missing: 'Give a mobile number, such as 0917 123 4567.',
  letters: 'That is not a Philippine mobile number. Use digits only, such as 0917 123 4567.',
  foreign:
    'This number is from another country. Use a Philippine mobile number, such as 0917 123 4567.',
  short: 'That number is too short. Use a Philippine mobile number, such as 0917 123 4567.',
  long: 'That number is too long. Use a Philippine mobile number, such as 0917 123 4567.',
  notMobile: 'That is not a Philippine mobile number. Use one, such as 0917 123 4567.',
};

/** Returns why the input is not a Philippine mobile number, as a sentence; null if it is one. */
export function mobileFault(typed: string): string | null {
  const read = readMobile(typed);
  return 'fault' in read ? faults[read.fault] : null;
}

/** Parses a typed mobile number. @throws Declined with the reason if it is invalid */
export function mobileOf(typed: string): MobileNumber {
  const read = readMobile(typed);
  if ('fault' in read) throw new Declined(faults[read.fault]);
  return read.mobile;
}
