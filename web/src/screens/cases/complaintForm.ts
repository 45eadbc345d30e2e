// The values of the form of a complaint, and what of them can be sent. Pure.
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { type ComplaintKind, type complaintCreate, complaintKinds, isOfPayment, paymentKinds } from '@sandali/contract/cases.ts';
import { repaymentChannels } from '@sandali/contract/channel.ts';
import type { Day } from '@sandali/contract/day.ts';
import { cleanPesosInput, parsePesos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { messageId, optionalText } from '#/client/formRules.ts';
import type { Values } from '#/client/useForm.tsx';

export type ComplaintField = 'kind' | 'loanId' | 'channel' | 'paidOn' | 'amount' | 'reference' | 'words';
export type ComplaintInput = RequestInputOf<typeof complaintCreate>;

/** Kinds that consist of a text only, in the order of the list. */
export const wordKinds = complaintKinds.filter((kind) => !isOfPayment(kind));
/** The kind chosen in the form, if any. */
export const kindOf = (kind: string): ComplaintKind | undefined => complaintKinds.find((one) => one === kind);

/** `channel` is 'elsewhere' where the list has no name for it. */
export function initialComplaint(kind: string | null, loanId: string | null): Values<ComplaintField> {
  const known = kindOf(kind ?? '') ?? '';
  const channel = known === 'transferReceipt' ? 'offlineTransfer' : '';
  return { kind: known, loanId: loanId ?? '', channel, paidOn: '', amount: '', reference: '', words: '' };
}

/** A new case: a payment with where, when and how much; everything else in words. */
export function complaintForm(today: Day): v.GenericSchema<unknown, ComplaintInput> {
  const inWords = v.object({
    kind: v.picklist(wordKinds),
    loanId: optionalText,
    words: v.pipe(v.string(), v.trim(), v.nonEmpty(messageId('cases.wrong.words'))),
  });
  const ofPayment = v.object({
    kind: v.picklist(paymentKinds),
    loanId: optionalText,
    channel: v.picklist([...repaymentChannels, 'elsewhere'], messageId('cases.wrong.channel')),
    paidOn: v.pipe(
      v.string(),
      v.check((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && day <= today, messageId('cases.wrong.paidOn')),
    ),
    amount: v.pipe(
      v.string(),
      v.transform((typed) => parsePesos(cleanPesosInput(typed)) ?? 0),
      v.check((centavos) => centavos > 0, messageId('cases.wrong.amount')),
    ),
    reference: optionalText,
    words: optionalText,
  });
  return v.pipe(
    v.variant('kind', [inWords, ofPayment], messageId('cases.wrong.kind')),
    v.transform((form): ComplaintInput => {
      const { kind, loanId, words } = form;
      if (!('amount' in form)) return { kind, loanId, payment: null, words };
      const { channel, paidOn, amount: amountCentavos, reference } = form;
      return { kind, loanId, payment: { channel: channel === 'elsewhere' ? null : channel, paidOn, amountCentavos, reference }, words };
    }),
  );
}
