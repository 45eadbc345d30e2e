import { manilaDay } from '@sandali/contract/day.ts';
import {
  type Passkey,
  passkeyAdd,
  passkeyBegin,
  passkeyList,
  passkeyRemove,
  passkeysLimit,
} from '@sandali/contract/passkey.ts';
import { Fragment, useState } from 'react';
import { createPasskey, type PasskeyFailure } from '#/client/passkeyCalls.ts';
import { supportsPasskeys } from '#/client/passkeys.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type PlainTextId, useText } from '#/i18n/text.ts';
import { useDeviceName } from '#/screens/account/devices/deviceName.ts';
import { PasswordSheet } from '#/screens/account/PasswordSheet.tsx';
import { Query, type QueryState } from '#/shell/Query.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';

/** The action that needs the password again. */
type Asking = { to: 'add' } | { to: 'remove'; passkey: Passkey };

/** The borrower's passkeys, which can be added and removed. */
export default function Passkeys() {
  const text = useText();
  const list = useServerQuery(passkeyList, {});
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const add = useAddPasskey({
    onPasswordNeeded: () => setAsking({ to: 'add' }),
    onBegun: () => setAsking(null),
  });
  const remove = useWrite(passkeyRemove, {
    fields: { passwordWrong: 'password' },
    onFailed: ({ name, plainMessage }) => {
      if (name === 'passwordNeeded' && removing) setAsking({ to: 'remove', passkey: removing });
      if (plainMessage === undefined) setRemoving(null);
      return name === 'passwordNeeded';
    },
    onDone: () => {
      setAsking(null);
      setRemoving(null);
      toast(text('passkeys.removed'));
    },
  });
  const isOfAdding = asking?.to === 'add';
  const sendWith = (password: string) => {
    if (asking?.to === 'add') add.send(password);
    if (asking?.to === 'remove')
      void remove.send({ passkeyId: asking.passkey.passkeyId, password });
  };
  return (
    <>
      <PasskeysView
        list={list}
        canUse={supportsPasskeys()}
        isBusy={add.isBusy}
        onAdd={() => add.send()}
        onRemove={setRemoving}
      />
      {removing && !asking && (
        <RemoveDialog
          passkey={removing}
          isBusy={remove.isBusy}
          onStay={() => setRemoving(null)}
          onRemove={() => void remove.send({ passkeyId: removing.passkeyId })}
        />
      )}
      {asking && (
        <PasswordSheet
          isBusy={isOfAdding ? add.isBusy : remove.isBusy}
          refusal={isOfAdding ? add.passwordError : remove.fieldError('password')}
          onEdit={isOfAdding ? add.clear : remove.clear}
          onClose={() => setAsking(null)}
          onPassword={sendWith}
        />
      )}
    </>
  );
}

export type PasskeysViewProps = {
  list: QueryState<{ passkeys: readonly Passkey[] }>;
  /** Whether this browser supports passkeys. */
  canUse: boolean;
  isBusy: boolean;
  onAdd(): void;
  onRemove(passkey: Passkey): void;
};

/** The list of passkeys, with a button in the dock that adds one. */
export function PasskeysView(props: PasskeysViewProps) {
  const text = useText();
  const { list, canUse, isBusy } = props;
  const passkeys = list.data?.passkeys;
  const reason = !canUse
    ? text('passkeys.cannot')
    : (passkeys?.length ?? 0) >= passkeysLimit && text('passkeys.full');
  return (
    <>
      <Page gap={3}>
        <Query
          read={list}
          frame={Fragment}
          skeleton={<SkeletonRows label={text('passkeys.loading')} isApart={false} />}
        >
          {(known) => <PasskeyList passkeys={known.passkeys} onRemove={props.onRemove} />}
        </Query>
      </Page>
      {passkeys && (
        <Footer>
          <Dock consequence={!reason && text('passkeys.effect')}>
            <Button icon="plus" isBusy={isBusy} disabledReason={reason} onClick={props.onAdd}>
              {text(isBusy ? 'passkeys.adding' : 'passkeys.add')}
            </Button>
          </Dock>
        </Footer>
      )}
    </>
  );
}

function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onRemove(passkey: Passkey): void;
}) {
  const text = useText();
  if (passkeys.length === 0)
    return <Empty title={text('passkeys.none')}>{text('passkeys.what')}</Empty>;
  return (
    <>
      <List>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.passkeyId}
            passkey={passkey}
            onRemove={() => onRemove(passkey)}
          />
        ))}
      </List>
      <Note>{text('passkeys.what')}</Note>
    </>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const text = useText();
  const name = useDeviceName(passkey);
  const day = (at: Passkey['addedAt']) => formatDay(manilaDay(at), currentLocale(), { year: true });
  const { addedAt, lastUsedAt } = passkey;
  return (
    <Row
      icon="key"
      title={name}
      detail={
        lastUsedAt
          ? text('passkeys.usedOn', { day: day(lastUsedAt) })
          : text('passkeys.addedOn', { day: day(addedAt) })
      }
      action={
        <IconButton
          icon="trash"
          label={text('passkeys.removeThis', { device: name })}
          onClick={onRemove}
        />
      }
    />
  );
}

type RemoveDialogProps = { passkey: Passkey; isBusy: boolean; onStay(): void; onRemove(): void };

/** Asks before removing a passkey. */
function RemoveDialog(props: RemoveDialogProps) {
  return <Dialog {...usePanel(props)} onClose={props.onStay} />;
}

/** The question without its dialog (for stories). */
export function RemovePanel(props: RemoveDialogProps) {
  return <DialogPanel {...usePanel(props)} />;
}

function usePanel({ passkey, isBusy, onStay, onRemove }: RemoveDialogProps) {
  const text = useText();
  const device = useDeviceName(passkey);
  return {
    title: text('passkeys.remove.title'),
    children: text('passkeys.remove.why', { device }),
    actions: (
      <>
        <Button look="quiet" onClick={onStay}>
          {text('passkeys.remove.stay')}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={onRemove}>
          {text(isBusy ? 'passkeys.remove.busy' : 'passkeys.remove.go')}
        </Button>
      </>
    ),
  };
}

const failures: Record<PasskeyFailure, PlainTextId> = {
  cancelled: 'account.passkey.cancelled',
  known: 'passkeys.known',
  unable: 'account.passkey.unable',
};

type Options = {
  onPasswordNeeded(): void;
  /** Called when adding begins, once the password is correct or was not needed. */
  onBegun(): void;
};

/**
 * Adds a passkey: the server sends a challenge, the device creates a key, the server confirms it.
 */
function useAddPasskey({ onPasswordNeeded, onBegun }: Options) {
  const text = useText();
  const add = useWrite(passkeyAdd, { onDone: () => toast(text('passkeys.added')) });
  const begin = useWrite(passkeyBegin, {
    isSentOnce: true,
    fields: { passwordWrong: 'password' },
    onFailed: ({ name }) => {
      if (name !== 'passwordNeeded') return false;
      onPasswordNeeded();
      return true;
    },
    onDone: async (creation) => {
      onBegun();
      const result = await createPasskey(creation);
      if (result.ok) void add.send(result.input);
      else toast(text(failures[result.failure]), { tone: 'bad' });
    },
  });
  return {
    isBusy: begin.isBusy || add.isBusy,
    passwordError: begin.fieldError('password'),
    clear: begin.clear,
    send: (password?: string) => void begin.send(password === undefined ? {} : { password }),
  };
}
