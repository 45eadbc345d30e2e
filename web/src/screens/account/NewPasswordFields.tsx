import { useText } from '#/kit/text.ts';
import { PasswordField } from '#/ui/PasswordField.tsx';
import type { RegisterErrors } from './registerForm.ts';

type Props = {
  typed: { password: string; confirm: string };
  onChange(field: 'password' | 'confirm', value: string): void;
  errors: RegisterErrors;
  /** What the server says about the password. */
  refusal?: string | undefined;
  /** What the first is called; 'Password' unless told. */
  label?: string;
};

/** A new password and the same again. */
export function NewPasswordFields({ typed, onChange, errors, refusal, label }: Props) {
  const text = useText();
  const eye = { showLabel: text('account.showPassword'), hideLabel: text('account.hidePassword'), autoComplete: 'new-password' } as const;
  return (
    <>
      <PasswordField
        {...eye}
        label={label ?? text('account.password')}
        name="password"
        value={typed.password}
        onChange={(value) => onChange('password', value)}
        hint={text('account.newPassword.hint')}
        error={errors.password ? text(errors.password) : refusal}
      />
      <PasswordField
        {...eye}
        label={text('account.newPassword.again')}
        name="confirm"
        value={typed.confirm}
        onChange={(value) => onChange('confirm', value)}
        error={errors.confirm && text(errors.confirm)}
      />
    </>
  );
}
