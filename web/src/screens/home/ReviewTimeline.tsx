import { unbreakable } from '#/client/unbreakable.ts';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { nightText } from '#/screens/credit/nightText.ts';
import { type Moment, Timeline } from '#/ui/Timeline.tsx';
import type { HomeFacts } from './facts.ts';

type Props = { home: HomeFacts; telephone: string | undefined };

/** The way of an application, from sending to the answer. */
export function ReviewTimeline({ home: { credit, today }, telephone }: Props) {
  const text = useText();
  const time = (at: typeof credit.submittedAt) => at && formatMoment(at, today, currentLocale());
  const isByPerson = credit.state === 'manualReview';
  const phoneDetail = telephone ? text('home.review.phoneFrom', { telephone: unbreakable(telephone) }) : text('home.review.phoneAny');
  const checkDetail = credit.state === 'submitted' ? nightText(text, credit.answerBy) : text('home.review.checkDetail');
  const now = { at: text('home.now'), stateText: text('home.now') };
  const moments: Moment[] = [
    { state: 'done', title: text('home.review.sent'), at: time(credit.submittedAt), stateText: text('home.done') },
    isByPerson
      ? { state: 'done', title: text('home.review.checked'), stateText: text('home.done') }
      : { state: 'now', title: text('home.review.check'), detail: checkDetail, ...now },
    isByPerson
      ? { state: 'now', title: text('home.review.person'), detail: phoneDetail, ...now }
      : { state: 'next', title: text('home.review.phone'), detail: phoneDetail },
    { state: 'next', title: text('home.review.answer'), at: isByPerson || credit.isLate ? null : time(credit.answerBy) },
  ];
  return <Timeline label={text('home.review.label')} moments={moments} />;
}
