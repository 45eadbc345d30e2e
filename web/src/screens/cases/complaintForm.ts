// The complaint form's values, and the call's input made from them.
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
import { undrawnInMessage, undrawnLetters } from '@sandali/contract/paperLetters.ts';
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

/** Kinds that need only a description, in the order in which the form lists them. */
export const wordKinds = complaintKinds.filter((kind) => !isOfPayment(kind));
/** Returns the kind chosen in the form; undefined if it is unknown. */
export const kindOf = (kind: string): ComplaintKind | undefined =>
  complaintKinds.find((known) => known === kind);

/**
 * Known facts about a payment. `due` is the amount owed on its bill, if that is a good guess at the
 * amount paid.
 */
export type KnownPayment = {
  channel?: RepaymentChannel;
  amountCentavos: Centavos | null;
  code: string | null;
  due: AmountDue | null;
  today: Day;
};

/**
 * Returns the facts known from the payment code that a case starts from. The amount owed is a good
 * guess only for a transfer; at a counter any amount may have been paid.
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
 * Returns the facts known from a bill if no code is chosen: those of its open code; otherwise the
 * amount owed today or the next part of an active plan.
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
 * Returns the payment fields to fill in: those that are empty or unchanged since they were
 * prefilled.
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
 * Returns a case's initial values. `channel` is 'elsewhere' if no listed channel fits. A transfer's
 * reference is our code; receipts from counters have their own.
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
    // A settled bill owes nothing, so it does not suggest the amount paid.
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
  v.check((text) => undrawnInMessage(text).length === 0, letters),
);
/** Returns a schema that outputs the visible text, or null if the text is empty. */
const optional = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    schema,
    v.transform((text) => text || null),
  );

/**
 * Returns the form's schema: payments need a channel, a day and an amount; other kinds need a
 * description.
 */
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
