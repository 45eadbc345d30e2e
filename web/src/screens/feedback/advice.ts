// What the feedback (advice) dialog holds, and what of it is sent (spec §3 to §5).
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { adviceCommentLength, adviceMaximumCentavos, adviceMinimumCentavos } from '@sandali/contract/constants.ts';
import type { AdviceType, feedbackSubmit } from '@sandali/contract/home.ts';
import { readSum, spellSum } from '#/ui/spell.ts';

export type AdviceForm = {
  type: AdviceType | null;
  /** Whole pesos, digits only; '' while nothing is typed. */
  amount: string;
  /** Days, '' while none are chosen. */
  termDays: string;
  comment: string;
};
/** The answer that is still open. */
export type Missing = 'type' | 'amount' | 'termDays' | 'comment';
export type Advice = RequestInputOf<typeof feedbackSubmit>;

export const emptyAdvice: AdviceForm = { type: null, amount: '', termDays: '', comment: '' };

/** The digits of what was typed, without zeros at the start. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 9);
}

/** Brings an amount between ₱1,000 and ₱50,000; nothing typed stays nothing. */
export function clampAmount(digits: string): string {
  const centavos = readSum(digits);
  if (centavos === undefined) return '';
  return pesosOf(Math.min(Math.max(centavos, adviceMinimumCentavos), adviceMaximumCentavos));
}

/** At most 120 code points of what was typed; a cut never falls into the middle of a sign. */
export function cutComment(typed: string): string {
  return [...typed].slice(0, adviceCommentLength).join('');
}

/** The comment as it is sent: one line, trimmed, without signs that cannot be seen, which the server does not take. */
export function tidyComment(typed: string): string {
  return cutComment(
    typed
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
      .normalize('NFC')
      .trim(),
  ).trim();
}

/** What is to be sent: the wanted amount for 1, the wanted term for 2, nothing for 3, the comment for 6; or what is still open. */
export function readAdvice(form: AdviceForm, userGid: string): { advice: Advice } | { missing: Missing } {
  switch (form.type) {
    case 1: {
      const describe = clampAmount(form.amount);
      return describe ? { advice: { type: 1, userGid, describe } } : { missing: 'amount' };
    }
    case 2:
      return form.termDays ? { advice: { type: 2, userGid, describe: form.termDays } } : { missing: 'termDays' };
    case 3:
      return { advice: { type: 3, userGid, describe: '' } };
    case 6: {
      const describe = tidyComment(form.comment);
      return describe ? { advice: { type: 6, userGid, describe } } : { missing: 'comment' };
    }
    default:
      return { missing: 'type' };
  }
}

const pesosOf = (centavos: number) => spellSum(centavos).pesos.replaceAll(',', '');
