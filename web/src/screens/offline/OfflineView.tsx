import type { AmountDue } from '@sandali/contract/bill.ts';
import { tabOfChannel } from '@sandali/contract/channel.ts';
import { laterDay, manilaDay } from '@sandali/contract/day.ts';
import type { OfflineCode } from '#/client/offlineStore.ts';
import { formatDay, formatMoment, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { CodeAmount, DueAmount } from '#/screens/DueAmount.tsx';
import { placeOf, shapeOf } from '#/screens/repayment/channels.ts';
import { DaysAhead } from '#/screens/repayment/DaysAhead.tsx';
import { useWakeLock } from '#/screens/repayment/useWakeLock.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { byPhoneClock, type SavedBill } from './savedBill.ts';

type OfflineViewProps = {
  /** Null where nothing is kept. */
  bill: SavedBill | null;
  /** Milliseconds since 1970 by the phone's clock. */
  phoneMs: number;
  /** A bar over the screen says already that there is no connection. */
  isSaid: boolean;
};

/** What was kept of the bill and its code: never as if it were current. Without anything kept, that there is nothing and what helps. */
export function OfflineView({ bill, phoneMs, isSaid }: OfflineViewProps) {
  const text = useText();
  if (!bill) {
    return (
      <Page>
        <Empty picture="cloud" title={text('repayment.kept.noneTitle')}>
          {text('repayment.kept.none')}
        </Empty>
      </Page>
    );
  }
  const { due, code, keptAt, accrual } = bill;
  const { mayHaveEnded, isPastDue } = byPhoneClock(bill, phoneMs);
  const locale = currentLocale();
  return (
    <Page>
      <Note tone="plain" icon="offline" role="status" title={!isSaid && text('repayment.kept.title')}>
        {text('repayment.kept.from', { moment: formatMoment(keptAt, manilaDay(phoneMs), locale) })}
      </Note>
      <Stack gap={1}>
        <Heading level={2} size="m">
          {text('repayment.kept.due')}
        </Heading>
        <DueAmount due={due} today={null} size="xl" />
        {isPastDue && (
          <Text size="s" tone="bad">
            {text('repayment.kept.pastDue')}
          </Text>
        )}
      </Stack>
      {code ? (
        <Stack>
          {code.channel && (
            <Heading level={2}>
              {text(`repayment.code.at.${tabOfChannel[code.channel]}`, { channel: code.name ?? text(`repayment.channel.${code.channel}`) })}
            </Heading>
          )}
          {mayHaveEnded && <Note tone="bad">{text('repayment.kept.mayHaveEnded')}</Note>}
          <OfflineCodePaper code={code} due={due} mayHaveEnded={mayHaveEnded} />
        </Stack>
      ) : (
        <Text tone="quiet">{text('repayment.kept.noCode')}</Text>
      )}
      {accrual && <DaysAhead accrual={accrual} today={laterDay(manilaDay(keptAt), manilaDay(phoneMs))} />}
    </Page>
  );
}

/** The one thing to do without a network: look for it once more. It is also looked for by itself. */
export function OfflineDock({ isLooking, onLook }: { isLooking: boolean; onLook(): void }) {
  const text = useText();
  return (
    <Dock consequence={text('repayment.kept.connect')}>
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
function OfflineCodePaper({ code: { text: code, payload, channel, amountCentavos, endsAt }, due, mayHaveEnded }: Props) {
  const text = useText();
  useWakeLock();
  const end = endsAt && { time: formatTime(endsAt), day: formatDay(manilaDay(endsAt), currentLocale(), { weekday: true }) };
  return (
    <PayCode
      code={code}
      {...(payload !== null && { qrText: payload })}
      show={channel ? shapeOf[placeOf(channel)] : 'both'}
      amountLabel={text(amountCentavos === null ? 'repayment.code.anyAmount' : 'repayment.code.exactly')}
      amount={<CodeAmount amountCentavos={amountCentavos} due={due} today={null} />}
      barcodeLabel={text('repayment.code.barcode')}
      qrLabel={text('repayment.code.qr')}
      codeLabel={text('repayment.code.spoken', { code: [...code].join(' ') })}
    >
      <b>{end ? text(mayHaveEnded ? 'repayment.kept.wasUntil' : 'repayment.code.until', end) : text('repayment.code.lasting')}</b>
    </PayCode>
  );
}
