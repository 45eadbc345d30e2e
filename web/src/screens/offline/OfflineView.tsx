import { tabOfChannel } from '@sandali/contract/channel.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { DueAmount } from '#/screens/DueAmount.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { OfflineCodePaper } from './OfflineCodePaper.tsx';
import { byPhoneClock, type SavedBill } from './savedBill.ts';

export type OfflineViewProps = {
  /** Null where nothing is kept. */
  kept: SavedBill | null;
  /** Milliseconds since 1970 by the phone's clock. */
  phoneMs: number;
};

/** What was kept of the bill and its code: never as if it were current. Without anything kept, that there is nothing and what helps. */
export function OfflineView({ kept, phoneMs }: OfflineViewProps) {
  const text = useText();
  if (!kept) {
    return (
      <Page>
        <Empty picture="cloud" title={text('repayment.kept.noneTitle')}>
          {text('repayment.kept.none')}
        </Empty>
      </Page>
    );
  }
  const { due, code, keptAt } = kept;
  const { mayHaveEnded, isPastDue } = byPhoneClock(kept, phoneMs);
  const locale = currentLocale();
  return (
    <Page>
      <Note tone="plain" icon="offline" role="status" title={text('repayment.kept.title')}>
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
