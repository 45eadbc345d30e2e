import { complaintList } from '@sandali/contract/cases.ts';
import { feedbackList } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { useSearch } from '#/routes/navigation.ts';
import { Query } from '#/shell/Query.tsx';
import { ComplaintForm } from './ComplaintForm.tsx';
import { ComplaintsLoading, ComplaintsView } from './ComplaintsView.tsx';

/** /complaints: my cases with customer service, and what I said of the offer (?feedback=… opens one of it); with ?kind=… the form of a new case. */
export default function Complaints() {
  const search = useSearch();
  const kind = search.get('kind');
  return kind === null ? <Cases feedback={search.get('feedback')} /> : <NewCase kind={kind} loanId={search.get('loanId')} />;
}

function Cases({ feedback }: { feedback: string | null }) {
  const cases = useServerQuery(complaintList, {});
  // Beside the cases: where it cannot be loaded they stand alone.
  const comments = useServerQuery(feedbackList, {});
  const [opened, setOpened] = useState<string | null>(null);
  const [openedFeedback, setOpenedFeedback] = useState(feedback);
  return (
    <Query read={cases} skeleton={<ComplaintsLoading />}>
      {({ complaints }) => (
        <ComplaintsView
          complaints={complaints}
          opened={opened}
          onOpen={setOpened}
          feedback={comments.data?.feedback ?? []}
          openedFeedback={openedFeedback}
          onOpenFeedback={setOpenedFeedback}
        />
      )}
    </Query>
  );
}

function NewCase({ kind, loanId }: { kind: string; loanId: string | null }) {
  const bills = useServerQuery(billList, {});
  return (
    <Query read={bills} skeleton={<ComplaintsLoading />}>
      {({ open, settled, today }) => <ComplaintForm kind={kind} loanId={loanId} bills={[...open, ...settled]} today={today} />}
    </Query>
  );
}
