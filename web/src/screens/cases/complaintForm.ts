// The values of the complaint form, and the call's input from them.
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

/** Kinds that need only words, in the order of the list. */
export const wordKinds = complaintKinds.filter((kind) => !isOfPayment(kind));
/** The kind chosen in the form, if any. */
export const kindOf = (kind: string): ComplaintKind | undefined =>
  complaintKinds.find((known) => known === kind);

/**
 * Known facts of a payment: its code and amount, and today. `due` is the amount owed on its bill if
 * that is a good guess.
 */
export type KnownPayment = {
  channel?: RepaymentChannel;
  amountCentavos: Centavos | null;
  code: string | null;
  due: AmountDue | null;
  today: Day;
};

/**
 * Facts from the code that a case starts from. Only for a transfer is the amount owed today a good
 * guess of the amount paid; at a counter any amount may have been paid.
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
 * Facts from a bill without a chosen code: its open code, else the amount owed today or a kept
 * plan's next part.
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
 * The payment's fields to fill in: empty ones, and those unchanged since they were last filled in.
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
 * The initial values of a case: a payment's channel and amount as known, and today. `channel` is
 * 'elsewhere' if no channel of the list fits. Our code is the reference of a transfer; receipts of
 * counters have their own.
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
    // A settled bill owes nothing, so its amount is unknown.
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
/** The visible text; null if it is empty. */
const optional = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    schema,
    v.transform((text) => text || null),
  );

/** The form's schema: payments need channel, day and amount; all other kinds need words. */
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
        const parsed = readPesos(dataset.value);
        if ('amountCentavos' in parsed && parsed.amountCentavos > 0) return parsed.amountCentavos;
        const isAmbiguous = 'fault' in parsed && parsed.fault === 'ambiguous';
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
