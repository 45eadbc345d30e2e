import { creditQuery } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { refuseQuery } from '@sandali/contract/rejection.ts';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { useLazy } from '#/client/useLazy.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { RejectedView } from './Rejected.tsx';
import { type Credit, StepLoading } from './StepFrame.tsx';
import { statusRedirect } from './steps.ts';
import { QueryFailed, useCredit, useRedirect } from './useCredit.tsx';
import { type WaitingState, WaitingView } from './Waiting.tsx';

const loadApproved = () => import('./Approved.tsx');

/** /creditStatus: the wait, then the answer (spec §4). */
export default function CreditStatus() {
  // Most visits are waits, which do without it. It comes beside the first answer, to be there when it is wanted; where it cannot, that is said then.
  useEffect(() => void loadApproved().catch(() => {}), []);
  const { data, failure, refresh } = useCredit();
  const isDecided = data?.state === 'approved' || data?.state === 'rejected';
  // A borrower who waits here is first notified that the review is done; one who opens the page afterwards sees the result at once.
  const hasWaited = useRef(false);
  if (data && !isDecided) hasWaited.current = true;
  const isNews = isDecided && hasWaited.current;
  const redirect = isNews ? addressOf('status', { showType: 'reviewDone' }) : data ? statusRedirect(data.state, data.nextStep) : null;
  useRedirect(redirect);
  if (failure && !data) return <QueryFailed message={failure.message} onRetry={() => void refresh()} />;
  if (!data || redirect) return <StepLoading />;
  if (data.state === 'approved') return <Approved />;
  if (data.state === 'rejected') return <Rejected credit={data} />;
  return <Waiting credit={data} state={data.state as WaitingState} />;
}

/** How often the answer is looked for. */
const everyMs = 2000;

function Waiting({ credit, state }: { credit: Credit; state: WaitingState }) {
  const config = useConfig();
  // The same cached answer as the frame's: what comes here is what it shows.
  const { failure } = useServerQuery(creditQuery, {}, { everyMs });
  const minutes = config && { least: config.reviewMinutesMin, most: config.reviewMinutesMax };
  return (
    <WaitingView
      state={state}
      submittedAt={credit.submittedAt}
      answerBy={credit.answerBy}
      isLate={credit.isLate}
      minutes={minutes}
      telephone={config?.telephone ?? ''}
      trouble={failure?.message ?? null}
    />
  );
}

/** The moment is shown once a visit; afterwards the page says the same calmly. */
let hasRisen = false;

function Approved() {
  const { part, load } = useLazy(loadApproved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  const { data, failure, refresh } = useServerQuery(userMulti, {});
  const [isMoment, setMoment] = useState(!hasRisen);
  if (failure && !data) return <QueryFailed message={failure.message} onRetry={() => void refresh()} />;
  if (!data || !part) return <StepLoading />;
  if (!data.line) return <QueryFailed message="" onRetry={() => void refresh()} />;
  const facts = { firstName: data.firstName ?? '', limitCentavos: data.line.limitCentavos, offer: data.offer };
  const isFresh = data.line.availableCentavos === data.line.limitCentavos;
  if (!isMoment || !isFresh) return <part.ApprovedView {...facts} borrowableCentavos={data.line.borrowableCentavos} />;
  const close = () => {
    hasRisen = true;
    setMoment(false);
  };
  const borrow = () => {
    hasRisen = true;
    void navigate(paths.loan, { replace: true, move: 'forward' });
  };
  return <part.ApprovedMoment {...facts} onClose={close} onBorrow={borrow} />;
}

function Rejected({ credit }: { credit: Credit }) {
  const config = useConfig();
  const [isWriting, setWriting] = useState(false);
  const { part, load } = useLazy(() => import('./DisputeDialog.tsx'));
  const { data, failure, refresh } = useServerQuery(refuseQuery, {});
  if (failure && !data) return <QueryFailed message={failure.message} onRetry={() => void refresh()} />;
  if (!data?.refusal) return <StepLoading />;
  const { reasonGroup, reason, dispute, canDispute } = data.refusal;
  return (
    <>
      <RejectedView
        firstName={credit.personal?.firstName ?? ''}
        reasonGroup={reasonGroup}
        reason={reason}
        dispute={dispute}
        canDispute={canDispute}
        resubmitOn={credit.resubmitOn}
        mayResubmit={credit.nextStep !== null}
        telephone={config?.telephone ?? ''}
        serviceHours={config?.serviceHours ?? ''}
        onDispute={() => void load().then(setWriting)}
      />
      {isWriting && part && <part.DisputeDialog onClose={() => setWriting(false)} />}
    </>
  );
}
