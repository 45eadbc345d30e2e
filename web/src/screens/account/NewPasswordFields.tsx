import { useText } from '#/i18n/text.ts';
import { PasswordField } from '#/ui/PasswordField.tsx';

type Control = {
  name: string;
  value: string;
  onChange(typed: string): void;
  error: string | undefined;
};
type Props = {
  password: Control;
  confirm: Control;
  /** The first field's label; 'Password' by default. */
  label?: string;
};

/** Fields for a new password and its repetition. */
export function NewPasswordFields({ password, confirm, label }: Props) {
  const text = useText();
  const eye = {
    showLabel: text('account.showPassword'),
    hideLabel: text('account.hidePassword'),
    autoComplete: 'new-password',
  } as const;
  return (
    <>
      <PasswordField
        {...eye}
        {...password}
        label={label ?? text('account.password')}
        hint={text('account.newPassword.hint')}
      />
      <PasswordField {...eye} {...confirm} label={text('account.newPassword.again')} />
    </>
  );
}
