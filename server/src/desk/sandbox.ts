// The sandbox's sign-in without a passkey, which production does not have.
import { deskPaths, type SeededStaff } from '@sandali/contract/desk.ts';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import { invariant } from '#/platform/refuse.ts';
import { holderOfHash } from '#/staff/key.ts';
import { activeKeys } from '#/staff/keys.store.ts';
import { readInput } from './request.ts';
import { openSession, type SignedIn } from './session.ts';

type Show = (c: Context, who: SignedIn) => Promise<Response>;

/** Adds the calls that list all staff and sign in as one of them. */
export function addSandboxSignIn(desk: Hono, app: AppContext, show: Show): void {
  invariant(app.config.isSandbox, 'only the sandbox has a sign-in without a passkey');
  desk.get(deskPaths.sandboxStaff, async (c) => {
    const staff = await activeKeys(app.db, app.clocks.wall());
    return c.json({ data: staff.map(({ name, roles }): SeededStaff => ({ name, roles })) });
  });
  desk.post(deskPaths.sandboxSignIn, async (c) => {
    const input = await readInput(c, v.strictObject({ name: v.string() }));
    if (input instanceof Response) return input;
    const all = await activeKeys(app.db, app.clocks.wall());
    const key = all.find(({ name }) => name === input.name);
    const holder = key && (await holderOfHash(app, key.tokenHash));
    if (!holder || holder.stopped) return c.json({ wrong: 'Nobody has this name.' }, 422);
    const of = { holder, keyHash: key.tokenHash, isByPasskey: false };
    return await show(c, await openSession(app, c, of));
  });
}
