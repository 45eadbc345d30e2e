import { documentGet, documentList } from '@sandali/contract/document.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { Fragment, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { saveFile } from '#/client/saveFile.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { Query } from '#/shell/Query.tsx';
import { DocumentsFrame, DocumentsGone, DocumentsLoading, DocumentsPage, keyOf, type Wanted } from './DocumentsView.tsx';

/** /documents?loanId=…: the papers of one loan, or of all, each to be downloaded as PDF. */
export default function Documents() {
  const loanId = useSearch().get('loanId') ?? undefined;
  // Pages that were asked for, each by the loan before which it begins.
  const [pages, setPages] = useState<readonly (LoanId | undefined)[]>([undefined]);
  const taking = useTaking();
  return (
    <DocumentsFrame>
      {pages.map((before, n) => (
        <OnePage
          key={before ?? ''}
          loanId={loanId}
          before={before}
          taking={taking.busyWith}
          onTake={taking.take}
          onMore={n === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </DocumentsFrame>
  );
}

type PageProps = {
  loanId: string | undefined;
  before: LoanId | undefined;
  taking: string | null;
  onTake(wanted: Wanted): void;
  /** Null where a later page is shown already. */
  onMore: ((next: LoanId) => void) | null;
};

function OnePage({ loanId, before, taking, onTake, onMore }: PageProps) {
  const input = { ...(loanId !== undefined && { loanId }), ...(before !== undefined && { before }) };
  const list = useServerQuery(documentList, input);
  if (list.failure?.name === 'inputInvalid' || (list.data?.loans.length === 0 && loanId !== undefined)) return <DocumentsGone />;
  return (
    <Query read={list} skeleton={<DocumentsLoading />} frame={Fragment}>
      {({ loans, next }) => <DocumentsPage loans={loans} next={next} taking={taking} onTake={onTake} onMore={onMore} />}
    </Query>
  );
}

/** One download at a time. */
function useTaking() {
  const text = useText();
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const write = useWrite(documentGet, {
    onDone: async (file) => {
      const isTaken = await saveFile(file);
      toast(text(isTaken ? 'documents.done' : 'documents.notTaken'), { tone: isTaken ? 'plain' : 'bad' });
    },
  });
  const take = async (wanted: Wanted) => {
    setBusyWith(keyOf(wanted));
    await write.send(wanted);
    setBusyWith(null);
  };
  return { busyWith, take: (wanted: Wanted) => void (busyWith === null && take(wanted)) };
}
