// The values of the form of a complaint, and what of them can be sent. Pure.
import { type AmountDue, nextPayment } from '@sandali/contract/bill.ts';
import type { billDetail } from '@sandali/contract/billDetail.ts';
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import {
  type ComplaintKind,
  type complaintCreate,
  complaintKinds,
  isOfPayment,
  paymentKinds,
} from '@sandali/contract/cases.ts';
import { type RepaymentChannel, repaymentChannels } from '@sandali/contract/channel.ts';
import type { Day } from '@sandali/contract/day.ts';
import { type Centavos, formatPesos, readPesos } from '@sandali/contract/money.ts';
import { undrawnInWords, undrawnLetters } from '@sandali/contract/paperLetters.ts';
import type { repaymentStatus } from '@sandali/contract/repayment.ts';
import { mostRequestLetters, visibleLine, visibleWords } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { messageId, optionalText } from '#/client/formRules.ts';
import type { Values } from '#/client/useForm.tsx';
import { dueParts } from '#/screens/DueAmount.tsx';

export type ComplaintField =
  | 'kind'
  | 'loanId'
  | 'channel'
  | 'paidOn'
  | 'amount'
  | 'reference'
  | 'words';
export type ComplaintInput = RequestInputOf<typeof complaintCreate>;

/** Kinds that consist of a text only, in the order of the list. */
export const wordKinds = complaintKinds.filter((kind) => !isOfPayment(kind));
/** The kind chosen in the form, if any. */
export const kindOf = (kind: string): ComplaintKind | undefined =>
  complaintKinds.find((one) => one === kind);

/**
 * What is known of a payment: its code, if any, with its amount, and the day; `due` is what is owed
 * on its bill, where that is a good guess.
 */
export type KnownPayment = {
  channel?: RepaymentChannel;
  amountCentavos: Centavos | null;
  code: string | null;
  due: AmountDue | null;
  today: Day;
};

/**
 * Of a code from which a case is begun. Of a transfer what is owed today is the amount; at a
 * counter any other may have been paid by a code without.
 */
export function knownOfCode(
  code: Pick<DataOf<typeof repaymentStatus>, 'channel' | 'amountCentavos' | 'code' | 'bill'>,
  today: Day,
): KnownPayment {
  const { channel, amountCentavos, code: words, bill } = code;
  return {
    channel,
    amountCentavos,
    code: words,
    due: channel === 'offlineTransfer' ? bill.currentDue : null,
    today,
  };
}

/**
 * Of a bill for which a case is begun without a code: its open code, else what is owed on it today,
 * or the next part of a plan that is kept.
 */
export function knownOfBill({
  bill,
  openCode,
  today,
}: Pick<DataOf<typeof billDetail>, 'bill' | 'openCode' | 'today'>): KnownPayment {
  if (openCode) return knownOfCode({ ...openCode, bill }, today);
  return {
    amountCentavos: null,
    code: null,
    due: bill.promised ? nextPayment(bill) : bill.currentDue,
    today,
  };
}

/**
 * Those of the fields of a payment that nobody has typed into: empty, or as they were filled
 * before.
 */
export function stillToFill(
  now: Values<ComplaintField>,
  known: Values<ComplaintField>,
  before: Partial<Values<ComplaintField>>,
): Partial<Values<ComplaintField>> {
  const fields = ['channel', 'paidOn', 'amount', 'reference'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => now[field] === '' || now[field] === before[field])
      .map((field) => [field, known[field]]),
  );
}

/**
 * What a new case begins with: a payment's amount and way as its code has them, and today, since a
 * receipt is usually sent at once; all may be changed. `channel` is 'elsewhere' where the list has
 * no name for it. Of a transfer our code is the reference; a counter's receipt has a reference of
 * its own.
 */
export function initialComplaint(
  kind: string | null,
  loanId: string | null,
  payment?: KnownPayment,
): Values<ComplaintField> {
  const known = kindOf(kind ?? '') ?? '';
  const isTransfer = known === 'transferReceipt';
  const { channel = isTransfer ? 'offlineTransfer' : '', today = '', code = null } = payment ?? {};
  const shown = { drop00: true };
  const ofCode =
    payment?.amountCentavos != null ? formatPesos(payment.amountCentavos, shown) : undefined;
  const ofBill = payment?.due ? dueParts(payment.due, shown).sum : '';
  const amount = (ofCode ?? ofBill).replace('₱', '');
  return {
    kind: known,
    loanId: loanId ?? '',
    channel,
    paidOn: today,
    // Of a bill that is settled nothing is owed, and nothing is known.
    amount: amount === '0' ? '' : amount,
    reference: (isTransfer && code) || '',
    words: '',
  };
}

const atMost = (letters: number) =>
  v.check((text: string) => [...text].length <= letters, messageId('cases.wrong.long'));
const letters = messageId('cases.wrong.letters');
const words = v.pipe(
  v.string(),
  v.transform(visibleWords),
  atMost(mostRequestLetters),
  v.check((text) => undrawnInWords(text).length === 0, letters),
);
/** Text as a person sees it; null if there is none. */
const optional = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    schema,
    v.transform((text) => text || null),
  );

/** A new case: a payment with where, when and how much; everything else in words. */
export function complaintForm(today: Day): v.GenericSchema<unknown, ComplaintInput> {
  const inWords = v.object({
    kind: v.picklist(wordKinds),
    loanId: optionalText,
    words: v.pipe(words, v.nonEmpty(messageId('cases.wrong.words'))),
  });
  const ofPayment = v.object({
    kind: v.picklist(paymentKinds),
    loanId: optionalText,
    channel: v.picklist([...repaymentChannels, 'elsewhere'], messageId('cases.wrong.channel')),
    paidOn: v.pipe(
      v.string(),
      v.check(
        (day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && day <= today,
        messageId('cases.wrong.paidOn'),
      ),
    ),
    amount: v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const read = readPesos(dataset.value);
        if ('amountCentavos' in read && read.amountCentavos > 0) return read.amountCentavos;
        const isAmbiguous = 'fault' in read && read.fault === 'ambiguous';
        addIssue({
          message: messageId(isAmbiguous ? 'cases.wrong.amountAmbiguous' : 'cases.wrong.amount'),
        });
        return NEVER;
      }),
    ),
    reference: optional(
      v.pipe(
        v.string(),
        v.transform(visibleLine),
        atMost(60),
        v.check((text) => undrawnLetters(text).length === 0, letters),
      ),
    ),
    words: optional(words),
  });
  return v.pipe(
    v.variant('kind', [inWords, ofPayment], messageId('cases.wrong.kind')),
    v.transform((form): ComplaintInput => {
      const { kind, loanId, words } = form;
      if (!('amount' in form)) return { kind, loanId, payment: null, words };
      const { channel, paidOn, amount: amountCentavos, reference } = form;
      return {
        kind,
        loanId,
        payment: {
          channel: channel === 'elsewhere' ? null : channel,
          paidOn,
          amountCentavos,
          reference,
        },
        words,
      };
    }),
  );
}
