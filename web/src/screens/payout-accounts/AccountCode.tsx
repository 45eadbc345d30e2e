import { type Form, FormField } from '#/client/useForm.tsx';
import { useText } from '#/i18n/text.ts';
import { PictureCode } from '#/screens/account/PictureCode.tsx';
import type { PictureCodeState } from '#/screens/account/usePictureCode.ts';
import { Button } from '#/ui/Button.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import type { BankField } from './accountForms.ts';

export type CodeState = {
  hasSent: boolean;
  secondsLeft: number;
  isBusy: boolean;
  picture?: PictureCodeState;
};

type Props = {
  ownPhone: string;
  state: CodeState;
  form: Form<BankField>;
  onSend(): void;
};

/**
 * Asks for the SMS code needed to add a bank account. The text says that the code goes to the
 * borrower's own number, not to the number in the form.
 */
export function AccountCode({ ownPhone, state, form, onSend }: Props) {
  const text = useText();
  const hint = text(state.hasSent ? 'payoutAccounts.codeSent' : 'payoutAccounts.codeGoes', {
    phone: ownPhone,
  });
  return (
    <Stack>
      <FormField of={form} name="code" as={CodeField} label={text('account.code')} hint={hint} />
      {state.picture && <PictureCode picture={state.picture} />}
      {state.secondsLeft > 0 ? (
        <Text size="s">{text('account.codeAgainIn', { seconds: state.secondsLeft })}</Text>
      ) : (
        <Button look="soft" size="fit" isBusy={state.isBusy} onClick={onSend}>
          {text(
            state.isBusy
              ? 'account.codeSending'
              : state.hasSent
                ? 'account.codeAgain'
                : 'account.codeSend',
          )}
        </Button>
      )}
    </Stack>
  );
}
