import type { Assertion } from '@sandali/contract/assertion.ts';
import { passkeyList } from '@sandali/contract/passkey.ts';
import { useServerQuery } from '#/client/query.ts';
import { PasskeyButton, usePasskeyAssertion } from '#/screens/account/PasskeyButton.tsx';

type Props = {
  /** The account number that the passkey is to answer for, or null where the form is not ready; it says why by itself. */
  readNumber(): string | null;
  onAnswer(answer: Assertion): unknown;
};

/** A passkey in place of the code, where the borrower has one. Loaded after the form, and only by a browser that knows passkeys. */
export function BankPasskey({ readNumber, onAnswer }: Props) {
  const passkeys = useServerQuery(passkeyList, {});
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  if (!passkeys.data?.passkeys.length) return null;
  const use = () => {
    const accountNumber = readNumber();
    if (accountNumber !== null) ask({ purpose: 'bankAccount', accountNumber });
  };
  return <PasskeyButton option={{ isBusy, onUse: use }} />;
}
