// For tests of the desk: an inside listener with the desk, and browsers that call it.
import type {
  Confirmation,
  DeskSession,
  MadePasskey,
  PasskeyChallenge,
  SignedChallenge,
} from '@sandali/contract/desk.ts';
import { deskPaths } from '@sandali/contract/desk.ts';
import type { StaffCommand } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import { manualPace } from '#/platform/clock.ts';
import { testOps } from '#/staff/testing.ts';
import { type Authenticator, authenticator, type Wrong } from '#/testing/authenticator.ts';
import { createDesk } from './desk.ts';

type Shown = { data: unknown; wrong: string };
export type DeskAnswer<D = Record<string, unknown>> = {
  status: number;
  data: D;
  wrong: string;
  headers: Headers;
};

/** Opens an inside listener with the desk of this folder. */
export function testDesk(
  context: AppContext,
  {
    dist = '/nowhere',
    ...options
  }: { isSandbox?: boolean; dist?: string; commands?: readonly StaffCommand[] } = {},
) {
  const ops = testOps(context, {
    ...options,
    desk: (app, commands) => createDesk({ context: app, commands, dist, pace: manualPace() }),
  });
  const origin = context.config.deskOrigin;
  const { host } = new URL(origin);

  /** Returns a browser with its own cookies. */
  function browser() {
    let cookie = '';

    /** Sends a call as the desk's page does; `more` replaces headers, and '' removes one. */
    async function send<D = Record<string, unknown>>(
      path: string,
      body?: unknown,
      more: Record<string, string> = {},
    ): Promise<DeskAnswer<D>> {
      const text = body === undefined ? null : JSON.stringify(body);
      const headers = new Headers({ host, 'sec-fetch-site': 'same-origin' });
      if (cookie) headers.set('cookie', cookie);
      if (text !== null) {
        headers.set('origin', origin);
        headers.set('content-type', 'application/json');
        headers.set('content-length', String(Buffer.byteLength(text)));
      }
      for (const [name, value] of Object.entries(more))
        if (value) headers.set(name, value);
        else headers.delete(name);
      const init = { method: text === null ? 'GET' : 'POST', headers, body: text };
      const answer = await ops.listener.request(new Request(`http://${host}${path}`, init));
      const set = answer.headers.get('set-cookie');
      if (set) cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '');
      const isJson = answer.headers.get('content-type')?.includes('json');
      const json = (isJson ? await answer.json() : {}) as Partial<Shown>;
      return {
        status: answer.status,
        data: json.data as D,
        wrong: json.wrong ?? '',
        headers: answer.headers,
      };
    }

    const run = async (
      command: string,
      input: unknown = {},
      more: {
        reason?: string;
        reveal?: boolean;
        confirmation?: SignedChallenge;
        act?: string;
      } = {},
    ) => await send(`${deskPaths.commands}/${command.replaceAll(' ', '/')}`, { input, ...more });

    async function makePasskey(name: string, key: Authenticator, wrong: Wrong = {}) {
      const challenge = await send<PasskeyChallenge>(deskPaths.passkeyChallenge, { name });
      if (challenge.status !== 200) return challenge as DeskAnswer<MadePasskey & PasskeyChallenge>;
      const made = key.make(challenge.data as never, wrong);
      return await send<MadePasskey>(deskPaths.passkey, {
        challengeId: challenge.data.challengeId,
        response: { id: made.credentialId, response: made },
      });
    }

    const challengeToSignIn = async () =>
      (await send<PasskeyChallenge>(deskPaths.signInChallenge, {})).data;
    async function signIn(key: Authenticator, wrong: Wrong = {}) {
      const signed = signedBy(key, await challengeToSignIn(), wrong);
      return await send<DeskSession>(deskPaths.signIn, signed);
    }

    /** Asks what a command would confirm, signs it and runs the command. */
    async function confirm(key: Authenticator, command: string, input: unknown, reason: string) {
      const { data } = await send<Confirmation>(deskPaths.confirmation, { command, input });
      const confirmation = data.challenge ? signedBy(key, data.challenge) : undefined;
      return await run(command, input, { reason, ...(confirmation && { confirmation }) });
    }

    return {
      ...{ send, run, makePasskey, challengeToSignIn, signIn, confirm },
      cookie: () => cookie,
      session: async () => await send<DeskSession>(deskPaths.session),
      signInAs: async (name: string) => await send<DeskSession>(deskPaths.sandboxSignIn, { name }),
      signOut: async (isEverywhere = false) => await send(deskPaths.signOut, { isEverywhere }),
    };
  }

  return {
    ...ops,
    browser,
    newKey: (counts: number | null = null) => authenticator(origin, counts),
  };
}
export type Browser = ReturnType<ReturnType<typeof testDesk>['browser']>;

/** Signs a challenge with a passkey. */
export function signedBy(
  key: Authenticator,
  challenge: PasskeyChallenge,
  wrong: Wrong = {},
): SignedChallenge {
  const { challengeId, credentialId, ...response } = key.answer(challenge as never, wrong);
  return { challengeId, response: { id: credentialId, response } };
}
