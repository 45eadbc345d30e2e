// Feedback on the offer, and the answers from staff: rows below the cases, and a sheet for each
// item.
import type { DataOf } from '@sandali/contract/call.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import type { AdviceType, feedbackList } from '@sandali/contract/home.ts';
import type { FeedbackId } from '@sandali/contract/id.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type PlainTextId, useText } from '#/i18n/text.ts';
import { Badge } from '#/ui/Badge.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';

export type SentFeedback = DataOf<typeof feedbackList>['feedback'][number];

const kinds: Record<AdviceType, PlainTextId> = {
  1: 'cases.feedback.quota',
  2: 'cases.feedback.term',
  3: 'cases.feedback.interest',
  6: 'cases.feedback.others',
};

const dayOf = (at: SentFeedback['sentAt']) =>
  formatDay(manilaDay(at), currentLocale(), { year: true });

/** The rows of feedback; renders nothing without feedback. */
export function FeedbackRows({
  feedback,
  onOpen,
}: {
  feedback: readonly SentFeedback[];
  onOpen(id: FeedbackId): void;
}) {
  const text = useText();
  if (feedback.length === 0) return null;
  return (
    <section>
      <Stack gap={2}>
        <Heading level={2} size="m">
          {text('cases.feedback')}
        </Heading>
        <List>
          {feedback.map(({ feedbackId, type, sentAt, answer }) => (
            <Row
              key={feedbackId}
              title={text(kinds[type])}
              detail={dayOf(sentAt)}
              end={
                <Badge tone={answer ? 'positive' : 'plain'}>
                  {text(answer ? 'cases.state.answered' : 'cases.state.open')}
                </Badge>
              }
              onClick={() => onOpen(feedbackId)}
            />
          ))}
        </List>
      </Stack>
    </section>
  );
}

type SheetProps = { feedback: SentFeedback; onClose(): void; isDrawnOnly?: boolean };

/** A feedback item in full, with its answer or a note that staff will read it. */
export function FeedbackSheet({ feedback, onClose, isDrawnOnly }: SheetProps) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const { type, wantedCentavos, wantedTermDays, comment, sentAt, answer, answeredAt } = feedback;
  const facts: KeyValue[] = [{ label: text('cases.sent'), value: dayOf(sentAt) }];
  if (wantedCentavos !== null)
    facts.push({
      label: text('cases.feedback.amount'),
      value: formatPesos(wantedCentavos, { drop00: true }),
    });
  if (wantedTermDays !== null)
    facts.push({
      label: text('cases.feedback.wantedTerm'),
      value: text('cases.feedback.days', { days: wantedTermDays }),
    });
  if (answeredAt) facts.push({ label: text('cases.state.answered'), value: dayOf(answeredAt) });
  return (
    <Frame
      title={text(kinds[type])}
      detail={text('cases.feedback')}
      closeLabel={text('shell.close')}
      onClose={onClose}
    >
      <Stack gap={3}>
        <KeyValues groups={[facts]} />
        {comment && <Words size="s">{comment}</Words>}
        {answer ? (
          <Answer words={answer} />
        ) : (
          <Words size="s" tone="quiet">
            {text('cases.feedback.read')}
          </Words>
        )}
      </Stack>
    </Frame>
  );
}

function Answer({ words }: { words: string }) {
  const text = useText();
  return (
    <Stack gap={1}>
      <Heading level={3} size="s">
        {text('cases.answer')}
      </Heading>
      <Words>{words}</Words>
    </Stack>
  );
}
