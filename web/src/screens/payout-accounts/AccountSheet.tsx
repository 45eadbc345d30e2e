import type { AccountId } from '@sandali/contract/id.ts';
import {
  type BankCard,
  bankcardDelete,
  payeeDefault,
  walletDelete,
} from '@sandali/contract/payoutAccounts.ts';
import { useState } from 'react';
import { invalidate } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';

export type AccountKind = 'bank' | 'wallet';
export type AccountFacts = {
  kind: AccountKind;
  id: AccountId;
  mark: string;
  title: string;
  number: string;
} & Pick<BankCard, 'whyNotPaid' | 'heldHours' | 'isDefault'>;

/** Actions on an account: make it the default, or delete it after confirmation. */
export function AccountSheet({ account, onClose }: { account: AccountFacts; onClose(): void }) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  // Always refetch the list, since it may have changed on another phone.
  const finish = async (message?: string) => {
    onClose();
    if (message) toast(message);
    await invalidate();
  };
  const onFailed = ({ plainMessage }: { plainMessage?: string }) => {
    if (plainMessage === undefined) void finish();
    return false;
  };
  const input = { accountId: account.id };
  const remove = useWrite(account.kind === 'bank' ? bankcardDelete : walletDelete, {
    key: account.id,
    onDone: () => finish(text('payoutAccounts.delete.done')),
    onFailed,
  });
  const first = useWrite(payeeDefault, {
    key: account.id,
    onDone: () => finish(text('payoutAccounts.first.done', { name: account.title })),
    onFailed,
  });
  const sheet = useAccount({
    account,
    isBusy: first.isBusy,
    onClose,
    onFirst: () => void first.send(input),
    onDelete: () => setAsking(true),
  });
  if (!isAsking) return <Sheet {...sheet} />;
  return (
    <DeleteDialog
      account={account}
      isBusy={remove.isBusy}
      onKeep={() => setAsking(false)}
      onDelete={() => void remove.send(input)}
    />
  );
}

type AccountPanelProps = {
  account: AccountFacts;
  isBusy: boolean;
  onClose(): void;
  onFirst(): void;
  onDelete(): void;
};

/** The sheet without its dialog (for stories). */
export function AccountPanel(props: AccountPanelProps) {
  return <SheetPanel {...useAccount(props)} />;
}

function useAccount({ account, isBusy, onClose, onFirst, onDelete }: AccountPanelProps) {
  const text = useText();
  const { title, number, whyNotPaid, isDefault } = account;
  return {
    title,
    detail: number,
    onClose,
    closeLabel: text('shell.close'),
    children: (
      <List>
        {whyNotPaid === null && !isDefault && (
          <Row
            icon="check"
            hasArrow={false}
            title={text(isBusy ? 'payoutAccounts.first.busy' : 'payoutAccounts.first')}
            detail={text('payoutAccounts.first.why')}
            onClick={onFirst}
          />
        )}
        <Row icon="trash" title={text('payoutAccounts.delete')} onClick={onDelete} />
      </List>
    ),
  };
}

type DeletePanelProps = {
  account: AccountFacts;
  isBusy: boolean;
  onKeep(): void;
  onDelete(): void;
};

function DeleteDialog(props: DeletePanelProps) {
  return <Dialog {...useQuestion(props)} onClose={props.onKeep} />;
}

/** The confirmation without its dialog (for stories). */
export function DeletePanel(props: DeletePanelProps) {
  return <DialogPanel {...useQuestion(props)} />;
}

function useQuestion({ account: { title, number }, isBusy, onKeep, onDelete }: DeletePanelProps) {
  const text = useText();
  return {
    title: text('payoutAccounts.delete.title', { name: title, number }),
    children: text('payoutAccounts.delete.why'),
    actions: (
      <>
        <Button look="quiet" onClick={onKeep}>
          {text('payoutAccounts.delete.not')}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={onDelete}>
          {text(isBusy ? 'payoutAccounts.delete.busy' : 'payoutAccounts.delete.yes')}
        </Button>
      </>
    ),
  };
}
