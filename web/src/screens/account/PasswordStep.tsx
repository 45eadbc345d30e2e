import { type ReactNode, useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { type RegisterErrors, readNewPassword } from './registerForm.ts';
import { StepHeader } from './StepHeader.tsx';

type PasswordStepProps = {
  /**
   * `open` completes a sign-up, `set` adds the first password to an account opened with a code, and
   * `reset` replaces a forgotten password.
   */
  purpose: 'open' | 'set' | 'reset';
  /** The number's national digits, for the password manager; unknown after a login by code. */
  phone?: string | undefined;
  refusal?: string | undefined;
  isBusy: boolean;
  onEdit(): void;
  onPassword(password: string): void;
  /** Errors shown from the start (for stories). */
  startErrors?: RegisterErrors;
  note?: ReactNode;
};

/** The last step of a sign-up or a reset: a password and its repetition. */
export function PasswordStep({
  purpose,
  phone,
  refusal,
  isBusy,
  onEdit,
  onPassword,
  startErrors = {},
  note,
}: PasswordStepProps) {
  const text = useText();
  const [typed, setTyped] = useState({ password: '', confirm: '' });
  const [errors, setErrors] = useState<RegisterErrors>(startErrors);
  const control = (name: 'password' | 'confirm', refusal?: string) => ({
    name,
    value: typed[name],
    onChange: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setErrors({});
      onEdit();
    },
    error: errors[name] ? text(errors[name]) : refusal,
  });
  const submit = (fields: FormData) => {
    const { password, errors: fieldErrors } = readNewPassword(fields);
    setErrors(fieldErrors);
    if (password !== null) onPassword(password);
    else focusField(Object.keys(fieldErrors)[0] ?? '');
  };
  const consequence = consequences[purpose];
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={5}>
        <StepHeader
          step={3}
          of={purpose === 'set' ? 1 : 3}
          title={text('account.newPassword.title')}
        >
          {text('account.newPassword.why')}
        </StepHeader>
        {note}
        {phone && (
          <input hidden readOnly name="username" autoComplete="username" value={`0${phone}`} />
        )}
        <NewPasswordFields password={control('password', refusal)} confirm={control('confirm')} />
      </Page>
      <Footer>
        <Dock consequence={consequence && text(consequence)}>
          <SubmitButton isBusy={isBusy}>
            {text(buttonTextId(purpose === 'open', isBusy))}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

const consequences = {
  open: 'account.register.free',
  set: undefined,
  reset: 'account.reset.effect',
} as const;

function buttonTextId(isOpening: boolean, isBusy: boolean) {
  if (isOpening) return isBusy ? 'account.register.busy' : 'account.register.submit';
  return isBusy ? 'account.newPassword.busy' : 'account.newPassword.submit';
}
