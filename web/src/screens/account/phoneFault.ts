import { type PhoneFault, readMobile } from '@sandali/contract/phone.ts';
import type { PlainTextId } from '#/i18n/text.ts';

const said: Readonly<Record<PhoneFault, PlainTextId>> = {
  missing: 'account.phoneWrong',
  letters: 'account.phoneOther',
  foreign: 'account.phoneForeign',
  short: 'account.phoneShort',
  long: 'account.phoneLong',
  notMobile: 'account.phoneOther',
};

/** What to say of text that is no Philippine mobile number. */
export function phoneFault(typed: string): PlainTextId {
  const read = readMobile(typed);
  return 'fault' in read ? said[read.fault] : 'account.phoneWrong';
}
