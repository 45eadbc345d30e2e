// For tests of passkeys: people who have passkeys, and their calls.
import { logonRegister } from '@sandali/contract/account.ts';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyChallenge,
  passkeyList,
} from '@sandali/contract/passkey.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { accountTestContext, byPassword, password } from '#/account/testing.ts';
import { type Authenticator, authenticator, type Wrong } from '#/testing/authenticator.ts';
import { type Device, dataOf } from '#/testing/context.ts';

/** False claims by an authenticator, or by an attacker in its place. */
export const forgeries: [string, Wrong][] = [
  ['another origin', { origin: 'https://sandali.example.net' }],
  ['another site', { rpId: 'example.net' }],
  ['a person who was not checked', { isChecked: false }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
];

export async function passkeyTestContext() {
  const test = await accountTestContext();
  const { fresh, app, ask, registered } = test;
  const { db } = app;
  const newKey = (counts: number | null = null) => authenticator(app.config.origin, counts);

  const begin = async (on: Device) => dataOf(await ask(on, passkeyBegin, { password }));
  const listOf = async (on: Device) => dataOf(await ask(on, passkeyList, {})).passkeys;
  const challenge = async (on: Device) =>
    dataOf(await ask(on, passkeyChallenge, { purpose: 'newDevice' }));

  /** Adds a passkey on a device with a new session. */
  async function added(on: Device, key: Authenticator = newKey()): Promise<Authenticator> {
    dataOf(await ask(on, passkeyAdd, key.make(await begin(on))));
    return key;
  }

  async function holder(key?: Authenticator) {
    const who = await registered();
    return { ...who, key: await added(who.on, key) };
  }

  /** Logs in on a device with the password and a passkey response. */
  const logIn = async (
    on: Device,
    phone: MobileNumber,
    proof: ReturnType<Authenticator['answer']>,
    secret = password,
  ) =>
    (
      await ask(on, logonRegister, {
        ...byPassword(phone, secret),
        proof: { by: 'passkey', ...proof },
      })
    ).name;

  /** Returns the borrower's rows that a refusal must not change. */
  async function stateOf(borrowerId: string) {
    const passkeys = await db
      .selectFrom('passkeys')
      .selectAll()
      .where('borrower_id', '=', borrowerId)
      .orderBy('id')
      .execute();
    const sessions = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('borrower_id', '=', borrowerId)
      .execute();
    const devices = await db
      .selectFrom('trusted_devices')
      .select('device_id')
      .where('borrower_id', '=', borrowerId)
      .execute();
    return { passkeys, sessions: sessions.length, devices: devices.length };
  }

  async function auditOf(borrowerId: string): Promise<string[]> {
    const rows = await fresh.owner.pool.query<{ act: string }>(
      'select act from audit_log where subject = $1 order by id',
      [borrowerId],
    );
    return rows.rows.map(({ act }) => act);
  }
  return { ...test, begin, listOf, challenge, added, holder, logIn, stateOf, auditOf, newKey };
}
