import type { AmountDue } from '@sandali/contract/bill.ts';
import { tabOfChannel } from '@sandali/contract/channel.ts';
import { laterDay, manilaDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { OfflineCode } from '#/client/offlineStore.ts';
import { formatDay, formatMoment, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text as Texts, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { CodeAmount, DueAmount } from '#/screens/DueAmount.tsx';
import { PromiseCard } from '#/screens/repayment/BillNotices.tsx';
import { DaysAhead } from '#/screens/repayment/DaysAhead.tsx';
import { placeOf, shapeOf } from '#/screens/repayment/place.ts';
import { useWakeLock } from '#/screens/repayment/useWakeLock.ts';
import { Badge } from '#/ui/Badge.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { byPhoneClock, type SavedBill } from './savedBill.ts';

/** What was found on the phone. */
export type Kept = {
  /** That of this address, or else the one to pay next; null where nothing is kept. */
  bill: SavedBill | null;
  others: readonly SavedBill[];
  /** Where papers are; null for none. */
  papers: string | null;
};

type OfflineViewProps = {
  kept: Kept;
  /** Milliseconds since 1970 by the phone's clock. */
  phoneMs: number;
  /** A bar over the screen says already that there is no connection. */
  isSaid: boolean;
};

/**
 * What was kept of the bills and their codes: never as if it were current; and the way to what else
 * is kept. Without a bill, that there is none and what helps.
 */
export function OfflineView({ kept: { bill, others, papers }, phoneMs, isSaid }: OfflineViewProps) {
  const text = useText();
  return (
    <Page>
      {bill ? (
        <KeptBill bill={bill} phoneMs={phoneMs} isSaid={isSaid} />
      ) : (
        <Empty picture="cloud" title={text('repayment.kept.noneTitle')}>
          {text('repayment.kept.none')}
        </Empty>
      )}
      {others.length > 0 && (
        <Stack>
          <Heading level={2}>{text('repayment.kept.others')}</Heading>
          <List>
            {others.map((other) => (
              <Row
                key={other.loanId}
                href={addressOf('bill', { loanId: other.loanId })}
                hasArrow={false}
                title={nameOf(other, text)}
                detail={<KeptBadge bill={other} />}
                end={<DueAmount due={other.due} today={null} />}
              />
            ))}
          </List>
        </Stack>
      )}
      {papers && (
        <List>
          <Row isLow href={papers} icon="document" title={text('title.documents')} />
        </List>
      )}
    </Page>
  );
}

function nameOf({ principalCentavos: amount }: SavedBill, text: Texts): string {
  return amount === null
    ? text('repayment.kept.due')
    : text('repayment.bill.loan', { amount: formatPesos(amount, { drop00: true }) });
}

/** Nothing of a bill that is simply to be paid. */
function KeptBadge({ bill: { isInPayment, plan } }: { bill: SavedBill }) {
  const text = useText();
  if (isInPayment) return <Badge>{text('repayment.state.inProgress')}</Badge>;
  return plan && <Badge tone="positive">{text('repayment.state.plan')}</Badge>;
}

/** One bill: what is to be paid next, its code, its plan, and the days to come. */
function KeptBill({ bill, phoneMs, isSaid }: { bill: SavedBill } & Omit<OfflineViewProps, 'kept'>) {
  const text = useText();
  const { due, code, keptAt, accrual, plan, isInPayment, principalCentavos } = bill;
  const { mayHaveEnded, isPastDue } = byPhoneClock(bill, phoneMs);
  return (
    <>
      <Note
        tone="plain"
        icon="offline"
        role="status"
        title={!isSaid && text('repayment.kept.title')}
      >
        {text('repayment.kept.from', {
          moment: formatMoment(keptAt, manilaDay(phoneMs), currentLocale()),
        })}
      </Note>
      <Stack gap={1}>
        {principalCentavos !== null && <Text size="s">{nameOf(bill, text)}</Text>}
        <Heading level={2} size="m">
          {text(plan ? 'repayment.kept.part' : 'repayment.kept.due')}
        </Heading>
        <div>
          <KeptBadge bill={bill} />
        </div>
        <DueAmount due={due} today={null} size="xl" />
        {isPastDue && !isInPayment && (
          <Text size="s" tone="bad">
            {text('repayment.kept.pastDue')}
          </Text>
        )}
      </Stack>
      {code ? (
        <Stack>
          {code.channel && (
            <Heading level={2}>
              {text(`repayment.code.at.${tabOfChannel[code.channel]}`, {
                channel: code.name ?? text(`repayment.channel.${code.channel}`),
              })}
            </Heading>
          )}
          {mayHaveEnded && <Note tone="bad">{text('repayment.kept.mayHaveEnded')}</Note>}
          <OfflineCodePaper code={code} due={due} mayHaveEnded={mayHaveEnded} />
        </Stack>
      ) : (
        !isInPayment && <Text tone="quiet">{text('repayment.kept.noCode')}</Text>
      )}
      {plan && plan.length > 1 && <PromiseCard promise={{ isKept: true, parts: plan }} />}
      {accrual && (
        <DaysAhead accrual={accrual} today={laterDay(manilaDay(keptAt), manilaDay(phoneMs))} />
      )}
    </>
  );
}

/** A page about something else than bills. */
export function OfflineElsewhere() {
  const text = useText();
  return (
    <Page>
      <Empty picture="cloud" title={text('repayment.kept.elsewhereTitle')}>
        {text('repayment.kept.elsewhere')}
      </Empty>
    </Page>
  );
}

type OfflineDockProps = { isOfBills?: boolean; isLooking: boolean; onLook(): void };

/**
 * The one thing to do without a network: look for it once more. It is also looked for by itself.
 */
export function OfflineDock({ isOfBills = true, isLooking, onLook }: OfflineDockProps) {
  const text = useText();
  return (
    <Dock consequence={isOfBills && text('repayment.kept.connect')}>
      <Button icon="refresh" isBusy={isLooking} onClick={onLook}>
        {text('shell.retry')}
      </Button>
    </Dock>
  );
}

type Props = {
  code: OfflineCode;
  /** What is to be paid next. */
  due: AmountDue;
  /** By the phone's clock. */
  mayHaveEnded: boolean;
};

/** A kept code on white paper, with the end that the server gave it. */
function OfflineCodePaper({
  code: { text: code, payload, channel, amountCentavos, endsAt },
  due,
  mayHaveEnded,
}: Props) {
  const text = useText();
  useWakeLock();
  const end = endsAt && {
    time: formatTime(endsAt),
    day: formatDay(manilaDay(endsAt), currentLocale(), { weekday: true }),
  };
  return (
    <PayCode
      code={code}
      {...(payload !== null && { qrText: payload })}
      show={channel ? shapeOf[placeOf(channel)] : 'both'}
      amountLabel={text(
        amountCentavos === null ? 'repayment.code.anyAmount' : 'repayment.code.exactly',
      )}
      amount={<CodeAmount amountCentavos={amountCentavos} due={due} today={null} />}
      barcodeLabel={text('repayment.code.barcode')}
      qrLabel={text('repayment.code.qr')}
      codeLabel={text('repayment.code.spoken', { code: [...code].join(' ') })}
    >
      <b>
        {end
          ? text(mayHaveEnded ? 'repayment.kept.wasUntil' : 'repayment.code.until', end)
          : text('repayment.code.lasting')}
      </b>
    </PayCode>
  );
}
