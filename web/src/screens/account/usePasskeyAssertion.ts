import type { Assertion } from '@sandali/contract/assertion.ts';
import type { RequestInputOf } from '@sandali/contract/call.ts';
import { useRef } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';

const calls = () => loadChunk(() => import('#/client/passkeyCalls.ts'));
const challenge = async () => (await import('@sandali/contract/passkey.ts')).passkeyChallenge;
type Asked = RequestInputOf<Awaited<ReturnType<typeof challenge>>>;

/** Asks a passkey for its answer: `ask` gives it to `onAnswer`, or says why there is none. */
export function usePasskeyAssertion(onAnswer: (answer: Assertion) => unknown): { isBusy: boolean; ask(what: Asked): void } {
  const text = useText();
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  const write = useWrite(challenge, {
    onDone: async (given) => {
      const came = await calls().then(
        ({ getAssertion }) => getAssertion(given),
        () => ({ ok: false, why: 'unable' }) as const,
      );
      if (came.ok) await latest.current(came.input);
      else toast(text(came.why === 'cancelled' ? 'account.passkey.cancelled' : 'account.passkey.unable'), { tone: 'bad' });
    },
  });
  return { isBusy: write.isBusy, ask: (what) => void write.send(what) };
}
