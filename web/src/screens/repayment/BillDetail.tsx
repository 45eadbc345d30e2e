import type { BillState } from '@sandali/contract/bill.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { useEffect } from 'react';
import { callAddress } from '#/client/callAddress.ts';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { useLazy } from '#/client/useLazy.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { OfflineFallback } from '#/screens/offline/OfflineFallback.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { Disclosure } from '#/ui/Disclosure.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { Timeline } from '#/ui/Timeline.tsx';
import type { Bill } from './answers.ts';
import { BillDock } from './BillDock.tsx';
import { AmountOwed, Figures } from './BillFigures.tsx';
import { BillHead } from './BillHead.tsx';
import { billMoments } from './billMoments.ts';
import type { DaysAheadProps } from './DaysAhead.tsx';
import { GoneScreen, type Stale, StaleNote } from './StaleNote.tsx';
import { isSettled } from './settled.ts';

const everyMs = 5000;

/** /billDetail?loanId=…: the details of a bill. */
export default function BillDetail() {
  const text = useText();
  const loanId = useSearch().get('loanId') ?? '';
  const bill = useServerQuery(
    billDetail,
    { loanId },
    { isOff: !loanId, everyMs: (seen) => seen.bill.state === 'repaymentInProgress' && everyMs },
  );
  const { data, failure, refresh } = bill;
  const telephone = useConfig()?.telephone ?? '';
  if (!loanId || failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return (
      <GoneScreen title={text('repayment.missing.title')}>
        {text('repayment.missing.words')}
      </GoneScreen>
    );
  }
  if (data)
    return (
      <BillView
        detail={data}
        telephone={telephone}
        old={failure && { failure, onRetry: () => void refresh() }}
      />
    );
  if (!failure) return <BillSkeleton />;
  return (
    <OfflineFallback failure={failure} onRetry={refresh}>
      <LoadErrorPage read={bill} />
    </OfflineFallback>
  );
}

/** Shown on /billDetail before the first response. */
export function BillSkeleton() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={1} label={text('repayment.bill.loading')} />
      <SkeletonCard lines={4} label={text('repayment.bill.loading')} />
      <SkeletonRows isApart={false} label={text('repayment.bill.loading')} />
    </Page>
  );
}

export type BillProps = { detail: Bill; telephone: string; old?: Stale | null };

/** The amount of a bill, its parts and dates, and how to pay it. */
export function BillView({ detail, telephone, old }: BillProps) {
  const text = useText();
  const isOpen = !isSettled(detail.bill.state);
  // While a plan is active, only its next part is payable.
  const isLate = isOpen && detail.bill.overdueDays > 0 && !detail.bill.promised;
  const isHard = isLate || (isNear(detail.bill.state) && !detail.bill.promised);
  return (
    <>
      <Page>
        {old && <StaleNote {...old} />}
        <BillHead detail={detail} isOpen={isOpen} />
        {isOpen && <Figures detail={detail} />}
        {isHard && (
          <List>
            <Choices
              detail={detail}
              title={text(isLate ? 'repayment.bill.cannotPayAll' : 'repayment.bill.extend')}
            />
          </List>
        )}
        {hasNotices(detail, isOpen) && <Notices detail={detail} isOpen={isOpen} />}
        {detail.accrual && <Days accrual={detail.accrual} today={detail.today} />}
        <List>
          {isOpen && (
            <Disclosure title={text('repayment.bill.owed')}>
              <AmountOwed detail={detail} />
            </Disclosure>
          )}
          <Disclosure title={text('repayment.bill.timeline')} isOpen={!isOpen}>
            <Timeline
              label={text('repayment.bill.timeline')}
              moments={billMoments(detail, isOpen, text, currentLocale())}
            />
          </Disclosure>
          <Disclosure title={text('repayment.bill.about')}>
            <About detail={detail} />
          </Disclosure>
        </List>
        <List>
          {isOpen && !isHard && (
            <Choices detail={detail} title={text('repayment.bill.extend')} isLow />
          )}
          <Row
            isLow
            href={addressOf('documents', { loanId: detail.bill.loanId })}
            icon="document"
            title={text('title.documents')}
          />
          <Row isLow href={paths.statement} icon="document" title={text('title.statement')} />
          {isOpen && (
            <Row isLow href={paths.reminders} icon="calendar" title={text('title.reminders')} />
          )}
          {isOpen && (
            <Row
              isLow
              href={addressOf('complaints', {
                kind: 'paymentNotShown',
                loanId: detail.bill.loanId,
                repaymentId: detail.openCode?.repaymentId,
              })}
              icon="chat"
              title={text('repayment.bill.notShown')}
            />
          )}
          {telephone && (
            <Row
              isLow
              href={callAddress(telephone)}
              icon="call"
              title={text('repayment.bill.talk')}
              detail={telephone}
            />
          )}
        </List>
      </Page>
      <BillDock detail={detail} isOpen={isOpen} />
    </>
  );
}

/**
 * Whether a bill is due within three days, in which case the help for a borrower who cannot pay is
 * shown expanded.
 */
const isNear = (state: BillState) =>
  state === 'dueSoon' || state === 'dueTomorrow' || state === 'dueToday';

/** Links to the options for a borrower who cannot pay the whole bill. */
function Choices({
  detail: { bill },
  title,
  isLow = false,
}: {
  detail: Bill;
  title: string;
  isLow?: boolean;
}) {
  const text = useText();
  return (
    <Row
      isLow={isLow}
      href={addressOf('extension', { loanId: bill.loanId })}
      icon="calendar"
      title={title}
      detail={text('repayment.bill.seeChoices')}
    />
  );
}

const loadAbout = () => import('./AboutLoan.tsx');
const loadNotices = () => import('./BillNotices.tsx');
const loadDays = () => import('./DaysAhead.tsx');

/** Loads a component in parallel with the bill. Returns null until it is loaded. */
function useLoadedPart<T>(loader: () => Promise<T>): T | null {
  const { part, load } = useLazy(loader);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return part;
}

/** The collapsed details at the end of the bill. */
function About(props: { detail: Bill }) {
  const part = useLoadedPart(loadAbout);
  return part && <part.AboutLoan {...props} />;
}

/** Notices that few bills have. */
function Notices(props: { detail: Bill; isOpen: boolean }) {
  const part = useLoadedPart(loadNotices);
  return part && <part.BillNotices {...props} />;
}

/** A preview of later days, loaded in parallel with the bill. */
function Days(props: DaysAheadProps) {
  const text = useText();
  const part = useLoadedPart(loadDays);
  return part ? (
    <part.DaysAhead {...props} />
  ) : (
    <SkeletonCard lines={4} label={text('repayment.bill.loading')} />
  );
}

function hasNotices(
  { coolingOff, openCode, granted: { waived, promise, writtenOff } }: Bill,
  isOpen: boolean,
): boolean {
  return Boolean(coolingOff || (isOpen && openCode) || waived.length > 0 || promise || writtenOff);
}
