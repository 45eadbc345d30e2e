import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { type RegisterErrors, readNewPassword } from './registerForm.ts';
import { StepHead } from './StepHead.tsx';

export type PasswordStepProps = {
  /** `open` ends a sign-up; `set` gives an account that a code has opened its first password. */
  purpose: 'open' | 'set';
  /** National digits, for the password manager; unknown after a login by code. */
  phone?: string | undefined;
  /** What the server says about the password. */
  refusal?: string | undefined;
  isBusy: boolean;
  onEdit(): void;
  onPassword(password: string): void;
  /** Errors to begin with. */
  startErrors?: RegisterErrors;
};

/** Sign-up, last step: a password, twice. */
export function PasswordStep({ purpose, phone, refusal, isBusy, onEdit, onPassword, startErrors = {} }: PasswordStepProps) {
  const text = useText();
  const [typed, setTyped] = useState({ password: '', confirm: '' });
  const [errors, setErrors] = useState<RegisterErrors>(startErrors);
  const set = (field: 'password' | 'confirm') => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors({});
    onEdit();
  };
  const submit = (fields: FormData) => {
    const { password, errors: found } = readNewPassword(fields);
    setErrors(found);
    if (password !== null) onPassword(password);
    else focusField(Object.keys(found)[0] ?? '');
  };
  const isOpening = purpose === 'open';
  const eye = { showLabel: text('account.showPassword'), hideLabel: text('account.hidePassword'), autoComplete: 'new-password' } as const;
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={5}>
        <StepHead step={3} of={isOpening ? 3 : 1} title={text('account.newPassword.title')}>
          {text('account.newPassword.why')}
        </StepHead>
        {phone && <input hidden readOnly name="username" autoComplete="username" value={`0${phone}`} />}
        <PasswordField
          {...eye}
          label={text('account.password')}
          name="password"
          value={typed.password}
          onChange={set('password')}
          hint={text('account.newPassword.hint')}
          error={errors.password ? text(errors.password) : refusal}
        />
        <PasswordField
          {...eye}
          label={text('account.newPassword.again')}
          name="confirm"
          value={typed.confirm}
          onChange={set('confirm')}
          error={errors.confirm && text(errors.confirm)}
        />
      </Page>
      <Foot>
        <Dock consequence={isOpening ? text('account.register.free') : undefined}>
          <SubmitButton isBusy={isBusy}>{text(wordOf(isOpening, isBusy))}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}

function wordOf(isOpening: boolean, isBusy: boolean) {
  if (isOpening) return isBusy ? 'account.register.busy' : 'account.register.submit';
  return isBusy ? 'account.newPassword.busy' : 'account.newPassword.submit';
}
