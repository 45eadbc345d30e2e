import { useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { PasskeyButton, type PasskeyOption } from './PasskeyButton.tsx';
import { readIdLast4 } from './resetForm.ts';
import { StepHeader } from './StepHeader.tsx';

export type IdStepProps = {
  /** The flow: this is the last step of a password reset, or the only step of a login. */
  purpose?: 'reset' | 'login';
  /** The server's reason for asking. */
  reason: string;
  refusal?: string | undefined;
  isBusy: boolean;
  passkey?: PasskeyOption | undefined;
  onEdit(): void;
  onId(idLast4: string): void;
  /** Whether to show an empty field's error from the start (for stories). */
  startWrong?: boolean;
};

/**
 * Asks for the last four characters of the ID number in a reset or a login by code on a new phone,
 * since another person may have the number by now.
 */
export function IdStep({
  purpose = 'reset',
  reason,
  refusal,
  isBusy,
  passkey,
  onEdit,
  onId,
  startWrong = false,
}: IdStepProps) {
  const text = useText();
  const isReset = purpose === 'reset';
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(startWrong);
  const submit = (fields: FormData) => {
    const idLast4 = readIdLast4(fields);
    setWrong(idLast4 === null);
    if (idLast4 !== null) onId(idLast4);
    else focusField('idLast4');
  };
  const change = (value: string) => {
    setTyped(value);
    setWrong(false);
    onEdit();
  };
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={5}>
        <StepHeader step={3} of={isReset ? 3 : 1} title={text('account.reset.idTitle')}>
          {reason}
        </StepHeader>
        <TextField
          label={text('account.reset.id')}
          name="idLast4"
          value={typed}
          onChange={change}
          isBig
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={isWrong ? text('account.reset.idMissing') : refusal}
        />
        <PasskeyButton option={passkey} />
        <Note icon="lock">{text('account.reset.idHold')}</Note>
      </Page>
      <Footer>
        <Dock consequence={isReset && text('account.reset.effect')}>
          <SubmitButton isBusy={isBusy}>{text(buttonTextId(isReset, isBusy))}</SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

function buttonTextId(isReset: boolean, isBusy: boolean) {
  if (isReset) return isBusy ? 'account.newPassword.busy' : 'account.newPassword.submit';
  return isBusy ? 'account.login.busy' : 'account.login.submit';
}
