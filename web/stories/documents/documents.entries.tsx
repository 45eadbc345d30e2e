import { asDay } from '@sandali/contract/day.ts';
import { type DocumentKind, documentList } from '@sandali/contract/document.ts';
import type { DocumentItemId, LoanId } from '@sandali/contract/id.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { queryClient, queryOptions } from '#/client/query.ts';
import Documents, {
  DocumentsFrame,
  DocumentsGone,
  DocumentsLoading,
  DocumentsPage,
  type DocumentsPageProps,
  keyOf,
} from '#/screens/documents/Documents.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const loanId = (n: number) => `0198a000-0000-7000-8000-00000000031${n}` as LoanId;
const itemId = (n: number) => `0198a000-0000-7000-8000-00000000081${n}` as DocumentItemId;
const paper = (kind: DocumentKind, on: string) => ({
  kind,
  itemId: null,
  on: asDay(on),
  amountCentavos: null,
});
const receipt = (n: number, on: string, amountCentavos: Centavos) => ({
  kind: 'receipt' as const,
  itemId: itemId(n),
  on: asDay(on),
  amountCentavos,
});
const loans: DocumentsPageProps['loans'] = [
  {
    loanId: loanId(1),
    referenceNo: '4182093371',
    principalCentavos: centavos(6_000_000),
    signedOn: asDay('2026-11-20'),
    documents: [paper('agreement', '2026-11-20'), paper('disclosure', '2026-11-20')],
  },
  {
    loanId: loanId(2),
    referenceNo: '2530731609',
    principalCentavos: centavos(12_000_000),
    signedOn: asDay('2026-09-28'),
    documents: [
      paper('certificate', '2026-10-13'),
      receipt(1, '2026-10-13', centavos(10_343_850)),
      { ...receipt(2, '2026-10-05', centavos(0)), kind: 'extension', amountCentavos: null },
      receipt(2, '2026-10-05', centavos(2_000_000)),
      { ...receipt(3, '2026-10-02', centavos(12_345)), kind: 'waiver' },
      paper('plan', '2026-10-01'),
      paper('agreement', '2026-09-28'),
      paper('disclosure', '2026-09-28'),
    ],
  },
];

const others: DocumentsPageProps['others'] = [
  { ...receipt(5, '2026-10-20', centavos(61_000)), kind: 'refund' },
  receipt(4, '2026-10-14', centavos(61_000)),
];

const screen = (name: string, draw: () => ReactNode): Entry => ({
  group: 'Documents',
  name,
  isScreen: true,
  draw: () => (
    <>
      <ShellBar title="title.documents" />
      <DocumentsFrame>{draw()}</DocumentsFrame>
    </>
  ),
});
const page = (over: Partial<DocumentsPageProps> = {}) => (
  <DocumentsPage
    loans={loans}
    others={[]}
    next={null}
    taking={null}
    onPhone={new Set()}
    onTake={nothing}
    onMore={nothing}
    {...over}
  />
);

/** The real screen, with one page of documents and the older page that its button loads. */
function TwoPages() {
  const keep = (before: LoanId | undefined, answer: Pick<DocumentsPageProps, 'loans' | 'next'>) =>
    queryClient.setQueryData(queryOptions(documentList, before ? { before } : {}).queryKey, {
      ...answer,
      others: [],
    });
  keep(undefined, { loans: loans.slice(0, 1), next: loanId(1) });
  keep(loanId(1), { loans: loans.slice(1), next: null });
  return <Documents />;
}

const [agreement, disclosure] = (['agreement', 'disclosure'] as const).map((kind) =>
  keyOf({ kind, loanId: loanId(1), itemId: null }),
) as [string, string];

export const entries: Entry[] = [
  screen('two loans', () => page()),
  screen('money that no loan needed', () => page({ others })),
  {
    group: 'Documents',
    name: 'older ones below',
    isScreen: true,
    draw: () => (
      <>
        <ShellBar title="title.documents" />
        <TwoPages />
      </>
    ),
  },
  screen('a PDF is being made', () => page({ taking: agreement })),
  screen('two of them on the phone', () => page({ onPhone: new Set([agreement, disclosure]) })),
  screen('none yet', () => page({ loans: [] })),
  screen('loading', () => <DocumentsLoading />),
  screen('no such loan', () => <DocumentsGone />),
];
