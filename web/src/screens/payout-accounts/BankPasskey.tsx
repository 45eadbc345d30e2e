import type { Assertion } from '@sandali/contract/assertion.ts';
import { PasskeyButton, usePasskeyAssertion } from '#/screens/account/PasskeyButton.tsx';

type Props = {
  /**
   * The account number that the passkey is to answer for, or null where the form is not ready; it
   * says why by itself.
   */
  readNumber(): string | null;
  onAnswer(answer: Assertion): unknown;
};

/**
 * A passkey in place of the code. Loaded after the form, where the borrower has one and the browser
 * knows passkeys.
 */
export function BankPasskey({ readNumber, onAnswer }: Props) {
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  const use = () => {
    const accountNumber = readNumber();
    if (accountNumber !== null) ask({ purpose: 'bankAccount', accountNumber });
  };
  return <PasskeyButton option={{ isBusy, onUse: use }} />;
}
