import type { RequestInputOf } from '@sandali/contract/call.ts';
import { changePassword } from '@sandali/contract/newPassword.ts';
import * as v from 'valibot';
import { messageId, required } from '#/client/formRules.ts';
import { toast } from '#/client/toast.ts';
import { FormField, type Refused, useField, useForm } from '#/client/useForm.tsx';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { goBack } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { passwordProblem } from './registerForm.ts';
import { StepHeader } from './StepHeader.tsx';

/** Changes the password. Requires the current password, and logs out all other phones. */
export default function ChangePassword() {
  const text = useText();
  const write = useWrite(changePassword, {
    fields: {
      passwordWrong: 'oldPassword',
      passwordTooCommon: 'password',
      passwordSame: 'password',
    },
    onDone: () => {
      toast(text('account.change.done'));
      goBack();
    },
  });
  return (
    <ChangePasswordView
      refused={write}
      isBusy={write.isBusy}
      onChange={(input) => void write.send(input)}
    />
  );
}

const newPassword = v.pipe(
  v.string(),
  v.transform((typed) => typed.normalize('NFC')),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed && passwordProblem(dataset.value);
    if (problem) addIssue({ message: problem });
  }),
);

/** The form's schema: the current password, and the new password twice. */
export const changePasswordForm = v.pipe(
  v.object({
    oldPassword: required('account.passwordMissing'),
    password: newPassword,
    confirm: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm']],
      ({ password, confirm }) =>
        passwordProblem(password) !== null || password === confirm.normalize('NFC'),
      messageId('account.newPassword.differs'),
    ),
    ['confirm'],
  ),
  v.transform(({ oldPassword, password }) => ({ oldPassword, password })),
);

type Input = RequestInputOf<typeof changePassword>;
type ChangePasswordViewProps = { refused: Refused; isBusy: boolean; onChange(input: Input): void };

const empty = { oldPassword: '', password: '', confirm: '' };

export function ChangePasswordView({ refused, isBusy, onChange }: ChangePasswordViewProps) {
  const text = useText();
  const form = useForm<keyof typeof empty, Input>({
    schema: changePasswordForm,
    start: empty,
    refused,
    onInput: onChange,
  });
  const forgot = (
    <TextLink isAlone href={paths.forgotPassword}>
      {text('account.login.forgot')}
    </TextLink>
  );
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page gap={5}>
        <StepHeader step={1} of={1} title={text('account.newPassword.title')}>
          {text('account.newPassword.why')}
        </StepHeader>
        <FormField
          of={form}
          name="oldPassword"
          as={PasswordField}
          label={text('account.change.old')}
          aside={forgot}
          autoComplete="current-password"
          showLabel={text('account.showPassword')}
          hideLabel={text('account.hidePassword')}
        />
        <NewPasswordFields
          password={useField(form, 'password')}
          confirm={useField(form, 'confirm')}
          label={text('account.change.new')}
        />
      </Page>
      <Footer>
        <Dock consequence={text('account.change.effect')}>
          <SubmitButton isBusy={isBusy}>
            {text(isBusy ? 'account.newPassword.busy' : 'account.newPassword.submit')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
