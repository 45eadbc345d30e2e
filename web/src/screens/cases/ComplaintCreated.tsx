import type { Day } from '@sandali/contract/day.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import { toast } from '#/client/toast.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { CopyButton } from '#/ui/CopyButton.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { Timeline } from '#/ui/Timeline.tsx';

export type CreatedComplaint = {
  complaintId: ComplaintId;
  number: string;
  acknowledgeOn: Day;
  resolveOn: Day;
};
export type ReceiptState = 'none' | 'sending' | 'sent' | 'failed';
export type ComplaintCreatedProps = {
  complaint: CreatedComplaint;
  receipt: ReceiptState;
  /** The share of the file uploaded so far, 0 to 100. */
  percent: number;
  failure: string | null;
  onRetry(): void;
};

/** A newly opened case: its number in large type, its deadlines, and whether the file arrived. */
export function ComplaintCreated({
  complaint,
  receipt,
  percent,
  failure,
  onRetry,
}: ComplaintCreatedProps) {
  const text = useText();
  const day = (of: Day) => formatDay(of, currentLocale(), { weekday: true });
  return (
    <>
      <Page>
        <div role="status">
          <Stack gap={1}>
            <Text>{text('cases.made')}</Text>
            <Heading level={2} size="xl">
              {complaint.number}
            </Heading>
            <Text size="s">{text('cases.madeWhy')}</Text>
          </Stack>
        </div>
        {receipt !== 'none' && (
          <ReceiptNote receipt={receipt} percent={percent} failure={failure} onRetry={onRetry} />
        )}
        <Card>
          <Timeline
            moments={[
              { state: 'done', title: text('cases.sent'), stateText: text('cases.moment.done') },
              {
                state: 'now',
                title: text('cases.acknowledgeOn', { day: day(complaint.acknowledgeOn) }),
                stateText: text('cases.moment.now'),
              },
              {
                state: 'next',
                title: text('cases.answerOn', { day: day(complaint.resolveOn) }),
                stateText: text('cases.moment.next'),
              },
            ]}
          />
        </Card>
        <CopyButton
          look="soft"
          value={complaint.number}
          label={text('cases.copy')}
          copiedLabel={text('cases.copied')}
          onCopy={(isCopied) => !isCopied && toast(text('cases.notCopied'), { tone: 'bad' })}
        />
      </Page>
      <Footer>
        <Dock consequence={text('cases.weTell')}>
          <ButtonLink href={addressOf('case', { complaintId: complaint.complaintId })}>
            {text('cases.toCase')}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

function ReceiptNote({
  receipt,
  percent,
  failure,
  onRetry,
}: Pick<ComplaintCreatedProps, 'receipt' | 'percent' | 'failure' | 'onRetry'>) {
  const text = useText();
  if (receipt !== 'failed')
    return (
      <Note role="status" icon={receipt === 'sent' ? 'check' : 'clock'}>
        {receipt === 'sent' ? text('cases.pictureSent') : <Sending percent={percent} />}
      </Note>
    );
  return (
    <Stack gap={2}>
      <Note tone="bad" role="alert" title={text('cases.pictureFailed')}>
        {failure}
      </Note>
      <Button look="soft" icon="refresh" onClick={onRetry}>
        {text('cases.pictureAgain')}
      </Button>
    </Stack>
  );
}

/**
 * The upload's progress. The percentage is hidden from screen readers, which would read every
 * change.
 */
function Sending({ percent }: { percent: number }) {
  const text = useText();
  return (
    <>
      {text('cases.pictureSending')} <span aria-hidden="true">{percent}%</span>
    </>
  );
}
