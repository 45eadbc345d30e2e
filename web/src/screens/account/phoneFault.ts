import { type PhoneFault, readMobile } from '@sandali/contract/phone.ts';
import type { PlainTextId } from '#/i18n/text.ts';

const messageIds: Readonly<Record<PhoneFault, PlainTextId>> = {
  missing: 'account.phoneWrong',
  letters: 'account.phoneOther',
  foreign: 'account.phoneForeign',
  short: 'account.phoneShort',
  long: 'account.phoneLong',
  notMobile: 'account.phoneOther',
};

/** Returns the error message for input that is not a Philippine mobile number. */
export function phoneFault(typed: string): PlainTextId {
  const parsed = readMobile(typed);
  return 'fault' in parsed ? messageIds[parsed.fault] : 'account.phoneWrong';
}
