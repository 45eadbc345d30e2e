import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { paths } from '#/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { type ChangeErrors, readChange } from './resetForm.ts';
import { StepHead } from './StepHead.tsx';

export type ChangePasswordViewProps = {
  /** What the server says about either password. */
  refusals?: { oldPassword?: string | undefined; password?: string | undefined };
  isBusy: boolean;
  onEdit(): void;
  onChange(input: { oldPassword: string; password: string }): void;
  /** Errors to begin with. */
  startErrors?: ChangeErrors;
};

const empty = { oldPassword: '', password: '', confirm: '' };

/** Change password, as it is drawn. */
export function ChangePasswordView({ refusals = {}, isBusy, onEdit, onChange, startErrors = {} }: ChangePasswordViewProps) {
  const text = useText();
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState(startErrors);
  const set = (field: keyof typeof empty, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors({});
    onEdit();
  };
  const submit = (fields: FormData) => {
    const { input, errors: found } = readChange(fields);
    setErrors(found);
    if (input) onChange(input);
    else focusField(Object.keys(found)[0] ?? '');
  };
  const forgot = (
    <TextLink isAlone href={paths.forgotPassword}>
      {text('account.login.forgot')}
    </TextLink>
  );
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={5}>
        <StepHead step={1} of={1} title={text('account.newPassword.title')}>
          {text('account.newPassword.why')}
        </StepHead>
        <PasswordField
          label={text('account.change.old')}
          aside={forgot}
          name="oldPassword"
          autoComplete="current-password"
          showLabel={text('account.showPassword')}
          hideLabel={text('account.hidePassword')}
          value={typed.oldPassword}
          onChange={(value) => set('oldPassword', value)}
          error={errors.oldPassword ? text(errors.oldPassword) : refusals.oldPassword}
        />
        <NewPasswordFields typed={typed} onChange={set} errors={errors} refusal={refusals.password} label={text('account.change.new')} />
      </Page>
      <Foot>
        <Dock consequence={text('account.change.effect')}>
          <SubmitButton isBusy={isBusy}>{text(isBusy ? 'account.newPassword.busy' : 'account.newPassword.submit')}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
