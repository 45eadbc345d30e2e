import { changePassword } from '@sandali/contract/newPassword.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { goBack } from '#/routes/navigation.ts';
import { ChangePasswordView } from './ChangePasswordView.tsx';

/** Change password: the present one, and the new one twice. Every other phone is logged out. */
export default function ChangePassword() {
  const text = useText();
  const write = useWrite(changePassword, {
    fields: { passwordWrong: 'oldPassword', passwordTooCommon: 'password', passwordSame: 'password' },
    onDone: () => {
      toast(text('account.change.done'));
      goBack();
    },
  });
  return <ChangePasswordView refused={write} isBusy={write.isBusy} onChange={(input) => void write.send(input)} />;
}
