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

/** The data saved on this phone. */
export type Kept = {
  /** The bill that the address names, otherwise the bill to pay next; null if no bill is saved. */
  bill: SavedBill | null;
  others: readonly SavedBill[];
  /** The address of saved documents, or null. */
  papers: string | null;
};

type OfflineViewProps = {
  kept: Kept;
  /** Milliseconds since 1970 by the phone's clock. */
  phoneMs: number;
  /** Whether a bar above already says that the phone is offline. */
  isSaid: boolean;
};

/**
 * The saved bills and codes, marked as possibly outdated, with a link to saved documents. Without a
 * saved bill, it shows an explanation.
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

/** The badge of a saved bill. Renders null unless the bill has a payment in transit or a plan. */
function KeptBadge({ bill: { isInPayment, plan } }: { bill: SavedBill }) {
  const text = useText();
  if (isInPayment) return <Badge>{text('repayment.state.inProgress')}</Badge>;
  return plan && <Badge tone="positive">{text('repayment.state.plan')}</Badge>;
}

/** A saved bill: its next payment, code and plan, and a preview of later days. */
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

/** Shown for a page that is not about bills. */
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
 * A button that checks for a network, the only action available offline. The app also checks by
 * itself.
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
  due: AmountDue;
  /** Whether the code may have expired, by the phone's clock. */
  mayHaveEnded: boolean;
};

/** A saved code on a white background, with the expiry that the server set. */
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
