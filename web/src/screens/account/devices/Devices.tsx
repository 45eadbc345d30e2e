import { deviceList, logoutOthers } from '@sandali/contract/device.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Query } from '#/shell/Query.tsx';
import { DevicesLoading, DevicesView } from './DevicesView.tsx';
import { LogoutOthersDialog } from './LogoutOthers.tsx';
import { RecoveryNote } from './RecoveryNote.tsx';

/** My devices: where I am logged in, and the way to log all the others out. */
export default function Devices() {
  const list = useServerQuery(deviceList, {});
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Query read={list} skeleton={<DevicesLoading />}>
        {({ devices }) => (
          <DevicesView devices={devices} onLogoutOthers={() => setAsking(true)}>
            <RecoveryNote />
          </DevicesView>
        )}
      </Query>
      {isAsking && <Asked onClose={() => setAsking(false)} />}
    </>
  );
}

/** The question, and once the server wants to know who asks, the password with it. */
function Asked({ onClose }: { onClose(): void }) {
  const text = useText();
  const [isPasswordNeeded, setPasswordNeeded] = useState(false);
  const write = useWrite(logoutOthers, {
    fields: { passwordWrong: 'password' },
    onDone: () => {
      toast(text('devices.out.done'));
      onClose();
    },
    onFailed: ({ name }) => {
      if (name !== 'passwordNeeded') return undefined;
      setPasswordNeeded(true);
      return true;
    },
  });
  return (
    <LogoutOthersDialog
      isPasswordNeeded={isPasswordNeeded}
      error={write.fieldError('password')}
      isBusy={write.isBusy}
      onEdit={write.clear}
      onClose={onClose}
      onOut={(password) => void write.send(password === null ? {} : { password })}
    />
  );
}
