import type { Assertion } from '@sandali/contract/assertion.ts';
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { useRef } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { supportsPasskeys } from '#/client/passkeys.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';

/** A passkey as another way to prove one's identity. */
export type PasskeyOption = { isBusy: boolean; onUse(): void };

/** The passkey button beside a code field; renders nothing without an option. */
export function PasskeyButton({ option }: { option: PasskeyOption | undefined }) {
  const text = useText();
  if (!option) return null;
  return (
    <Button look="soft" size="fit" isBusy={option.isBusy} onClick={option.onUse}>
      {text(option.isBusy ? 'account.passkey.busy' : 'account.passkey.instead')}
    </Button>
  );
}

const calls = () => loadChunk(() => import('#/client/passkeyCalls.ts'));
const challenge = async () => (await import('@sandali/contract/passkey.ts')).passkeyChallenge;
type ChallengeInput = RequestInputOf<Awaited<ReturnType<typeof challenge>>>;

/**
 * Asks a passkey to sign a challenge. `ask` calls `onAnswer` with the signature, or shows the
 * failure.
 */
export function usePasskeyAssertion(onAnswer: (answer: Assertion) => unknown): {
  isBusy: boolean;
  ask(input: ChallengeInput): void;
} {
  const text = useText();
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  const write = useWrite(challenge, {
    isSentOnce: true,
    onDone: async (created) => {
      const result = await calls().then(
        ({ getAssertion }) => getAssertion(created),
        () => ({ ok: false, failure: 'unable' }) as const,
      );
      if (result.ok) await latest.current(result.input);
      else
        toast(
          text(
            result.failure === 'cancelled' ? 'account.passkey.cancelled' : 'account.passkey.unable',
          ),
          { tone: 'bad' },
        );
    },
  });
  return { isBusy: write.isBusy, ask: (input) => void write.send(input) };
}

/**
 * Offers a passkey instead of a code or an ID number on a new device, if the browser supports it.
 * The server identifies the borrower by the passkey's response alone.
 */
export function usePasskeyOption(
  onAnswer: (answer: Assertion) => unknown,
): PasskeyOption | undefined {
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  return supportsPasskeys() ? { isBusy, onUse: () => ask({ purpose: 'newDevice' }) } : undefined;
}
