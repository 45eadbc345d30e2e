import type { CreditState } from '@sandali/contract/credit.ts';
import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatDay, formatMoment, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { GoHomeDock } from '#/shell/GoHomeDock.tsx';
import { Figure } from '#/ui/Amount.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';
import { type Moment, Timeline } from '#/ui/Timeline.tsx';
import { nightText } from './nightText.ts';

export type WaitingState = Extract<CreditState, 'submitted' | 'autoReview' | 'manualReview'>;
type WaitingProps = {
  state: WaitingState;
  submittedAt: Instant | null;
  answerBy: Instant | null;
  isLate: boolean;
  /** How long a review takes, in minutes; null until known. */
  minutes: { least: number; most: number } | null;
  telephone: string;
  /** Why the last check for the decision failed; another check follows. */
  trouble: string | null;
};

/** An application under review: what happened, its state, and when the decision will come. */
export function WaitingView(props: WaitingProps) {
  const { state, answerBy, isLate, trouble } = props;
  const text = useText();
  return (
    <>
      <Sky>
        <Arc value={state === 'submitted' ? 0.12 : state === 'autoReview' ? 0.45 : 0.7}>
          <PromisedHour {...props} />
        </Arc>
      </Sky>
      <Page isUnderSky>
        <div role="status">
          <Heading level={2}>{text(`credit.wait.${state}`)}</Heading>
          <Words tone="quiet">
            {state === 'submitted'
              ? nightText(text, answerBy)
              : text(`credit.wait.${state}.detail`)}
          </Words>
        </div>
        {isLate && (
          <Note tone="news" icon="info" role="status">
            {text('credit.wait.late')}
          </Note>
        )}
        {trouble && (
          <Note tone="plain" icon="offline" role="status">
            {trouble}
            <br />
            {text('credit.wait.old')}
          </Note>
        )}
        <Timeline label={text('credit.wait.label')} moments={momentsOf(text, props)} />
      </Page>
      <GoHomeDock consequence={text('credit.wait.leave')} />
    </>
  );
}

/** When to expect the decision. No time can be promised while a person reviews the application. */
function PromisedHour({ state, answerBy, isLate, submittedAt, minutes }: WaitingProps) {
  const text = useText();
  if (isLate) {
    return (
      <>
        <Words size="s">{text('credit.wait.checking')}</Words>
        <Words weight="bold" tone="inherit">
          {text('credit.wait.longer')}
        </Words>
      </>
    );
  }
  if (state === 'submitted' && !answerBy) {
    return (
      <Words weight="bold" tone="inherit">
        {text('credit.night.inLine')}
      </Words>
    );
  }
  if (state === 'manualReview' || !answerBy) {
    return (
      <>
        <Words size="s">{text('credit.wait.checking')}</Words>
        <Words weight="bold" tone="inherit">
          {text('credit.wait.person')}
        </Words>
      </>
    );
  }
  const day = manilaDay(answerBy);
  const hasDay = state === 'submitted' || !submittedAt || manilaDay(submittedAt) !== day;
  return (
    <>
      <Words size="s">{text('credit.wait.answerBy')}</Words>
      <Figure>{formatTime(answerBy)}</Figure>
      {hasDay && <Words size="s">{formatDay(day, currentLocale(), { weekday: true })}</Words>}
      {!hasDay && minutes && <Words size="s">{text('credit.wait.minutes', minutes)}</Words>}
    </>
  );
}

function momentsOf(
  text: Text,
  { state, submittedAt, answerBy, isLate, telephone }: WaitingProps,
): Moment[] {
  const time = (at: Instant | null) =>
    at && submittedAt && formatMoment(at, manilaDay(submittedAt), currentLocale());
  const isManual = state === 'manualReview';
  const now = text('credit.wait.now');
  const call = telephone
    ? text('credit.wait.callFrom', { telephone: unbreakable(telephone) })
    : text('credit.wait.call');
  return [
    {
      state: 'done',
      title: text('credit.wait.sent'),
      at: time(submittedAt),
      stateText: text('credit.wait.done'),
    },
    {
      state: isManual ? 'done' : 'now',
      title: text(state === 'submitted' ? 'credit.night.inLine' : 'credit.wait.weCheck'),
      at: isManual ? null : now,
      detail: isManual ? null : text('credit.wait.byItself'),
      stateText: isManual ? text('credit.wait.done') : undefined,
    },
    {
      state: isManual ? 'now' : 'next',
      title: text('credit.wait.mayCall'),
      at: isManual ? now : null,
      detail: call,
    },
    {
      state: 'next',
      title: text('credit.wait.answer'),
      at: isManual || isLate ? null : time(answerBy),
    },
  ];
}
