import type { BillRow } from '@sandali/contract/bill.ts';
import { complaintCreate, complaintPicture, isOfPayment } from '@sandali/contract/cases.ts';
import { repaymentChannels } from '@sandali/contract/channel.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatPesos, readPesos } from '@sandali/contract/money.ts';
import { mostRequestLetters } from '@sandali/contract/text.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type Form,
  FormField,
  type Refused,
  useField,
  useForm,
  type Values,
} from '#/client/useForm.tsx';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { ComplaintCreated, type CreatedComplaint, type ReceiptState } from './ComplaintCreated.tsx';
import {
  type ComplaintField,
  type ComplaintInput,
  complaintForm,
  initialComplaint,
  type KnownPayment,
  kindOf,
  knownOfCode,
  stillToFill,
  wordKinds,
} from './complaintForm.ts';
import { ReceiptTile } from './ReceiptTile.tsx';
import { type Receipt, useReceipt } from './receipt.ts';

type Props = {
  kind: string;
  loanId: string | null;
  /** The payment code that the case is about, if it starts from one. */
  payment: Parameters<typeof knownOfCode>[0] | undefined;
  /** Known facts about the payment towards the chosen bill. */
  known: KnownPayment | undefined;
  onBill(loanId: string): void;
  bills: readonly BillChoice[];
  today: Day;
};

/** Opens a new case: shows the form, then the case's number while the receipt uploads. */
export function ComplaintForm({ kind, loanId, payment, known, onBill, bills, today }: Props) {
  const [complaint, setComplaint] = useState<CreatedComplaint | null>(null);
  const [receiptState, setReceiptState] = useState<ReceiptState>('none');
  const [percent, setPercent] = useState(0);
  const receipt = useReceipt();
  const picture = useWrite(complaintPicture, {
    key: complaint?.complaintId ?? '',
    isSentOnce: true,
    onProgress: (share) => setPercent(Math.floor(share * 100)),
    onDone: () => setReceiptState('sent'),
    onFailed: () => {
      setReceiptState('failed');
      return true;
    },
  });
  const create = useWrite(complaintCreate, {
    fields: { complaintDayWrong: 'paidOn' },
    onDone: setComplaint,
  });
  const sendPicture = () => {
    if (!complaint || !receipt.bytes) return;
    setReceiptState('sending');
    setPercent(0);
    void picture.send({ complaintId: complaint.complaintId, bytes: receipt.bytes });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after its case
  useEffect(sendPicture, [complaint?.complaintId]);
  if (complaint)
    return (
      <ComplaintCreated
        complaint={complaint}
        receipt={receiptState}
        percent={percent}
        failure={picture.failure?.message ?? null}
        onRetry={sendPicture}
      />
    );
  return (
    <ComplaintFormView
      start={initialComplaint(kind, loanId, payment && knownOfCode(payment, today))}
      refused={create}
      bills={bills}
      today={today}
      receipt={receipt}
      isBusy={create.isBusy}
      known={known}
      onBill={onBill}
      onSend={(input) => void create.send(input)}
    />
  );
}

type BillChoice = Pick<BillRow, 'loanId' | 'referenceNo' | 'principalCentavos' | 'dueOn'>;
export type ComplaintFormProps = {
  start: Values<ComplaintField>;
  refused: Refused;
  bills: readonly BillChoice[];
  today: Day;
  receipt: Receipt;
  isBusy: boolean;
  known?: KnownPayment | undefined;
  onBill?(loanId: string): void;
  onSend(input: ComplaintInput): void;
};

type PartProps = { form: Form<ComplaintField> };

/** The form of a new case: a payment with its receipt, or a description. */
export function ComplaintFormView(props: ComplaintFormProps) {
  const text = useText();
  const { start, refused, bills, today, receipt, isBusy, known, onBill, onSend } = props;
  const form = useForm<ComplaintField, ComplaintInput>({
    schema: complaintForm(today),
    start,
    refused,
    onInput: onSend,
  });
  const kind = kindOf(form.hook.watch('kind'));
  const isPayment = kind !== undefined && isOfPayment(kind);
  const loanId = form.hook.watch('loanId') ?? '';
  useEffect(() => onBill?.(loanId), [onBill, loanId]);
  const filled = useRef<Partial<Values<ComplaintField>>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each bill's known facts
  useEffect(() => {
    if (!kind) return;
    // Clear the values of the previous bill at once, before this bill's values are known.
    const more = stillToFill(
      form.values(),
      known ? initialComplaint(kind, loanId, known) : start,
      filled.current,
    );
    filled.current = { ...filled.current, ...more };
    form.change(more);
  }, [known]);
  const submit = () => {
    // Submitting with Enter does not blur the field, so the amount is reformatted here.
    const amount = writtenAmount(form.values().amount);
    if (amount !== null) form.change({ amount });
    form.submit();
  };
  const title = isPayment ? text(`cases.kind.${kind}`) : text('cases.new');
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={3}>
        <div>
          <Heading level={2}>{title}</Heading>
          <Text size="s">{text(isPayment ? 'cases.paymentWhy' : 'cases.wordsWhy')}</Text>
        </div>
        {!isPayment && <Kind form={form} />}
        {bills.length > 0 && (
          <FormField
            of={form}
            name="loanId"
            as={SelectField}
            label={text('cases.bill')}
            placeholder={text('cases.choose')}
            options={bills.map((bill) => ({ value: bill.loanId, label: nameOf(bill) }))}
          />
        )}
        {isPayment && <Payment form={form} kind={kind} today={today} />}
        <Words form={form} isPayment={isPayment} />
        <ReceiptTile receipt={receipt} isReceipt={isPayment} />
      </Page>
      <Footer>
        <Dock consequence={text('cases.days')}>
          <SubmitButton isBusy={isBusy}>
            {text(isBusy ? 'cases.sending' : 'cases.send')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

function nameOf({ referenceNo, principalCentavos, dueOn }: BillChoice): string {
  return `${formatPesos(principalCentavos, { drop00: true })} · ${formatDay(dueOn, currentLocale())} · ${referenceNo}`;
}

function Words({ form, isPayment }: PartProps & { isPayment: boolean }) {
  const text = useText();
  const bound = useField(form, 'words');
  return (
    <TextArea
      {...bound}
      rows={isPayment ? 3 : 6}
      label={text(isPayment ? 'cases.more' : 'cases.words')}
      count={text('cases.used', { used: [...bound.value].length, limit: mostRequestLetters })}
    />
  );
}

function Kind({ form }: PartProps) {
  const text = useText();
  return (
    <FormField
      of={form}
      name="kind"
      as={SelectField}
      label={text('cases.about')}
      placeholder={text('cases.choose')}
      options={wordKinds.map((kind) => ({ value: kind, label: text(`cases.kind.${kind}`) }))}
    />
  );
}

/** Returns the typed amount reformatted, without a peso sign; null if it cannot be parsed. */
function writtenAmount(typed: string): string | null {
  const parsed = readPesos(typed);
  return 'amountCentavos' in parsed
    ? formatPesos(parsed.amountCentavos, { drop00: true }).slice(1)
    : null;
}

/**
 * The field for the amount paid. The parsed amount is shown while the borrower types, and replaces
 * the typed text on blur.
 */
function PaidAmount({ form }: PartProps) {
  const text = useText();
  const bound = useField(form, 'amount');
  const amount = writtenAmount(bound.value);
  const hint = amount !== null && amount !== bound.value ? `= ₱${amount}` : undefined;
  const leave = () => (amount === null ? bound.onBlur() : form.change({ amount }));
  return (
    <TextField
      {...bound}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
      before="₱"
      label={text('cases.amount')}
      hint={hint}
    />
  );
}

/** Fields for the payment's channel, day and amount, and for the receipt's reference. */
function Payment({ form, kind, today }: PartProps & { kind: string; today: Day }) {
  const text = useText();
  const ways = repaymentChannels.map((channel) => ({
    value: channel,
    label: text(`repayment.channel.${channel}`),
  }));
  return (
    <>
      {kind !== 'transferReceipt' && (
        <FormField
          of={form}
          name="channel"
          as={SelectField}
          label={text('cases.channel')}
          placeholder={text('cases.choose')}
          options={[...ways, { value: 'elsewhere', label: text('cases.elsewhere') }]}
        />
      )}
      <FormField
        of={form}
        name="paidOn"
        as={TextField}
        type="date"
        max={today}
        label={text('cases.paidOn')}
      />
      <PaidAmount form={form} />
      <FormField
        of={form}
        name="reference"
        as={TextField}
        autoComplete="off"
        label={text('cases.referenceOptional')}
      />
    </>
  );
}
