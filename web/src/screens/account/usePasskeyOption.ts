import type { Assertion } from '@sandali/contract/assertion.ts';
import { supportsPasskeys } from '#/client/passkeys.ts';
import type { PasskeyOption } from './PasskeyButton.tsx';
import { usePasskeyAssertion } from './usePasskeyAssertion.ts';

/** A passkey in place of a code or the ID number on a new device, where this browser knows them. Whose it is shows only when it has answered. */
export function usePasskeyOption(onAnswer: (answer: Assertion) => unknown): PasskeyOption | undefined {
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  return supportsPasskeys() ? { isBusy, onUse: () => ask({ purpose: 'newDevice' }) } : undefined;
}
