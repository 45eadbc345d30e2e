import type { Assertion } from '@sandali/contract/assertion.ts';
import { PasskeyButton, usePasskeyAssertion } from '#/screens/account/PasskeyButton.tsx';

type Props = {
  /**
   * Returns the account number to confirm by passkey, or null, with errors shown, if the form is
   * incomplete.
   */
  readNumber(): string | null;
  onAnswer(answer: Assertion): unknown;
};

/**
 * A passkey in place of the code. Loaded after the form, if the borrower has one and the browser
 * supports them.
 */
export function BankPasskey({ readNumber, onAnswer }: Props) {
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  const use = () => {
    const accountNumber = readNumber();
    if (accountNumber !== null) ask({ purpose: 'bankAccount', accountNumber });
  };
  return <PasskeyButton option={{ isBusy, onUse: use }} />;
}
