// The desk: a web console for staff on the inside listener. Its calls run the same commands as the
// ops API, for a session in a browser instead of a key.

import { hourMs } from '@sandali/contract/day.ts';
import { deskPaths, zMadePasskey, zSignedChallenge } from '@sandali/contract/desk.ts';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { StaffCommand } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import { type Pace, realPace, withMinimumDuration } from '#/platform/clock.ts';
import { Declined } from '#/platform/refuse.ts';
import {
  commandsByPath,
  readCommand,
  respondTo,
  zCommandRequest,
} from '#/staff/command-request.ts';
import { readInput as readCommandInput, whyStopped } from '#/staff/perform.ts';
import { keyOwner } from '#/staff/staff.ts';
import { confirmationCheck, offerConfirmation } from './confirmation.ts';
import { deskHeaders, ownHostOnly, ownPagesOnly } from './door.ts';
import { deskPage } from './page.ts';
import { keepPasskey, offerPasskey, offerSignIn, signInOf } from './passkey.ts';
import { readInput } from './request.ts';
import { addSandboxSignIn } from './sandbox.ts';
import {
  closeSession,
  forgetCookie,
  openSession,
  type SignedIn,
  sessionView,
  signedIn,
} from './session.ts';
import { insertAct } from './store.ts';

const zDeskCommand = v.strictObject({
  ...zCommandRequest.entries,
  confirmation: v.optional(zSignedChallenge),
  act: v.optional(v.pipe(v.string(), v.uuid())),
});
/** A sign-in with an unknown passkey is delayed and counts towards an hourly limit. */
const unknownPasskeyMs = 1000;
const unknownPasskeys = { name: 'desk:unknownPasskeys', limit: 60, windowMs: hourMs };

export type DeskDeps = {
  context: AppContext;
  commands: readonly StaffCommand[];
  /** The folder of the built web app. */
  dist: string;
  pace?: Pace;
};

/** Returns the handler of /desk. */
export function createDesk({ context: app, commands, dist, pace = realPace() }: DeskDeps): Hono {
  const { deskOrigin, isSandbox } = app.config;
  const byPath = commandsByPath(commands);
  const desk = new Hono();
  desk.use(deskHeaders(deskOrigin), ownHostOnly(deskOrigin));
  desk.use('/desk/api/*', ownPagesOnly(deskOrigin));

  /** Returns who is signed in, or the response that refuses the call. */
  const session = async (c: Context): Promise<SignedIn | Response> => {
    const who = await signedIn(app, c);
    if (!who) return refuse(c, 'Sign in first.');
    const { holder } = who;
    return holder.stopped ? refuse(c, whyStopped(holder.stopped, holder)) : who;
  };
  const refuse = (c: Context, wrong: string) => {
    forgetCookie(app, c);
    return c.json({ wrong }, 401);
  };
  const show = async (c: Context, who: SignedIn) =>
    c.json({ data: await sessionView(app, who, commands) });

  desk.get(deskPaths.session, async (c) => {
    const who = await session(c);
    return who instanceof Response ? who : await show(c, who);
  });
  desk.post(deskPaths.signInChallenge, async (c) => {
    const input = await readInput(c, v.strictObject({}));
    return input instanceof Response ? input : c.json({ data: await offerSignIn(app) });
  });
  desk.post(deskPaths.signIn, async (c) => {
    const input = await readInput(c, zSignedChallenge);
    if (input instanceof Response) return input;
    const holder = await signInOf(app, input);
    if (!holder) return await refuseUnknown(app, c, pace);
    return await show(c, await openSession(app, c, { ...holder, isByPasskey: true }));
  });
  desk.post(deskPaths.signOut, async (c) => {
    const input = await readInput(c, v.strictObject({ isEverywhere: v.boolean() }));
    if (input instanceof Response) return input;
    const who = await session(c);
    if (who instanceof Response) return who;
    await closeSession(app, c, who, input.isEverywhere);
    return c.json({ data: {} });
  });
  desk.post(deskPaths.passkeyChallenge, async (c) => {
    const input = await readInput(c, v.strictObject({ name: keyOwner.schema }));
    return input instanceof Response
      ? input
      : c.json({ data: await offerPasskey(app, input.name) });
  });
  desk.post(deskPaths.passkey, async (c) => {
    const input = await readInput(c, zMadePasskey);
    return input instanceof Response ? input : c.json({ data: await keepPasskey(app, input) });
  });
  if (isSandbox) addSandboxSignIn(desk, app, show);

  desk.post(deskPaths.confirmation, async (c) => {
    const call = await readInput(c, v.strictObject({ command: v.string(), input: v.unknown() }));
    if (call instanceof Response) return call;
    const who = await session(c);
    if (who instanceof Response) return who;
    const command = byPath.get(call.command.replaceAll(' ', '/'));
    if (!command?.roles.some((role) => who.holder.roles.includes(role)))
      return c.json({ wrong: 'Your roles have no such command.' }, 403);
    const input = readCommandInput(command, call.input);
    if ('wrong' in input) return c.json(input, 422);
    const called = { command, input: call.input, read: input.read };
    return c.json({ data: await offerConfirmation(app, who, called) });
  });
  desk.post(`${deskPaths.commands}/*`, async (c) => {
    const who = await signedIn(app, c);
    if (!who) return refuse(c, 'Sign in first.');
    if (who.holder.stopped) forgetCookie(app, c);
    const command = byPath.get(c.req.path.slice(deskPaths.commands.length + 1));
    if (!command) return c.json({ wrong: 'There is no such command.' }, 404);
    const body = await readCommand(c, command, zDeskCommand);
    if (body instanceof Response) return body;
    const { holder } = who;
    const { confirmation, act, ...request } = body;
    const called = { command, input: request.input };
    const mustHaveConfirmed = await confirmationCheck(app, who, called, confirmation);
    return await respondTo(c, {
      app,
      command,
      holder,
      who: holder.name,
      request,
      desk: {
        mustHaveConfirmed,
        recordOnce: async (tx) => !act || (await insertAct(tx, act, who.session.id)),
      },
    });
  });
  desk.all('/desk/api/*', (c) => c.json({ wrong: 'There is nothing here.' }, 404));
  desk.route('/', deskPage(dist));
  desk.all('*', (c) => c.json({ wrong: 'There is nothing here.' }, 404));
  desk.onError((error, c) => {
    if (error instanceof Declined) return c.json({ wrong: error.message }, 422);
    app.log.error('a call of the desk failed', error);
    return c.json({ wrong: 'The call failed. The server’s log has the reason.' }, 500);
  });
  return desk;
}

/** Refuses an unknown passkey after a second and logs it; counts it towards an hourly limit. */
async function refuseUnknown(app: AppContext, c: Context, pace: Pace): Promise<Response> {
  if (!(await consumeRateLimit(app.db, unknownPasskeys, app.clocks.wall())))
    return c.json({ wrong: 'Too many unknown passkeys within an hour. Wait.' }, 429);
  app.log.warn('the desk was called with an unknown passkey');
  return await withMinimumDuration(pace, unknownPasskeyMs, async () =>
    c.json({ wrong: 'This passkey is not known here. Make one for this desk.' }, 401),
  );
}
