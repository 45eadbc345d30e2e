import { useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';

export type LogoutOthersProps = {
  /** Whether the last proof of identity is too old. */
  isPasswordNeeded: boolean;
  error?: string | undefined;
  isBusy: boolean;
  onEdit(): void;
  onClose(): void;
  /** Called with the password, or with null if none is needed. */
  onOut(password: string | null): void;
};

/** Asks before logging out all other devices. */
export function LogoutOthersDialog(props: LogoutOthersProps) {
  return <Dialog {...useLogoutOthersTexts(props)} onClose={props.onClose} />;
}

/** The question without its dialog (for stories). */
export function LogoutOthersPanel(props: LogoutOthersProps) {
  return <DialogPanel {...useLogoutOthersTexts(props)} />;
}

function useLogoutOthersTexts({
  isPasswordNeeded,
  error,
  isBusy,
  onEdit,
  onClose,
  onOut,
}: LogoutOthersProps) {
  const text = useText();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const out = () => {
    const isLacking = isPasswordNeeded && password === '';
    setMissing(isLacking);
    if (isLacking) focusField('password');
    else onOut(isPasswordNeeded ? password : null);
  };
  const field = (
    <PasswordField
      label={text('account.password')}
      name="password"
      autoComplete="current-password"
      showLabel={text('account.showPassword')}
      hideLabel={text('account.hidePassword')}
      value={password}
      onChange={(value) => {
        setPassword(value);
        setMissing(false);
        onEdit();
      }}
      error={isMissing ? text('devices.out.passwordMissing') : error}
    />
  );
  return {
    isStacked: true,
    title: text('devices.out.title'),
    children: (
      <Stack gap={3}>
        <span>{text(isPasswordNeeded ? 'devices.out.password' : 'devices.out.why')}</span>
        {isPasswordNeeded && field}
      </Stack>
    ),
    actions: (
      <>
        <Button isBusy={isBusy} onClick={out}>
          {text(isBusy ? 'devices.out.busy' : 'devices.out.yes')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {text('devices.out.not')}
        </Button>
      </>
    ),
  };
}
