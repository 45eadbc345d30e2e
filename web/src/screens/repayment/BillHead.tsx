import { nextPayment } from '@sandali/contract/bill.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { DueAmount, dueTomorrow, useDueText } from '#/screens/DueAmount.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import type { Bill } from './answers.ts';
import { BillBadge } from './BillBadge.tsx';
import { reversedAfterReturn } from './reversedAfterReturn.ts';

/** The loan, its state, and the main figure: the next payment, or how the bill was settled. */
export function BillHead({ detail, isOpen }: { detail: Bill; isOpen: boolean }) {
  const text = useText();
  const { bill, granted } = detail;
  return (
    <Stack gap={1}>
      <Heading level={2} size="m">
        {text('repayment.bill.loan', {
          amount: formatPesos(bill.principalCentavos, { drop00: true }),
        })}
      </Heading>
      <div>
        <BillBadge bill={bill} />
      </div>
      {isOpen ? (
        <ToPay detail={detail} />
      ) : (
        <>
          <Amount centavos={granted.writtenOff?.leftCentavos ?? bill.paidCentavos} size="xl" />
          <Text size="s">
            <SettledNote detail={detail} />
          </Text>
        </>
      )}
    </Stack>
  );
}

/** The next part of an active plan; otherwise the amount owed today and, if overdue, tomorrow. */
function ToPay({ detail }: { detail: Bill }) {
  const text = useText();
  const dueText = useDueText();
  const { bill, today } = detail;
  const { promised, currentDue } = bill;
  const day = (on: Bill['today']) => formatDay(on, currentLocale(), { weekday: true });
  if (promised) {
    return (
      <>
        <DueAmount due={nextPayment(bill)} today={today} size="xl" />
        <Text as="span" size="s">
          {text('repayment.bill.whole', { due: dueText(currentDue, today) })}
        </Text>
      </>
    );
  }
  const isLate = bill.overdueDays > 0;
  return (
    <>
      <DueAmount
        due={currentDue}
        today={today}
        size="xl"
        todayWords={text('repayment.bill.todayOn', { day: day(today) })}
      />
      {isLate && <Tomorrow detail={detail} />}
      {isLate && (
        <Text as="span" size="s">
          {text('due.wasDue', { day: day(bill.dueOn) })}
        </Text>
      )}
    </>
  );
}

/**
 * The amount that an overdue bill owes tomorrow if nothing is paid, or a note that it has stopped
 * growing.
 */
function Tomorrow({ detail }: { detail: Bill }) {
  const text = useText();
  const { bill, tomorrowCentavos, chargesSoFarCentavos, chargesCapCentavos } = detail;
  // A small bill may not grow by a whole centavo every day.
  if (tomorrowCentavos === 0 && chargesSoFarCentavos < chargesCapCentavos) return null;
  const sum = dueTomorrow(bill.currentDue, tomorrowCentavos);
  return (
    <Text as="span" size="s">
      {tomorrowCentavos > 0
        ? text('repayment.bill.tomorrow', { sum })
        : text('repayment.bill.nothingMore')}
    </Text>
  );
}

function SettledNote({ detail }: { detail: Bill }) {
  const { bill, granted } = detail;
  const text = useText();
  if (granted.writtenOff) return text('repayment.bill.writtenOff');
  if (bill.state === 'cooledOff' && bill.repaidOn) {
    const day = formatDay(bill.repaidOn, currentLocale(), { weekday: true, year: true });
    const reversedCentavos = reversedAfterReturn(detail);
    return (
      <>
        {text('repayment.bill.returnedOn', { day })}
        <br />
        {reversedCentavos > 0
          ? text('repayment.bill.returnedTakenBack', { amount: formatPesos(reversedCentavos) })
          : text('repayment.bill.returned')}
      </>
    );
  }
  if (bill.state !== 'repaid' || !bill.repaidOn) return text('repayment.bill.closed');
  return text('repayment.bill.repaidOn', {
    day: formatDay(bill.repaidOn, currentLocale(), { weekday: true, year: true }),
  });
}
