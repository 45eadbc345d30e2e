import type { BillRow } from '@sandali/contract/bill.ts';
import { repaymentChannels } from '@sandali/contract/channel.ts';
import { isOfPayment } from '@sandali/contract/complaint.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/kit/days.ts';
import { spokenLocale, useText } from '#/kit/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { type ComplaintForm, type Wrong, wordKinds } from './form.ts';
import { ReceiptTile } from './ReceiptTile.tsx';
import type { Receipt } from './useReceipt.ts';

export type BillChoice = Pick<BillRow, 'loanId' | 'referenceNo' | 'principalCentavos' | 'dueOn'>;
export type ComplaintFormProps = {
  form: ComplaintForm;
  onChange(part: Partial<ComplaintForm>): void;
  wrong: Wrong | null;
  /** What the server said against the day. */
  refusal: string | undefined;
  bills: readonly BillChoice[];
  today: Day;
  receipt: Receipt;
  isBusy: boolean;
  onSend(): void;
};

/** As many code points as the server takes. */
const longestWords = 1000;

/** The form of a new case: of a payment, with its receipt; or in words. */
export function ComplaintFormView(props: ComplaintFormProps) {
  const text = useText();
  const { form, onChange, wrong, bills, receipt, isBusy, onSend } = props;
  const isPayment = form.kind !== '' && isOfPayment(form.kind);
  const title = isPayment ? text(`complaint.kind.${form.kind || 'other'}`) : text('complaint.new');
  return (
    <ScreenForm onSubmit={onSend}>
      <Page gap={3}>
        <div>
          <Heading level={2}>{title}</Heading>
          <Text size="s">{text(isPayment ? 'complaint.paymentWhy' : 'complaint.wordsWhy')}</Text>
        </div>
        {!isPayment && <Kind {...props} />}
        {bills.length > 0 && (
          <SelectField
            name="loanId"
            label={text('complaint.bill')}
            placeholder={text('complaint.choose')}
            value={form.loanId}
            onChange={(loanId) => onChange({ loanId })}
            options={bills.map((bill) => ({ value: bill.loanId, label: nameOf(bill) }))}
          />
        )}
        {isPayment && <Payment {...props} />}
        <TextArea
          name="words"
          rows={isPayment ? 3 : 6}
          label={text(isPayment ? 'complaint.more' : 'complaint.words')}
          value={form.words}
          onChange={(words) => onChange({ words: [...words].slice(0, longestWords).join('') })}
          error={wrong === 'words' && text('complaint.wrong.words')}
          count={text('complaint.used', { used: [...form.words].length, limit: longestWords })}
        />
        <ReceiptTile receipt={receipt} isReceipt={isPayment} />
      </Page>
      <Foot>
        <Dock consequence={text('complaint.days')}>
          <SubmitButton isBusy={isBusy}>{text(isBusy ? 'complaint.sending' : 'complaint.send')}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}

function nameOf({ referenceNo, principalCentavos, dueOn }: BillChoice): string {
  return `${formatPesos(principalCentavos, { drop00: true })} · ${formatDay(dueOn, spokenLocale())} · ${referenceNo}`;
}

function Kind({ form, onChange, wrong }: ComplaintFormProps) {
  const text = useText();
  return (
    <SelectField
      name="kind"
      label={text('complaint.about')}
      placeholder={text('complaint.choose')}
      value={form.kind}
      onChange={(kind) => onChange({ kind: wordKinds.find((one) => one === kind) ?? '' })}
      options={wordKinds.map((kind) => ({ value: kind, label: text(`complaint.kind.${kind}`) }))}
      error={wrong === 'kind' && text('complaint.wrong.kind')}
    />
  );
}

/** Where, when and how much was paid, and what stands on the receipt. */
function Payment({ form, onChange, wrong, refusal, today }: ComplaintFormProps) {
  const text = useText();
  const ways = repaymentChannels.map((channel) => ({ value: channel, label: text(`repayment.channel.${channel}`) }));
  return (
    <>
      {form.kind !== 'transferReceipt' && (
        <SelectField
          name="channel"
          label={text('complaint.channel')}
          placeholder={text('complaint.choose')}
          value={form.channel}
          onChange={(channel) => onChange({ channel: repaymentChannels.find((one) => one === channel) ?? 'elsewhere' })}
          options={[...ways, { value: 'elsewhere', label: text('complaint.elsewhere') }]}
          error={wrong === 'channel' && text('complaint.wrong.channel')}
        />
      )}
      <TextField
        name="paidOn"
        type="date"
        max={today}
        label={text('complaint.paidOn')}
        value={form.paidOn}
        onChange={(paidOn) => onChange({ paidOn })}
        error={refusal ?? (wrong === 'paidOn' && text('complaint.wrong.paidOn'))}
      />
      <TextField
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        before="₱"
        label={text('complaint.amount')}
        value={form.amount}
        onChange={(amount) => onChange({ amount })}
        error={wrong === 'amount' && text('complaint.wrong.amount')}
      />
      <TextField
        name="reference"
        autoComplete="off"
        maxLength={60}
        label={text('complaint.reference')}
        hint={text('complaint.referenceHint')}
        value={form.reference}
        onChange={(reference) => onChange({ reference })}
      />
    </>
  );
}
