// For tests: the inside listener as somebody on staff asks it.

import { inTx } from '#/db/database.ts';
import { handPace } from '#/kit/clock.ts';
import type { House } from '#/kit/house.ts';
import { createLog } from '#/kit/log.ts';
import { newId, newToken } from '#/kit/random.ts';
import type { StaffCommand, StaffRole } from './command.ts';
import { hashOfKey, type OpsKey } from './key.ts';
import { insertKey } from './keys.store.ts';
import { opsListener } from './listener.ts';

export type Answer = { status: number; data: Record<string, unknown>; wrong: string };
export type Asks = (command: string, input?: unknown, more?: { reason?: string; reveal?: boolean }) => Promise<Answer>;

/** A listener over a house, and people on staff who ask it. `isSandbox` false makes it a production server. */
export function testOps(house: House, { isSandbox = true, log = createLog('silent'), commands = [] as readonly StaffCommand[] } = {}) {
  const local: OpsKey = { name: 'local', text: 'the-key-of-the-machine-in-this-test' };
  const own = { ...house, log, config: { ...house.config, isSandbox } };
  const app = opsListener({ house: own, key: local, pace: handPace(), worker: { lastLookMs: () => 0 }, commands });

  const withKey =
    (key: string): Asks =>
    async (command, input = {}, more = {}) => {
      const body = JSON.stringify({ input, ...more });
      const headers = { authorization: `Bearer ${key}`, 'content-length': String(Buffer.byteLength(body)), 'x-ops-user': 'root' };
      const answer = await app.request(`/ops/${command.replaceAll(' ', '/')}`, { method: 'POST', headers, body });
      return { status: answer.status, data: {}, wrong: '', ...((await answer.json()) as object) };
    };

  const machine = withKey(local.text);
  let people = 0;
  /** Somebody with a key of their own, as one of the installation: as many of them as a test needs. */
  async function person(...roles: StaffRole[]): Promise<{ name: string; key: string; ask: Asks }> {
    people += 1;
    const name = `${roles[0]}.${people}`;
    const key = newToken();
    const at = { madeAt: house.clocks.wall(), addedAt: house.clocks.now() };
    const made = { ...at, madeBy: 'local:root', makerId: null, isFirst: true };
    await inTx(house.db, (tx) => insertKey(tx, { id: newId(at.madeAt), name, roles, tokenHash: hashOfKey(key), ...made }));
    return { name, key, ask: withKey(key) };
  }

  /** The newest row of the trail. */
  async function lastRow() {
    const rows = await house.db
      .selectFrom('audit_rows')
      .select(['who', 'role', 'act', 'subject', 'reason', 'detail'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    return rows[0];
  }

  return { listener: app, machine, withKey, person, lastRow };
}
