import type { DataOf } from '@sandali/contract/call.ts';
import { type Instant, manilaDay } from '@sandali/contract/day.ts';
import { type DocumentKind, documentGet, documentList } from '@sandali/contract/document.ts';
import type { DocumentItemId, LoanId } from '@sandali/contract/id.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { businessMs } from '#/client/clock.ts';
import { useServerQuery } from '#/client/query.ts';
import { saveFile } from '#/client/saveFile.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { Query } from '#/shell/Query.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { takeLostFocus } from '#/ui/keepFocus.ts';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';

/** /documents?loanId=…: the documents of one loan, or of all loans, each available as a PDF. */
export default function Documents() {
  const loanId = useSearch().get('loanId') ?? undefined;
  // The cursors of the requested pages; undefined for the first page.
  const [pages, setPages] = useState<readonly (LoanId | undefined)[]>([undefined]);
  const download = useDownload();
  return (
    <DocumentsFrame>
      {pages.map((before, n) => (
        <LoadedPage
          key={before ?? ''}
          loanId={loanId}
          before={before}
          taking={download.busyWith}
          onPhone={download.onPhone}
          onTake={download.take}
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
  onPhone: ReadonlySet<string>;
  onTake(wanted: DocumentRequest): void;
  /** Loads the next page; null if the next page is already shown. */
  onMore: ((next: LoanId) => void) | null;
};

function LoadedPage({ loanId, before, onMore, ...papers }: PageProps) {
  const input = {
    ...(loanId !== undefined && { loanId }),
    ...(before !== undefined && { before }),
  };
  const list = useServerQuery(documentList, input);
  if (
    list.failure?.name === 'inputInvalid' ||
    (list.data?.loans.length === 0 && loanId !== undefined)
  )
    return <DocumentsGone />;
  return (
    <Query read={list} skeleton={<DocumentsLoading />} frame={Fragment}>
      {({ loans, others, next }) => (
        <DocumentsPage
          loans={loans}
          others={others}
          next={next}
          isOlder={before !== undefined}
          {...papers}
          onMore={onMore}
        />
      )}
    </Query>
  );
}

/**
 * Downloads one document at a time. Each is also stored on the phone, for use without the server.
 */
function useDownload() {
  const text = useText();
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [onPhone, setOnPhone] = useState<ReadonlySet<string>>(new Set());
  const busy = useRef<string | null>(null);
  useEffect(
    () =>
      void loadSaved().then(async ({ savedPapers }) => setOnPhone(await savedPapers()), noPapers),
    [],
  );
  const isKept = ({ name }: { name: string }) =>
    isTransportFailure(name) && busy.current !== null && onPhone.has(busy.current);
  const give = async (file: Parameters<typeof saveFile>[0], done: string) => {
    const isTaken = await saveFile(file);
    toast(isTaken ? done : text('documents.notTaken'), { tone: isTaken ? 'plain' : 'bad' });
  };
  const onDone = async (file: DataOf<typeof documentGet>) => {
    const key = busy.current;
    await give(file, text('documents.done'));
    const papers = await loadSaved().catch(noPapers);
    if (papers && key) setOnPhone(await papers.savePaper(key, file));
  };
  const write = useWrite(documentGet, { isSentOnce: true, onDone, onFailed: isKept });
  const take = async (request: DocumentRequest) => {
    const key = keyOf(request);
    busy.current = key;
    setBusyWith(key);
    const result = await write.send(request);
    const papers =
      result && !result.ok && isKept(result) ? await loadSaved().catch(noPapers) : null;
    const saved = await papers?.readPaper(key);
    if (saved)
      await give(saved.file, text('documents.fromPhone', { moment: momentText(saved.savedAt) }));
    busy.current = null;
    setBusyWith(null);
  };
  return {
    busyWith,
    onPhone,
    take: (request: DocumentRequest) => void (busyWith === null && take(request)),
  };
}

const loadSaved = () => import('./savedPapers.ts');
/** A fallback that stores nothing, used if the script cannot be loaded. */
const noPapers = () => undefined;
const isTransportFailure = (name: string) => name === 'offline' || name === 'timeout';
const momentText = (at: Instant) => formatMoment(at, manilaDay(businessMs()), currentLocale());

type Listed = DataOf<typeof documentList>;
type Loan = Listed['loans'][number];
type DocumentRequest = { kind: DocumentKind; loanId: LoanId | null; itemId: DocumentItemId | null };

export const keyOf = ({ kind, loanId, itemId }: DocumentRequest) =>
  `${kind} ${loanId ?? ''} ${itemId ?? ''}`;

/** The frame of the screen, with an introduction. */
export function DocumentsFrame({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <Page gap={5}>
      <Note tone="plain" icon="document">
        {text('documents.intro')}
      </Note>
      {children}
      <Text align="center">
        <TextLink href={paths.verify}>{text('documents.check')}</TextLink>
      </Text>
    </Page>
  );
}

export type DocumentsPageProps = {
  loans: readonly Loan[];
  /** Documents that belong to no loan. */
  others: Loan['documents'];
  next: LoanId | null;
  /** Whether the borrower requested this page with the button below an earlier page. */
  isOlder?: boolean;
  /** The key of the document that is being generated and downloaded. */
  taking: string | null;
  /** Keys of the documents stored on this phone. */
  onPhone: ReadonlySet<string>;
  onTake(wanted: DocumentRequest): void;
  onMore: ((next: LoanId) => void) | null;
};

/** The documents, grouped by loan. */
export function DocumentsPage({
  loans,
  others,
  next,
  isOlder,
  onMore,
  ...papers
}: DocumentsPageProps) {
  const text = useText();
  if (loans.length === 0 && others.length === 0) {
    return (
      <Empty isSmall title={text('documents.none')}>
        {text('documents.noneWhy')}
      </Empty>
    );
  }
  return (
    <>
      {loans.map((loan, nth) => (
        <Papers
          key={loan.loanId}
          takesFocus={isOlder && nth === 0}
          title={text('documents.loan', {
            reference: loan.referenceNo,
            amount: formatPesos(loan.principalCentavos, { drop00: true }),
          })}
          detail={text('documents.signed', { day: dayText(loan.signedOn) })}
          loanId={loan.loanId}
          documents={loan.documents}
          {...papers}
        />
      ))}
      {others.length > 0 && (
        <Papers
          title={text('documents.others')}
          detail={text('documents.othersWhy')}
          loanId={null}
          documents={others}
          {...papers}
        />
      )}
      {next && onMore && (
        <Button look="soft" onClick={() => onMore(next)}>
          {text('documents.older')}
        </Button>
      )}
    </>
  );
}

const dayText = (on: Loan['signedOn']) => formatDay(on, currentLocale(), { year: true });

type PapersProps = Pick<DocumentsPageProps, 'taking' | 'onPhone' | 'onTake'> & {
  title: string;
  detail: string;
  loanId: LoanId | null;
  documents: Loan['documents'];
  takesFocus?: boolean | undefined;
};

function Papers({
  title,
  detail,
  loanId,
  documents,
  takesFocus,
  taking,
  onPhone,
  onTake,
}: PapersProps) {
  const text = useText();
  return (
    <section ref={takesFocus ? takeLostFocus : null}>
      <Stack gap={2}>
        <div>
          <Heading level={2} size="m">
            {title}
          </Heading>
          <Text size="s" tone="quiet">
            {detail}
          </Text>
        </div>
        <List>
          {documents.map(({ kind, itemId, on, amountCentavos }) => {
            const request = { kind, loanId, itemId };
            const key = keyOf(request);
            const day = onPhone.has(key)
              ? text('documents.onPhone', { day: dayText(on) })
              : dayText(on);
            return (
              <Row
                key={key}
                icon="document"
                title={text(`documents.kind.${kind}`)}
                detail={taking === key ? text('documents.making') : day}
                end={amountCentavos !== null && formatPesos(amountCentavos)}
                onClick={() => onTake(request)}
              />
            );
          })}
        </List>
      </Stack>
    </section>
  );
}

export function DocumentsLoading() {
  const text = useText();
  return <SkeletonRows label={text('documents.loading')} count={4} />;
}

/** Shown if the address does not name a loan of this borrower. */
export function DocumentsGone() {
  const text = useText();
  return (
    <Empty
      title={text('documents.gone')}
      action={<ButtonLink href={paths.documents}>{text('documents.all')}</ButtonLink>}
    >
      {text('documents.goneWhy')}
    </Empty>
  );
}
