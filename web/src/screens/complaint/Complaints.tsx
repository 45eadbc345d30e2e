import { complaintList } from '@sandali/contract/complaint.ts';
import { billList } from '@sandali/contract/loan.ts';
import { useState } from 'react';
import { useSearch } from '#/kit/location.ts';
import { useAsk } from '#/kit/query.ts';
import { ComplaintForm } from './ComplaintForm.tsx';
import { ComplaintsFailed, ComplaintsLoading, ComplaintsView } from './ComplaintsView.tsx';

/** /complaints: my cases with customer service; with ?kind=… the form of a new one. */
export default function Complaints() {
  const search = useSearch();
  const kind = search.get('kind');
  return kind === null ? <Cases /> : <NewCase kind={kind} loanId={search.get('loanId')} />;
}

function Cases() {
  const { data, failure, isRefreshing, refresh } = useAsk(complaintList, {});
  const [opened, setOpened] = useState<string | null>(null);
  if (data) return <ComplaintsView complaints={data.complaints} opened={opened} onOpen={setOpened} />;
  if (failure) return <ComplaintsFailed message={failure.message} isRetrying={isRefreshing} onRetry={() => void refresh()} />;
  return <ComplaintsLoading />;
}

function NewCase({ kind, loanId }: { kind: string; loanId: string | null }) {
  const { data, failure, isRefreshing, refresh } = useAsk(billList, {});
  if (data) return <ComplaintForm kind={kind} loanId={loanId} bills={[...data.open, ...data.settled]} today={data.today} />;
  if (failure) return <ComplaintsFailed message={failure.message} isRetrying={isRefreshing} onRetry={() => void refresh()} />;
  return <ComplaintsLoading />;
}
