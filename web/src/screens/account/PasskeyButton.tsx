import type { Assertion } from '@sandali/contract/assertion.ts';
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { useRef } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { supportsPasskeys } from '#/client/passkeys.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';

/** A passkey as the other way to prove who is there. */
export type PasskeyOption = { isBusy: boolean; onUse(): void };

/** The button beside a code; nothing where there is no passkey to use. */
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

/** Asks a passkey for its answer: `ask` gives it to `onAnswer`, or says why there is none. */
export function usePasskeyAssertion(onAnswer: (answer: Assertion) => unknown): {
  isBusy: boolean;
  ask(what: ChallengeInput): void;
} {
  const text = useText();
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  const write = useWrite(challenge, {
    isSentOnce: true,
    onDone: async (created) => {
      const came = await calls().then(
        ({ getAssertion }) => getAssertion(created),
        () => ({ ok: false, why: 'unable' }) as const,
      );
      if (came.ok) await latest.current(came.input);
      else
        toast(
          text(came.why === 'cancelled' ? 'account.passkey.cancelled' : 'account.passkey.unable'),
          { tone: 'bad' },
        );
    },
  });
  return { isBusy: write.isBusy, ask: (what) => void write.send(what) };
}

/**
 * A passkey in place of a code or the ID number on a new device, where this browser knows them.
 * Whose it is shows only when it has answered.
 */
export function usePasskeyOption(
  onAnswer: (answer: Assertion) => unknown,
): PasskeyOption | undefined {
  const { isBusy, ask } = usePasskeyAssertion(onAnswer);
  return supportsPasskeys() ? { isBusy, onUse: () => ask({ purpose: 'newDevice' }) } : undefined;
}
