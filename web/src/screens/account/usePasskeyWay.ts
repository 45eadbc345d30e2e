import type { Assertion } from '@sandali/contract/assertion.ts';
import { canUsePasskeys } from '#/client/passkeys.ts';
import type { PasskeyWay } from './PasskeyButton.tsx';
import { usePasskeyAnswer } from './usePasskeyAnswer.ts';

/** A passkey in place of a code or the ID number on a new device, where this browser knows them. Whose it is shows only when it has answered. */
export function usePasskeyWay(onAnswer: (answer: Assertion) => unknown): PasskeyWay | undefined {
  const { isBusy, ask } = usePasskeyAnswer(onAnswer);
  return canUsePasskeys() ? { isBusy, onUse: () => ask({ purpose: 'newDevice' }) } : undefined;
}
