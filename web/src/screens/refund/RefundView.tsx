import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/kit/days.ts';
import { type Text as Say, spokenLocale, useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { paths } from '#/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import type { Given, RefundAccount, Refundable } from './form.ts';
import { type GivenForm, useGiven } from './useGiven.ts';

export type RefundViewProps = {
  refundable: Refundable;
  form: GivenForm;
  isBusy: boolean;
  /** What the server said against the amount. */
  refusal: string | undefined;
  onEdit(): void;
  onSend(given: Given): void;
};

/** How much of what is kept, to which of one's own accounts; over the button what arrives, and that it costs nothing. */
export function RefundView({ refundable, form, isBusy, refusal, onEdit, onSend }: RefundViewProps) {
  const text = useText();
  const { account, span, problem } = form;
  const send = () => {
    const given = form.check();
    if (given) onSend(given);
    else focusField('amount');
  };
  const says = {
    empty: text('refund.empty'),
    unreadable: text('refund.unreadable'),
    small: text('refund.small', { amount: formatPesos(span.least) }),
    large: text('refund.large', { amount: formatPesos(span.most) }),
  };
  return (
    <ScreenForm onSubmit={send}>
      <Page>
        <Stack>
          <Heading level={1}>{text('refund.title')}</Heading>
          <Text tone="quiet">{text('refund.words', { amount: formatPesos(refundable.refundableCentavos) })}</Text>
        </Stack>
        <TextField
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          before="₱"
          label={text('refund.amount')}
          hint={text('refund.hint', { minimum: formatPesos(span.least), maximum: formatPesos(span.most) })}
          error={refusal ?? (problem && says[problem])}
          value={form.amount}
          onChange={(next) => {
            onEdit();
            form.type(next);
          }}
          onBlur={form.leave}
        />
        <Accounts refundable={refundable} form={form} />
      </Page>
      <Foot>
        <Dock consequence={form.given && account && <Consequence given={form.given} feeCentavos={refundable.feeCentavos} />}>
          <SubmitButton isBusy={isBusy} disabledReason={!account && text('refund.pick')}>
            {text(isBusy ? 'refund.sending' : 'refund.send')}
          </SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}

function Accounts({ refundable: { accounts, refundableCentavos }, form }: { refundable: Refundable; form: GivenForm }) {
  const text = useText();
  return (
    <Stack>
      <Heading level={2} size="s">
        {text('refund.where')}
      </Heading>
      {accounts.length > 0 && (
        <RadioRows
          label={text('refund.where')}
          value={form.account?.accountId ?? ''}
          onChange={form.pick}
          options={accounts.map((one) => ({
            value: one.accountId,
            mark: <Mark letters={one.mark} />,
            title: `${one.label} ••${one.last4}`,
            detail: detailOf(text, one, form.given?.amountCentavos ?? refundableCentavos),
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
function detailOf(text: Say, { canBePaid, heldHours, arrivalMinutes, ways }: RefundAccount, amountCentavos: number): string {
  if (canBePaid) {
    const way = ways.find(({ maximumCentavos }) => maximumCentavos === null || amountCentavos <= maximumCentavos) ?? ways.at(-1);
    if (way?.arrival.how === 'today') return text('refund.today');
    if (way?.arrival.how === 'later') return text('refund.later', { day: formatDay(way.arrival.on, spokenLocale(), { weekday: true }) });
    return text('refund.about', { minutes: way?.arrival.minutes ?? arrivalMinutes });
  }
  return heldHours > 0 ? text('refund.held', { hours: heldHours }) : text('refund.cannot');
}

function Consequence({ given, feeCentavos }: { given: Given; feeCentavos: Refundable['feeCentavos'] }) {
  const text = useText();
  return (
    <Outcome
      startLabel={text('refund.receive')}
      start={<Amount centavos={given.amountCentavos} />}
      endLabel={text('refund.fee')}
      end={formatPesos(feeCentavos)}
    />
  );
}

/** The form over data that does not change, for the gallery. */
export function RefundForm(props: Omit<RefundViewProps, 'form'>) {
  return <RefundView {...props} form={useGiven(props.refundable)} />;
}
