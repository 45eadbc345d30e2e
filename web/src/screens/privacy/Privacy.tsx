import { logout } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import {
  consentWithdraw,
  type DataRequestKind,
  dataDelete,
  dataExport,
  dataQuery,
  dataRequest,
  type ExportFormat,
} from '@sandali/contract/privacy.ts';
import { useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { endSession } from '#/client/session.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { MessageSheet, type MessageSheetProps } from '#/screens/cases/MessageSheet.tsx';
import { Query } from '#/shell/Query.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import { DeleteSheet } from './DeleteSheet.tsx';
import { PrivacyLoading, PrivacyView } from './PrivacyView.tsx';
import { ProofSheet } from './ProofSheet.tsx';
import { formatLongDay, type Group, periodText, retentionText } from './privacyTexts.ts';
import type { Open } from './Requests.tsx';

/**
 * The privacy screen (RA 10173): the data we hold and why, staff access, consents, export,
 * correction and deletion.
 */
export default function Privacy() {
  const query = useServerQuery(dataQuery, {});
  return (
    <Query read={query} skeleton={<PrivacyLoading />}>
      {(data) => <LoadedPrivacy data={data} />}
    </Query>
  );
}

function LoadedPrivacy({ data }: { data: DataOf<typeof dataQuery> }) {
  const text = useText();
  const config = useConfig();
  const [open, setOpen] = useState<Open | null>(null);
  const dataExporting = useExport(setOpen);
  const logInAgain = useLogInAgain();
  const consent = useWrite(consentWithdraw, { onDone: () => toast(text('data.consent.done')) });
  const close = () => {
    setOpen(null);
    dataExporting.clear();
  };
  return (
    <>
      <PrivacyView
        data={data}
        dpoContact={config ? config.dpoContact || config.telephone : ''}
        taking={dataExporting.busyWith}
        isWithdrawing={consent.isBusy}
        onOpen={setOpen}
        onTake={dataExporting.take}
        onWithdraw={(kind) => void consent.send({ kind })}
      />
      {open?.kind === 'group' && <GroupSheet group={open.group} onClose={close} />}
      {open?.kind === 'request' && <Requesting kind={open.of} onClose={close} />}
      {open?.kind === 'delete' && (
        <Deleting
          data={data}
          onClose={close}
          onRequest={() => setOpen({ kind: 'request', of: 'deletion' })}
        />
      )}
      {open?.kind === 'proof' && (
        <ProofSheet
          hasPassword={data.hasPassword}
          refusal={dataExporting.refusal}
          isBusy={dataExporting.busyWith !== null}
          onEdit={dataExporting.clear}
          onPassword={(password) => dataExporting.take(open.format, password)}
          onLogInAgain={logInAgain}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whether a refusal asks for proof of identity, from an account with or without a password. */
const isProofMissing = (name: string) => name === 'passwordNeeded' || name === 'proofTooOld';

/**
 * Logs out, so that a borrower without a password can prove their identity by logging in with a
 * code. The login returns here.
 */
function useLogInAgain() {
  const leave = () => {
    endSession('refused');
    return true;
  };
  const write = useWrite(logout, { isSentOnce: true, onDone: () => void leave(), onFailed: leave });
  return () => void write.send({});
}

/** Downloads the export; asks for the password only if the server requires it. */
function useExport(setOpen: (open: Open | null) => void) {
  const text = useText();
  const [busyWith, setBusyWith] = useState<ExportFormat | null>(null);
  const write = useWrite(dataExport, {
    isSentOnce: true,
    fields: { passwordWrong: 'password' },
    onDone: async (file) => {
      setOpen(null);
      const { saveFile } = await import('#/client/saveFile.ts');
      const isTaken = await saveFile(file);
      toast(text(isTaken ? 'data.take.done' : 'data.take.notTaken'), {
        tone: isTaken ? 'plain' : 'bad',
      });
    },
    onFailed: (failure) => isProofMissing(failure.name),
  });
  const take = async (format: ExportFormat, password?: string) => {
    setBusyWith(format);
    const result = await write.send(password === undefined ? { format } : { format, password });
    setBusyWith(null);
    if (result && !result.ok && isProofMissing(result.name)) setOpen({ kind: 'proof', format });
  };
  return {
    busyWith,
    refusal: write.fieldError('password'),
    clear: write.clear,
    take: (format: ExportFormat, password?: string) => void take(format, password),
  };
}

function Requesting({
  kind,
  onClose,
}: {
  kind: 'correction' | 'deletion' | 'withdrawal';
  onClose(): void;
}) {
  const text = useText();
  const write = useWrite(dataRequest, {
    key: kind,
    onDone: ({ dueOn }) => {
      toast(text('data.request.sent', { due: formatLongDay(dueOn, currentLocale()) }));
      onClose();
    },
  });
  return (
    <RequestSheet
      kind={kind}
      isBusy={write.isBusy}
      refusal={write.fieldError('words')}
      onEdit={write.clear}
      onSend={(words) => void write.send({ kind, words })}
      onClose={onClose}
    />
  );
}

function Deleting({
  data,
  onClose,
  onRequest,
}: {
  data: Parameters<typeof PrivacyView>[0]['data'];
  onClose(): void;
  onRequest(): void;
}) {
  const text = useText();
  const logInAgain = useLogInAgain();
  const [isProofNeeded, setProofNeeded] = useState(data.needsProof || data.hasPassword);
  const write = useWrite(dataDelete, {
    fields: { passwordWrong: 'password' },
    onDone: () => {
      endSession('loggedOut');
      toast(text('data.delete.done'));
    },
    onFailed: (failure) => {
      if (!isProofMissing(failure.name)) return false;
      setProofNeeded(true);
      return true;
    },
  });
  return (
    <DeleteSheet
      deletion={data.deletion}
      hasPassword={data.hasPassword}
      needsProof={isProofNeeded}
      refusal={write.fieldError('password')}
      isBusy={write.isBusy}
      onEdit={write.clear}
      onDelete={(password) => void write.send(password === null ? {} : { password })}
      onRequest={onRequest}
      onLogInAgain={logInAgain}
      onClose={onClose}
    />
  );
}

/** A request to staff in the borrower's own words. */
export function RequestSheet({ kind, ...props }: MessageSheetProps & { kind: DataRequestKind }) {
  const text = useText();
  const texts = {
    title: text(`data.request.${kind}`),
    detail: text(`data.request.why.${kind}`),
    label: text(`data.request.words.${kind}`),
    send: text(props.isBusy ? 'data.request.sending' : 'data.request.send'),
    missing: text('data.request.missing'),
    long: text('data.request.long'),
    letters: (names: { letters: string }) => text('data.request.letters', names),
    used: (count: { used: number; limit: number }) => text('data.request.used', count),
  };
  return (
    <MessageSheet texts={texts} {...props}>
      <Text size="s">{text('data.request.law')}</Text>
    </MessageSheet>
  );
}

type Props = { group: Group; onClose(): void; isDrawnOnly?: boolean };

/** A group of data: its content, dates, purpose, legal basis and retention. */
export function GroupSheet({ group, onClose, isDrawnOnly }: Props) {
  const text = useText();
  const locale = currentLocale();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const content =
    group.shown.length > 0
      ? group.shown.map((line) => <div key={line}>{line}</div>)
      : text('data.held.count', { count: group.count });
  const facts =
    group.count === 0
      ? [{ label: text('data.held.what'), value: text('data.held.none') }]
      : [
          { label: text('data.held.what'), value: content },
          { label: text('data.held.when'), value: periodText(group, locale, text) },
        ];
  const purpose = [
    { label: text('data.held.why'), value: text(`data.group.${group.name}.why`) },
    { label: text('data.held.basis'), value: text(`data.basis.${group.basis}`) },
    { label: text('data.held.keeping'), value: retentionText(group, locale, text) },
  ];
  return (
    <Frame
      title={text(`data.group.${group.name}.title`)}
      closeLabel={text('shell.close')}
      onClose={onClose}
    >
      <KeyValues look="below" groups={[facts, purpose]} />
    </Frame>
  );
}
