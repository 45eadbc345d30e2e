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
  onSend(given: RefundInput): void;
};

/**
 * The amount of the refund and the account; above the button the amount that arrives, and that it
 * is free of charge.
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
  const account = payableOf(refundable).find((one) => one.accountId === values.account);
  const span = spanOf(refundable, account);
  const says = {
    empty: text('refund.empty'),
    unreadable: text('refund.unreadable'),
    ambiguous: text('refund.ambiguous'),
    small: text('refund.small', { amount: formatPesos(span.least) }),
    large: text('refund.large', { amount: formatPesos(span.most) }),
  };
  useAllOf(form, span.most);
  const read = readAmount(values.amount, span);
  const given =
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
            // Leaving the field writes a readable amount, or says what is wrong with it.
            if ('amountCentavos' in read)
              form.hook.setValue('amount', withoutSign(read.amountCentavos));
            else void form.hook.trigger('amount');
          }}
        />
        <Accounts
          refundable={refundable}
          form={form}
          amountCentavos={given?.amountCentavos ?? refundable.refundableCentavos}
        />
      </Page>
      <Footer>
        <Dock
          consequence={given && <Consequence given={given} feeCentavos={refundable.feeCentavos} />}
        >
          <SubmitButton isBusy={isBusy} disabledReason={!account && text('refund.pick')}>
            {text(isBusy ? 'refund.sending' : 'refund.send')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

/**
 * An amount that was all there is stays all there is, whatever that becomes with another account.
 */
function useAllOf({ hook }: Form<RefundField>, most: Centavos): void {
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
          options={accounts.map((one) => ({
            value: one.accountId as string,
            mark: <ReceiverMark mark={one.mark} />,
            title: `${one.label} ••${one.last4}`,
            detail: detailOf(text, one, amountCentavos),
            isDisabled: !one.canBePaid,
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

/** About when money is there, or why none can go there. */
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
  given,
  feeCentavos,
}: {
  given: RefundInput;
  feeCentavos: Refundable['feeCentavos'];
}) {
  const text = useText();
  return (
    <Outcome
      startLabel={text('refund.receive')}
      start={<Amount centavos={given.amountCentavos} />}
      endLabel={text('refund.fee')}
      end={<Amount centavos={feeCentavos} />}
    />
  );
}
