import { logout } from '@sandali/contract/account.ts';
import { useState } from 'react';
import { endSession } from '#/client/session.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { List, Row } from '#/ui/List.tsx';

/** The row that logs out after confirmation. */
export function SignOutRow() {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <List>
        <Row
          isLow
          icon="logout"
          title={text('my.logout')}
          hasArrow={false}
          onClick={() => setAsking(true)}
        />
      </List>
      {isAsking && <SignOutDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function SignOutDialog({ onClose }: { onClose(): void }) {
  const words = useSignOutTexts();
  const write = useWrite(logout, {
    isSentOnce: true,
    onDone: () => endSession('loggedOut'),
    // Logging out must work without a network: the phone forgets the session, and the server closes
    // it after a period of inactivity.
    onFailed: () => {
      endSession('loggedOut');
      return true;
    },
  });
  const actions = (
    <Choices isBusy={write.isBusy} onStay={onClose} onLeave={() => void write.send({})} />
  );
  return <Dialog {...words} onClose={onClose} actions={actions} />;
}

/** The confirmation without its dialog (for stories). */
export function SignOutPanel({ isBusy = false }: { isBusy?: boolean }) {
  return <DialogPanel {...useSignOutTexts()} actions={<Choices isBusy={isBusy} />} />;
}

function useSignOutTexts() {
  const text = useText();
  return { title: text('my.logout.title'), children: text('my.logout.why') };
}

function Choices({
  isBusy,
  onStay,
  onLeave,
}: {
  isBusy: boolean;
  onStay?: () => void;
  onLeave?: () => void;
}) {
  const text = useText();
  return (
    <>
      <Button look="quiet" onClick={onStay}>
        {text('my.logout.stay')}
      </Button>
      <Button isBusy={isBusy} onClick={onLeave}>
        {text(isBusy ? 'my.logout.busy' : 'my.logout.leave')}
      </Button>
    </>
  );
}
