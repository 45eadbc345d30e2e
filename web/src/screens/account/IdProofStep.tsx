import { type Form, FormField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { StepHeader } from './StepHeader.tsx';

type IdProofStepProps = {
  form: Form<'idNumber' | 'password'>;
  isBusy: boolean;
  /** Switches to the other method if this one is blocked for now. */
  onOtherWay?: (() => void) | undefined;
  onNext(): void;
};

/** Changes the number without the old phone: the full ID number and the password prove identity. */
export function IdProofStep({ form, isBusy, onOtherWay, onNext }: IdProofStepProps) {
  const text = useText();
  const forgot = (
    <TextLink isAlone href={paths.forgotPassword}>
      {text('account.login.forgot')}
    </TextLink>
  );
  return (
    <ScreenForm onSubmit={onNext}>
      <Page gap={5}>
        <StepHeader step={2} of={4} title={text('account.newPhone.idTitle')}>
          {text('account.newPhone.idWhy')}
        </StepHeader>
        <FormField
          of={form}
          name="idNumber"
          as={TextField}
          label={text('account.newPhone.id')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={text('account.newPhone.idHint')}
        />
        {onOtherWay && (
          <Button look="soft" onClick={onOtherWay}>
            {text('account.newPhone.useOld')}
          </Button>
        )}
        <FormField
          of={form}
          name="password"
          as={PasswordField}
          label={text('account.password')}
          aside={forgot}
          autoComplete="current-password"
          showLabel={text('account.showPassword')}
          hideLabel={text('account.hidePassword')}
        />
      </Page>
      <Footer>
        <Dock>
          <SubmitButton isBusy={isBusy}>{text('account.register.next')}</SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
