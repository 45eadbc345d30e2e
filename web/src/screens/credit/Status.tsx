import type { DataOf } from '@sandali/contract/call.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { refuseQuery } from '@sandali/contract/rejection.ts';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { useLazy } from '#/client/useLazy.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { RejectedView } from './Rejected.tsx';
import { Lazily, StepLoading } from './StepFrame.tsx';
import { statusRedirect } from './steps.ts';
import { QueryFailed, useFreshAnswer, useRedirect } from './useCredit.tsx';
import { type WaitingState, WaitingView } from './Waiting.tsx';

const loadApproved = () => import('./Approved.tsx');
const loadPictureAgain = () => import('./PictureAgain.tsx');

/**
 * /creditStatus: shows a waiting page, or a photo to take again, then the decision on the
 * application (spec §4).
 */
export default function CreditStatus() {
  // Preloads the approval page while the borrower waits. A loading error is reported only if the
  // page is needed.
  useEffect(() => void loadApproved().catch(() => {}), []);
  const read = useFreshAnswer(
    useServerQuery(userMulti, {}, { everyMs: ({ credit }) => !isDecided(credit) && everyMs }),
  );
  const { data, failure } = read;
  const refused = useRefusal(data?.credit.state === 'rejected');
  // The decision replaces the waiting page at this address. The address changes only if the
  // decision cannot be loaded.
  const hasWaited = useRef(false);
  if (data && !isDecided(data.credit)) hasWaited.current = true;
  const isAnswerMissing =
    hasWaited.current &&
    data?.credit.state === 'rejected' &&
    refused.failure !== null &&
    !refused.data?.refusal;
  const redirect = isAnswerMissing
    ? addressOf('status', { showType: 'reviewDone' })
    : data
      ? statusRedirect(data.credit.state, data.credit.nextStep)
      : null;
  useRedirect(redirect);
  if (failure && !data) return <QueryFailed read={read} />;
  if (!data || redirect) return <StepLoading />;
  const { state } = data.credit;
  if (state === 'approved') return <Approved home={data} />;
  if (state === 'rejected') return <Rejected home={data} refused={refused} />;
  const [requested] = data.credit.requestedPictures;
  if (requested)
    return <Lazily key={requested.purpose} load={loadPictureAgain} requested={requested} />;
  return (
    <Waiting
      credit={data.credit}
      state={state as WaitingState}
      trouble={failure?.message ?? null}
    />
  );
}

type Home = DataOf<typeof userMulti>;
type Credit = Home['credit'];

const isDecided = ({ state }: Credit) => state === 'approved' || state === 'rejected';

/**
 * Loads the reason for a rejection together with the application's state, and again if the
 * application is rejected later.
 */
function useRefusal(isRejected: boolean) {
  const refused = useServerQuery(refuseQuery, {});
  const { refresh } = refused;
  const isOld = isRejected && refused.data?.refusal === null;
  useEffect(() => {
    if (isOld) void refresh();
  }, [isOld, refresh]);
  return refused;
}

/** Interval between checks for the decision, in ms. */
const everyMs = 2000;

type WaitingProps = { credit: Credit; state: WaitingState; trouble: string | null };

function Waiting({ credit, state, trouble }: WaitingProps) {
  const config = useConfig();
  const minutes = config && { least: config.reviewMinutesMin, most: config.reviewMinutesMax };
  return (
    <WaitingView
      state={state}
      submittedAt={credit.submittedAt}
      answerBy={credit.answerBy}
      isLate={credit.isLate}
      minutes={minutes}
      telephone={config?.telephone ?? ''}
      trouble={trouble}
    />
  );
}

/** Whether the celebration was already shown during this visit. */
let hasRisen = false;

function Approved({ home }: { home: Home }) {
  const { part, load } = useLazy(loadApproved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => void load(), []);
  const [isMoment, setMoment] = useState(!hasRisen);
  const { line, offer } = home;
  if (!part) return <StepLoading />;
  if (!line)
    return (
      <QueryFailed
        read={{ failure: null, isRefreshing: false, refresh: () => invalidate(userMulti) }}
      />
    );
  const facts = { firstName: home.firstName ?? '', limitCentavos: line.limitCentavos, offer };
  const isFresh = line.availableCentavos === line.limitCentavos;
  const whyNot = home.whyNotBorrow;
  // After the approval the line may have been closed or held, or a payment may have been reversed.
  if (whyNot && ['lineClosed', 'lineHeld', 'claimOpen'].includes(whyNot.name))
    return <part.ApprovedBefore whyNot={whyNot.message} />;
  if (!isMoment || !isFresh)
    return <part.ApprovedView {...facts} borrowableCentavos={line.borrowableCentavos} />;
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

function Rejected({
  home: { firstName, credit },
  refused,
}: {
  home: Home;
  refused: ReturnType<typeof useRefusal>;
}) {
  const config = useConfig();
  const [isWriting, setWriting] = useState(false);
  const { part, load } = useLazy(() => import('./DisputeDialog.tsx'));
  const { data, failure } = refused;
  if (failure && !data) return <QueryFailed read={refused} />;
  if (!data?.refusal) return <StepLoading />;
  const { reasonGroup, reason, dispute, canDispute } = data.refusal;
  return (
    <>
      <RejectedView
        firstName={firstName ?? ''}
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
