// The values of the feedback dialog, and the call's input made from them (spec §3 to §5).
import type { RequestInputOf } from '@sandali/contract/call.ts';
import {
  adviceCommentLength,
  adviceMaximumCentavos,
  adviceMinimumCentavos,
} from '@sandali/contract/constants.ts';
import type { feedbackSubmit } from '@sandali/contract/home.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import { readPesos } from '@sandali/contract/money.ts';
import { undrawnInMessage } from '@sandali/contract/paperLetters.ts';
import { visibleLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { messageId, required } from '#/client/formRules.ts';
import type { Values } from '#/client/useForm.tsx';
import { splitPesos } from '#/ui/pesos.ts';

/**
 * `type` is the call's type; `amount` is whole pesos as digits; `termDays` is a number of days.
 * Empty fields are ''.
 */
export type FeedbackField = 'type' | 'amount' | 'termDays' | 'comment';
export const emptyFeedback: Values<FeedbackField> = {
  type: '',
  amount: '',
  termDays: '',
  comment: '',
};

/**
 * Returns the whole pesos of an amount such as '600.00', otherwise the text's digits without
 * leading zeros.
 */
export function digitsOf(typed: string): string {
  const parsed = readPesos(typed);
  const digits =
    'amountCentavos' in parsed ? pesosOf(parsed.amountCentavos) : typed.replace(/\D/g, '');
  return digits.replace(/^0+/, '');
}

/** Clamps an amount to the range from ₱1,000 to ₱50,000; returns '' unchanged. */
export function clampAmount(digits: string): string {
  if (digits === '') return '';
  const parsed = readPesos(digits);
  const centavos = 'amountCentavos' in parsed ? parsed.amountCentavos : adviceMaximumCentavos;
  return pesosOf(Math.min(Math.max(centavos, adviceMinimumCentavos), adviceMaximumCentavos));
}

/**
 * Returns the schema: type 1 needs a desired amount, type 2 a desired term, type 6 a comment, and
 * type 3 nothing.
 */
export function feedbackForm(
  userGid: UserGid,
): v.GenericSchema<unknown, RequestInputOf<typeof feedbackSubmit>> {
  const amount = v.pipe(
    v.string(),
    v.transform(clampAmount),
    v.nonEmpty(messageId('cases.feedback.amountMissing')),
  );
  const termDays = required('cases.feedback.termMissing');
  const comment = v.pipe(
    v.string(),
    v.transform(visibleLine),
    v.nonEmpty(messageId('cases.feedback.commentMissing')),
    v.check((text) => [...text].length <= adviceCommentLength, messageId('cases.wrong.long')),
    v.check((text) => undrawnInMessage(text).length === 0, messageId('cases.wrong.letters')),
  );
  return v.pipe(
    v.variant(
      'type',
      [
        v.object({ type: v.literal('1'), amount }),
        v.object({ type: v.literal('2'), termDays }),
        v.object({ type: v.literal('3') }),
        v.object({ type: v.literal('6'), comment }),
      ],
      messageId('cases.feedback.why'),
    ),
    v.transform((form): RequestInputOf<typeof feedbackSubmit> => {
      switch (form.type) {
        case '1':
          return { type: 1, userGid, describe: form.amount };
        case '2':
          return { type: 2, userGid, describe: form.termDays };
        case '3':
          return { type: 3, userGid, describe: '' };
        case '6':
          return { type: 6, userGid, describe: form.comment };
      }
    }),
  );
}

const pesosOf = (centavos: number) => splitPesos(centavos).pesos.replaceAll(',', '');
