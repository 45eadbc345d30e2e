import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { useEffect, useRef } from 'react';
import { type Form, type Refused, useField, useForm, type Values } from '#/client/useForm.tsx';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text as Say, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import {
  type AmountProblem,
  payableOf,
  type RefundAccount,
  type Refundable,
  type RefundField,
  type RefundInput,
  readAmount,
  refundForm,
  spanOf,
  startOf,
  withoutSign,
} from './refundForm.ts';

type RefundViewProps = {
  refundable: Refundable;
  refused: Refused;
  isBusy: boolean;
  onSend(input: RefundInput): void;
};

/**
 * The refund form: amount and account, with the arrival amount and "free of charge" above the
 * button.
 */
export function RefundView({ refundable, refused, isBusy, onSend }: RefundViewProps) {
  const text = useText();
  const form = useForm<RefundField, RefundInput>({
    schema: refundForm(refundable),
    start: startOf(refundable),
    refused,
    say: (problem) => says[problem as AmountProblem],
    onInput: onSend,
  });
  const values = form.hook.watch() as Values<RefundField>;
  const account = payableOf(refundable).find((option) => option.accountId === values.account);
  const span = spanOf(refundable, account);
  const says = {
    empty: text('refund.empty'),
    unreadable: text('refund.unreadable'),
    ambiguous: text('refund.ambiguous'),
    small: text('refund.small', { amount: formatPesos(span.least) }),
    large: text('refund.large', { amount: formatPesos(span.most) }),
  };
  useWholeAmount(form, span.most);
  const read = readAmount(values.amount, span);
  const input =
    account && 'amountCentavos' in read
      ? { accountId: account.accountId, amountCentavos: read.amountCentavos }
      : null;
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page>
        <Stack>
          <Heading level={1}>{text('refund.title')}</Heading>
          <Text tone="quiet">
            {text('refund.words', { amount: formatPesos(refundable.refundableCentavos) })}
          </Text>
        </Stack>
        <TextField
          {...useField(form, 'amount')}
          inputMode="decimal"
          autoComplete="off"
          before="₱"
          label={text('refund.amount')}
          hint={text('refund.hint', {
            minimum: formatPesos(span.least),
            maximum: formatPesos(span.most),
          })}
          onBlur={() => {
            // On blur, formats a valid amount or shows what is wrong with an invalid one.
            if ('amountCentavos' in read)
              form.hook.setValue('amount', withoutSign(read.amountCentavos));
            else void form.hook.trigger('amount');
          }}
        />
        <Accounts
          refundable={refundable}
          form={form}
          amountCentavos={input?.amountCentavos ?? refundable.refundableCentavos}
        />
      </Page>
      <Footer>
        <Dock
          consequence={input && <Consequence input={input} feeCentavos={refundable.feeCentavos} />}
        >
          <SubmitButton isBusy={isBusy} disabledReason={!account && text('refund.pick')}>
            {text(isBusy ? 'refund.sending' : 'refund.send')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

/** If the whole amount is entered, sets it to the new maximum when the account changes. */
function useWholeAmount({ hook }: Form<RefundField>, most: Centavos): void {
  const before = useRef(most);
  useEffect(() => {
    if (hook.getValues('amount') === withoutSign(before.current))
      hook.setValue('amount', withoutSign(most));
    before.current = most;
  }, [hook, most]);
}

type AccountsProps = { refundable: Refundable; form: Form<RefundField>; amountCentavos: Centavos };

function Accounts({ refundable: { accounts }, form, amountCentavos }: AccountsProps) {
  const text = useText();
  const account = useField(form, 'account');
  return (
    <Stack>
      <Heading level={2} size="s">
        {text('refund.where')}
      </Heading>
      {accounts.length > 0 && (
        <RadioRows
          label={text('refund.where')}
          value={account.value}
          onChange={account.onChange}
          options={accounts.map((option) => ({
            value: option.accountId as string,
            mark: <ReceiverMark mark={option.mark} />,
            title: `${option.label} ••${option.last4}`,
            detail: detailOf(text, option, amountCentavos),
            isDisabled: !option.canBePaid,
          }))}
        />
      )}
      <List>
        <Row isLow icon="plus" title={text('refund.bank')} href={paths.addBank} />
        <Row isLow icon="plus" title={text('refund.wallet')} href={paths.addWallet} />
      </List>
    </Stack>
  );
}

/** Returns about when the money arrives at an account, or why the account cannot be paid. */
function detailOf(
  text: Say,
  { canBePaid, heldHours, arrivalMinutes, ways }: RefundAccount,
  amountCentavos: number,
): string {
  if (canBePaid) {
    const way =
      ways.find(
        ({ maximumCentavos }) => maximumCentavos === null || amountCentavos <= maximumCentavos,
      ) ?? ways.at(-1);
    if (way?.arrival.how === 'today') return text('refund.today');
    if (way?.arrival.how === 'later')
      return text('refund.later', {
        day: formatDay(way.arrival.on, currentLocale(), { weekday: true }),
      });
    return text('refund.about', { minutes: way?.arrival.minutes ?? arrivalMinutes });
  }
  return heldHours > 0 ? text('refund.held', { hours: heldHours }) : text('refund.cannot');
}

function Consequence({
  input,
  feeCentavos,
}: {
  input: RefundInput;
  feeCentavos: Refundable['feeCentavos'];
}) {
  const text = useText();
  return (
    <Outcome
      startLabel={text('refund.receive')}
      start={<Amount centavos={input.amountCentavos} />}
      endLabel={text('refund.fee')}
      end={<Amount centavos={feeCentavos} />}
    />
  );
}
