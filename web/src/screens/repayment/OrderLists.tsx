import { type BillRow, nextPayment } from '@sandali/contract/bill.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { billList } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { Fragment, type ReactNode, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { DueAmount } from '#/screens/DueAmount.tsx';
import { Query } from '#/shell/Query.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { Button } from '#/ui/Button.tsx';
import { takeLostFocus } from '#/ui/keepFocus.ts';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { Heading } from '#/ui/Text.tsx';
import type { BillList } from './answers.ts';
import { BillBadge } from './BillBadge.tsx';
import { orderGroups } from './orderGroups.ts';

/** Open bills by group, each linked to its details. */
export function OpenBills({ open, today }: { open: readonly BillRow[]; today: Day }) {
  const text = useText();
  return orderGroups(open).map(({ group, bills }) => (
    <Stack key={group}>
      <Heading level={2} size="s" {...(group === 'overdue' && { tone: 'bad' as const })}>
        {text(`repayment.orders.group.${group}`)}
      </Heading>
      <List>
        {bills.map((bill) => (
          <BillLink
            key={bill.loanId}
            bill={bill}
            detail={<BillBadge bill={bill} />}
            end={<DueAmount due={nextPayment(bill)} today={today} isBrief />}
          />
        ))}
      </List>
    </Stack>
  ));
}

/** Loans whose payout is in transit, each linked to its timeline. */
export function TransitLoans({ loans }: { loans: BillList['inTransit'] }) {
  const text = useText();
  if (loans.length === 0) return null;
  return (
    <Stack>
      <Heading level={2} size="s">
        {text('repayment.orders.group.transit')}
      </Heading>
      <List>
        {loans.map((loan) => (
          <TransitRow key={loan.loanId} loan={loan} />
        ))}
      </List>
    </Stack>
  );
}

/** A loan in transit. Cash ready at a counter shows its last day and links to its code. */
function TransitRow({ loan }: { loan: BillList['inTransit'][number] }) {
  const text = useText();
  const day = formatDay(loan.collectUntil ?? loan.loanOn, currentLocale(), { weekday: true });
  return (
    <Row
      href={addressOf('loanResult', { loanId: loan.loanId })}
      icon="clock"
      title={text('repayment.orders.loanOf', {
        amount: formatPesos(loan.principalCentavos, { drop00: true }),
      })}
      detail={text(
        loan.collectUntil ? 'repayment.orders.collectUntil' : 'repayment.orders.signedOn',
        { day },
      )}
      end={
        <Badge>
          {text(loan.collectUntil ? 'repayment.orders.seeCode' : 'repayment.orders.seeProgress')}
        </Badge>
      }
    />
  );
}

/**
 * Loans that never became a bill, then settled bills, newest first. `next` loads older bills when
 * the borrower asks for them.
 */
export function SettledBills({
  bills,
  ended,
  next,
}: { bills: readonly BillRow[] } & Pick<BillList, 'ended' | 'next'>) {
  const text = useText();
  if (bills.length + ended.length === 0) return null;
  return (
    <section id="history" tabIndex={-1} aria-label={text('repayment.orders.history')}>
      <Stack>
        <Heading level={2} size="s">
          {text('repayment.orders.history')}
        </Heading>
        {ended.length > 0 && (
          <List>
            {ended.map((loan) => (
              <Row
                key={loan.loanId}
                href={addressOf('loanResult', { loanId: loan.loanId })}
                hasArrow={false}
                title={text('repayment.orders.loanOf', {
                  amount: formatPesos(loan.principalCentavos, { drop00: true }),
                })}
                detail={text('repayment.orders.signedOn', {
                  day: formatDay(loan.loanOn, currentLocale(), { weekday: true, year: true }),
                })}
                end={
                  <Badge>
                    {text(
                      `repayment.orders.ended.${loan.state === 'failed' ? 'failed' : 'cancelled'}`,
                    )}
                  </Badge>
                }
              />
            ))}
          </List>
        )}
        {bills.length > 0 && <List>{bills.map(settledRow)}</List>}
        {next && <OlderBills before={next} />}
      </Stack>
    </section>
  );
}

/** A page of settled bills older than the bill `before`, loaded when the borrower asks for it. */
function OlderBills({ before }: { before: LoanId }) {
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <OlderPage before={before} />;
  return (
    <Button look="soft" onClick={() => setAsked(true)}>
      {text('repayment.orders.older')}
    </Button>
  );
}

function OlderPage({ before }: { before: LoanId }) {
  const text = useText();
  const page = useServerQuery(billList, { before });
  return (
    <Query
      read={page}
      skeleton={<SkeletonRows label={text('repayment.orders.loading')} />}
      frame={Fragment}
    >
      {({ settled, next }) => (
        <>
          <div ref={takeLostFocus}>
            <List>{settled.map(settledRow)}</List>
          </div>
          {next && <OlderBills before={next} />}
        </>
      )}
    </Query>
  );
}

const settledRow = (bill: BillRow) => (
  <BillLink
    key={bill.loanId}
    bill={bill}
    detail={<SettledOn bill={bill} />}
    end={<BillBadge bill={bill} />}
  />
);

function BillLink({ bill, detail, end }: { bill: BillRow; detail: ReactNode; end: ReactNode }) {
  const text = useText();
  return (
    <Row
      href={addressOf('bill', { loanId: bill.loanId })}
      hasArrow={false}
      title={text('repayment.orders.loanOf', {
        amount: formatPesos(bill.principalCentavos, { drop00: true }),
      })}
      detail={detail}
      end={end}
    />
  );
}

function SettledOn({ bill }: { bill: BillRow }) {
  const text = useText();
  if (!bill.repaidOn) return null;
  const day = formatDay(bill.repaidOn, currentLocale(), { weekday: true, year: true });
  return text(bill.state === 'repaid' ? 'repayment.orders.repaidOn' : 'repayment.orders.closedOn', {
    day,
  });
}
