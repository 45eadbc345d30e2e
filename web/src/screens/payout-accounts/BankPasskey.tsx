import type { Assertion } from '@sandali/contract/assertion.ts';
import { PasskeyButton, usePasskeyAssertion } from '#/screens/account/PasskeyButton.tsx';

type Props = {
  /**
   * Returns the account number to confirm with the passkey. If the form is incomplete, shows its
   * errors and returns null.
   */
  readNumber(): string | null;
  onAnswer(answer: Assertion): unknown;
};

/**
 * Confirms a bank account with a passkey instead of a code. Loaded after the form, if the browser
 * supports passkeys and the borrower has one.
 */
export function BankPasskey({ readNumber, onAnswer }: Props) {
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  const use = () => {
    const accountNumber = readNumber();
    if (accountNumber !== null) ask({ purpose: 'bankAccount', accountNumber });
  };
  return <PasskeyButton option={{ isBusy, onUse: use }} />;
}
