import type { PlainTextId } from '#/i18n/text.ts';

/** What is wrong with text that is read as no mobile number. */
export function phoneFault(typed: string): PlainTextId {
  const digits = typed.replace(/\D/g, '').replace(/^(?:63|0)/, '');
  if (digits === '') return 'account.phoneWrong';
  return /^[89]\d{0,8}$/.test(digits) ? 'account.phoneShort' : 'account.phoneOther';
}
