import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { paths } from '#/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { readIdNumber } from './changePhoneForm.ts';
import { StepHead } from './StepHead.tsx';

type Typed = { idNumber: string; password: string };

export type IdProofStepProps = {
  typed: Typed;
  onChange(field: keyof Typed, value: string): void;
  /** What the server says about either. */
  refusals?: { idNumber?: string | undefined; password?: string | undefined };
  isBusy: boolean;
  /** Goes to the other way, where this one cannot be gone any more for now. */
  onOtherWay?: (() => void) | undefined;
  onNext(): void;
  /** Whether to begin with the errors of empty fields. */
  startWrong?: boolean;
};

/** Change of number without the old one: the whole ID number, and the password. */
export function IdProofStep({ typed, onChange, refusals = {}, isBusy, onOtherWay, onNext, startWrong = false }: IdProofStepProps) {
  const text = useText();
  const [isLooked, setLooked] = useState(startWrong);
  const isIdWrong = isLooked && readIdNumber(typed.idNumber) === null;
  const isPasswordMissing = isLooked && typed.password === '';
  const submit = () => {
    setLooked(true);
    if (readIdNumber(typed.idNumber) === null) focusField('idNumber');
    else if (typed.password === '') focusField('password');
    else onNext();
  };
  const change = (field: keyof Typed) => (value: string) => {
    setLooked(false);
    onChange(field, value);
  };
  const forgot = (
    <TextLink isAlone href={paths.forgotPassword}>
      {text('account.login.forgot')}
    </TextLink>
  );
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={5}>
        <StepHead step={2} of={4} title={text('account.newPhone.idTitle')}>
          {text('account.newPhone.idWhy')}
        </StepHead>
        <TextField
          label={text('account.newPhone.id')}
          name="idNumber"
          value={typed.idNumber}
          onChange={change('idNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          hint={text('account.newPhone.idHint')}
          error={isIdWrong ? text('account.newPhone.idMissing') : refusals.idNumber}
        />
        {onOtherWay && (
          <Button look="soft" onClick={onOtherWay}>
            {text('account.newPhone.haveOld')}
          </Button>
        )}
        <PasswordField
          label={text('account.password')}
          aside={forgot}
          name="password"
          autoComplete="current-password"
          showLabel={text('account.showPassword')}
          hideLabel={text('account.hidePassword')}
          value={typed.password}
          onChange={change('password')}
          error={isPasswordMissing ? text('account.passwordMissing') : refusals.password}
        />
      </Page>
      <Foot>
        <Dock>
          <SubmitButton isBusy={isBusy}>{text('account.register.next')}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
