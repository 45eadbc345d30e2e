import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { nightText } from '#/screens/credit/nightText.ts';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { type Moment, Timeline } from '#/ui/Timeline.tsx';
import type { HomeFacts } from './facts.ts';

/** An application under review with its timeline, or a rejected one with its reason. */
export function ApplicationCard({
  home,
  telephone,
}: {
  home: HomeFacts;
  telephone: string | undefined;
}) {
  const { state, reasonGroup } = home.credit;
  return state === 'rejected' ? (
    <RejectedCard reasonGroup={reasonGroup} />
  ) : (
    <ReviewTimeline home={home} telephone={telephone} />
  );
}

/** A rejected application, with advice that would help next time. */
function RejectedCard({ reasonGroup }: { reasonGroup: ReasonGroup | null }) {
  const text = useText();
  return (
    <Card as="section">
      <Stack>
        <Heading level={2}>{text('home.refused.title')}</Heading>
        <Text>{text(`home.refused.${reasonGroup ?? 'other'}`)}</Text>
        <Text size="s">{text('home.refused.clean')}</Text>
      </Stack>
    </Card>
  );
}

type Props = { home: HomeFacts; telephone: string | undefined };

/** The timeline of an application, from its submission to the decision. */
function ReviewTimeline({ home: { credit, today }, telephone }: Props) {
  const text = useText();
  const time = (at: typeof credit.submittedAt) => at && formatMoment(at, today, currentLocale());
  const isByPerson = credit.state === 'manualReview';
  const isPictureRequested = credit.requestedPictures.length > 0;
  const phoneDetail = telephone
    ? text('home.review.phoneFrom', { telephone: unbreakable(telephone) })
    : text('home.review.phoneAny');
  const isNight = credit.state === 'submitted';
  const checkDetail = isNight ? nightText(text, credit.answerBy) : text('home.review.checkDetail');
  const now = { at: text('home.now'), stateText: text('home.now') };
  const moments: Moment[] = [
    {
      state: 'done',
      title: text('home.review.sent'),
      at: time(credit.submittedAt),
      stateText: text('home.done'),
    },
    isByPerson
      ? { state: 'done', title: text('home.review.checked'), stateText: text('home.done') }
      : {
          state: 'now',
          title: text(isNight ? 'credit.night.inLine' : 'home.review.check'),
          detail: checkDetail,
          ...now,
        },
    isPictureRequested
      ? { state: 'now', title: text('home.again.title'), detail: text('home.again.detail'), ...now }
      : isByPerson
        ? { state: 'now', title: text('home.review.person'), detail: phoneDetail, ...now }
        : { state: 'next', title: text('home.review.phone'), detail: phoneDetail },
    {
      state: 'next',
      title: text('home.review.answer'),
      at: isByPerson || credit.isLate ? null : time(credit.answerBy),
    },
  ];
  return <Timeline label={text('home.review.label')} moments={moments} />;
}
