import { formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { unbreakable } from '#/client/unbreakable.ts';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import { groupDigits } from '#/ui/grouping.ts';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { Bill } from './answers.ts';
import { isReturning } from './BillDock.tsx';
import { paysByLink } from './link.ts';

type Promised = NonNullable<Bill['granted']['promise']>;

/**
 * Notices on a bill: an open code, the right to return the loan, waived charges, a plan, and a
 * write-off.
 */
export function BillNotices({ detail, isOpen }: { detail: Bill; isOpen: boolean }) {
  const text = useText();
  const { waived, promise, writtenOff } = detail.granted;
  const day = (on: Bill['today']) => formatDay(on, currentLocale(), { year: true });
  return (
    <>
      {isOpen && <OpenCode detail={detail} />}
      <ReturnOffer detail={detail} />
      {writtenOff && (
        <Note
          tone="plain"
          title={text('repayment.writtenOff.title', { day: day(writtenOff.on) })}
          action={<ServiceLink />}
        >
          {text('repayment.writtenOff.words')}
        </Note>
      )}
      {promise && (
        <PromiseCard
          promise={promise}
          isAtCap={detail.chargesSoFarCentavos >= detail.chargesCapCentavos}
        />
      )}
      {waived.length > 0 && (
        <Card as="section">
          <Stack gap={3}>
            <Heading level={2} size="m">
              {text('repayment.waived.title')}
            </Heading>
            <KeyValues
              groups={[
                waived.map(({ part, on, amountCentavos }) => ({
                  label: text(`repayment.waived.${part}`, { day: day(on) }),
                  value: `−${formatPesos(amountCentavos)}`,
                })),
              ]}
            />
          </Stack>
        </Card>
      )}
    </>
  );
}

type PromiseProps = { promise: Pick<Promised, 'isKept' | 'parts'>; isAtCap?: boolean };

/**
 * The parts of a plan with their dates and payments. Once the charges have reached their cap, a
 * missed part adds no late charge.
 */
export function PromiseCard({ promise: { isKept, parts }, isAtCap = false }: PromiseProps) {
  const text = useText();
  const locale = currentLocale();
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('repayment.promise.title')}
        </Heading>
        <KeyValues
          groups={[
            parts.map(({ on, amountCentavos, paidCentavos }) => {
              const day = formatDay(on, locale, { weekday: true });
              const isPaid = paidCentavos >= amountCentavos;
              return {
                label: isPaid
                  ? text('repayment.promise.paid', { day })
                  : paidCentavos > 0
                    ? text('repayment.promise.some', { day, paid: formatPesos(paidCentavos) })
                    : text('repayment.promise.part', { day }),
                value: formatPesos(amountCentavos),
              };
            }),
          ]}
        />
        <Text size="s">
          {text(
            isKept
              ? 'repayment.promise.kept'
              : isAtCap
                ? 'repayment.promise.missedAtCap'
                : 'repayment.promise.missed',
          )}
        </Text>
        {!isKept && <ServiceLink />}
      </Stack>
    </Card>
  );
}

const opens = {
  bill: 'repayment.bill.open',
  coolingOff: 'repayment.bill.openReturn',
  extension: 'repayment.bill.openExtend',
} as const;

function OpenCode({ detail: { bill, openCode, today } }: { detail: Bill }) {
  const text = useText();
  if (!openCode) return null;
  const { code: raw } = openCode;
  const code = /^\d+$/.test(raw)
    ? unbreakable(groupDigits(raw, Array(Math.ceil(raw.length / 4)).fill(4)))
    : raw;
  const { endsAt, amountCentavos } = openCode;
  const channel = text(`repayment.channel.${openCode.channel}`);
  return (
    <List>
      <Row
        href={addressOf('repayment', { loanId: bill.loanId, repaymentId: openCode.repaymentId })}
        icon="code"
        title={text(opens[openCode.purpose])}
        detail={
          paysByLink(openCode.channel)
            ? channel
            : endsAt
              ? text('repayment.bill.openUntil', {
                  channel,
                  code,
                  time: formatMoment(endsAt, today, currentLocale()),
                })
              : code
        }
        end={
          amountCentavos !== null && (
            <Text as="span">
              <Amount centavos={amountCentavos} size="s" />
            </Text>
          )
        }
      />
    </List>
  );
}

const loadSheet = () => import('./ReturnSheet.tsx');

/**
 * The right to return the loan during cooling-off, with its last day and the saving. The sheet with
 * the details loads when the borrower opens it.
 */
function ReturnOffer({ detail }: { detail: Bill }) {
  const text = useText();
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const { coolingOff } = detail;
  if (!coolingOff) return null;
  const isRepaid = detail.bill.state === 'repaid';
  const amount = formatPesos(coolingOff.amountCentavos);
  const saved = formatPesos(coolingOff.savedCentavos);
  const day = formatDay(coolingOff.endsOn, currentLocale(), { weekday: true });
  return (
    <>
      <Note
        icon="refresh"
        title={!coolingOff.isAsked && text('repayment.return.title')}
        action={
          !isReturning(detail) && (
            <TextButton onClick={() => void load().then(setOpen)}>
              {text('repayment.return.open')}
            </TextButton>
          )
        }
      >
        {isRepaid
          ? text('repayment.return.repaid', { day, saved })
          : coolingOff.amountCentavos === 0
            ? text('repayment.return.enough', { saved })
            : coolingOff.isAsked
              ? text('repayment.return.asked', { amount, day })
              : text('repayment.return.offer', { amount, day })}
      </Note>
      {isOpen && part && (
        <part.Returning
          loanId={detail.bill.loanId}
          coolingOff={coolingOff}
          isRepaid={isRepaid}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
