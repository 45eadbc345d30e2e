import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { WithReceiver } from '#/screens/WithReceiver.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import css from './AboutLoan.module.css';
import type { Bill } from './answers.ts';

/** The loan's terms and how the money was paid out. */
export function AboutLoan({ detail }: { detail: Bill }) {
  const text = useText();
  const locale = currentLocale();
  const { bill, charges, receiver } = detail;
  const day = (on: Bill['today']) => formatDay(on, locale, { weekday: true, year: true });
  const money: KeyValue[] = [
    { label: text('repayment.bill.borrowed'), value: formatPesos(bill.principalCentavos) },
    { label: text('repayment.bill.arrival'), value: formatPesos(detail.arrivalCentavos) },
    ...charges.map(({ kind, amountCentavos }) => ({
      label: text(`repayment.bill.charge.${kind}`),
      value: formatPesos(amountCentavos),
    })),
    {
      label: text('repayment.bill.repayment'),
      value: formatPesos(detail.repaymentCentavos),
      isStrong: true,
    },
  ];
  const way: KeyValue[] = [
    { label: text('repayment.bill.loanOn'), value: day(detail.loanOn) },
    {
      label: text('repayment.bill.term'),
      value: text('repayment.bill.days', { days: detail.termDays }),
    },
    {
      label: text('repayment.bill.arrivedOn'),
      value: formatMoment(detail.arrivedAt, null, locale),
    },
    { label: text('repayment.bill.sender'), value: <Wrapping>{detail.sender}</Wrapping> },
    {
      label: text('repayment.bill.receiver'),
      value: (
        <WithReceiver receiver={receiver}>
          <Wrapping>
            {receiver
              ? `${receiver.label} ••${receiver.last4}`
              : text('repayment.bill.cashReceiver')}
          </Wrapping>
        </WithReceiver>
      ),
    },
    { label: text('repayment.bill.reference'), value: bill.referenceNo },
  ];
  return <KeyValues groups={[money, way]} />;
}

/** Renders a long name, which may wrap, unlike figures. */
function Wrapping({ children }: { children: string }) {
  return <span className={css.wrapping}>{children}</span>;
}
