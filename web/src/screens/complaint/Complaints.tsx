import { complaintList } from '@sandali/contract/complaint.ts';
import { feedbackList } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { useState } from 'react';
import { useSearch } from '#/kit/location.ts';
import { useAsk } from '#/kit/query.ts';
import { ComplaintForm } from './ComplaintForm.tsx';
import { ComplaintsFailed, ComplaintsLoading, ComplaintsView } from './ComplaintsView.tsx';

/** /complaints: my cases with customer service, and what I said of the offer (?feedback=… opens one of it); with ?kind=… the form of a new case. */
export default function Complaints() {
  const search = useSearch();
  const kind = search.get('kind');
  return kind === null ? <Cases feedback={search.get('feedback')} /> : <NewCase kind={kind} loanId={search.get('loanId')} />;
}

function Cases({ feedback }: { feedback: string | null }) {
  const { data, failure, isRefreshing, refresh } = useAsk(complaintList, {});
  // Beside the cases: where it cannot be loaded they stand alone.
  const told = useAsk(feedbackList, {});
  const [opened, setOpened] = useState<string | null>(null);
  const [openedFeedback, setOpenedFeedback] = useState(feedback);
  if (data)
    return (
      <ComplaintsView
        complaints={data.complaints}
        opened={opened}
        onOpen={setOpened}
        feedback={told.data?.feedback ?? []}
        openedFeedback={openedFeedback}
        onOpenFeedback={setOpenedFeedback}
      />
    );
  if (failure) return <ComplaintsFailed message={failure.message} isRetrying={isRefreshing} onRetry={() => void refresh()} />;
  return <ComplaintsLoading />;
}

function NewCase({ kind, loanId }: { kind: string; loanId: string | null }) {
  const { data, failure, isRefreshing, refresh } = useAsk(billList, {});
  if (data) return <ComplaintForm kind={kind} loanId={loanId} bills={[...data.open, ...data.settled]} today={data.today} />;
  if (failure) return <ComplaintsFailed message={failure.message} isRetrying={isRefreshing} onRetry={() => void refresh()} />;
  return <ComplaintsLoading />;
}
