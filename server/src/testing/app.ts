// For tests of slices: the whole app on a database of the file's own, with people who are there
// already.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { insideUrl } from '@sandali/simulators/testing.ts';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { connect } from '#/db/database.ts';
import { fewConnections } from '#/db/place.testing.ts';
import { freshDatabase } from '#/db/testing.ts';
import { books } from '#/ledger/ledger.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { randomBytes } from '#/platform/random.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { type Life, reviewed, signUp } from '#/sandbox/life.ts';
import { type Ready, type Stage, start } from './ready.ts';
import { deviceOf, type Gateways, lifeOf, openServer, openServerSetup, timeOf } from './server.ts';
import { extraFieldsIn } from './surplus.ts';

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type Person = Awaited<ReturnType<TestApp['person']>>;
type Wish = {
  env?: Record<string, string>;
  checksBooks?: boolean | 'atEnd';
  isEmpty?: boolean;
  isCrowded?: boolean;
  bankAheadMs?: number;
};

/** The id that a person's rows name. */
export const gidOf = async ({ client }: Pick<Person, 'client'>): Promise<string> =>
  (await client.must(userInfo, {})).userGid;

/** A proof of who somebody is lasts 15 minutes. */
const freshMinutes = 5;
/** The welcome coupon lasts 30 days. */
const freshHours = 20 * 24;

/**
 * An app for one test file. After every test the books must hold, unless `checksBooks` is false;
 * after the last one only, where no test moves money, with 'atEnd'. `isEmpty` is for files that
 * count what everybody has done: nobody is there. `isCrowded` is for files in which many come at
 * once: ten connections.
 */
export async function testApp({
  env = {},
  checksBooks = true,
  isEmpty = false,
  isCrowded = false,
  bankAheadMs = 0,
}: Wish = {}) {
  // People were made under the usual catalogue.
  const ready = isEmpty || env.CATALOGUE ? null : inject('ready');
  const built = await build(env, ready, {
    connections: isCrowded ? 10 : fewConnections,
    bankAheadMs,
  });
  const time = timeOf(built, built.setup);
  const device = (of: { deviceId?: string; locale?: Locale }) =>
    watched(deviceOf(built, built.setup, of));
  const there = [...(ready?.people ?? [])];
  let made = there.length;
  const life = (number: number, client = device({})) =>
    lifeOf(number, client, { ...built, ...time });

  /**
   * The first person of a stage that no test has taken yet, logged in within the last minutes; null
   * where a coupon is wanted and ends soon.
   */
  async function take(stage: Stage, withCoupon: boolean): Promise<Life | null> {
    const found = there.find((one) => one.stage === stage);
    if (!found || (withCoupon && built.clocks.now().since(start).total('hours') > freshHours))
      return null;
    there.splice(there.indexOf(found), 1);
    const one = life(found.number, device({ deviceId: found.deviceId }));
    one.client.token = found.token;
    if (built.clocks.wall().since(start).total('minutes') < freshMinutes) return one;
    const { phone, password } = one;
    const { token } = await one.client.must(logonRegister, {
      by: 'password',
      phone,
      password,
      agreementVersion,
    });
    one.client.token = token;
    return one;
  }

  /**
   * Somebody with an account, with the coupon of a new one, and with credit where it is wanted;
   * everything by the calls a browser makes.
   */
  async function person({
    withCredit = false,
    withCoupon = true,
  }: {
    withCredit?: boolean;
    withCoupon?: boolean;
  } = {}) {
    const ready = await take(withCredit ? 'approved' : 'registered', withCoupon);
    if (ready) return { client: ready.client, life: ready };
    made += 1;
    const one = life(100 + made);
    await signUp(one);
    if (withCredit) {
      await applyForCredit(one);
      await time.until('the review', async () => (await reviewed(one)) === 'approved');
    }
    return { client: one.client, life: one };
  }
  /** A phone that speaks a language; with `sameAs` the very one on which somebody is logged in. */
  function deviceLike(
    locale: Locale | undefined,
    sameAs: Life['client'] | undefined,
  ): Life['client'] {
    const one = device({ ...(locale && { locale }), ...(sameAs && { deviceId: sameAs.deviceId }) });
    if (sameAs) one.token = sameAs.token;
    return one;
  }
  const checkBooks = async () => expect(await books(built.db)).toEqual([]);
  if (checksBooks === 'atEnd') afterAll(checkBooks);
  else if (checksBooks) afterEach(checkBooks);
  const today = () => manilaDayOf(built.clocks.now());
  return {
    ...built,
    ...time,
    today,
    device: (locale?: Locale, sameAs?: Life['client']) => deviceLike(locale, sameAs),
    person,
  };
}

/**
 * The app with its ports, on a copy of what ready people have; everything it holds goes away after
 * the file's last test.
 */
async function build(
  env: Record<string, string>,
  ready: Ready | null,
  of: { connections: number; bankAheadMs: number },
) {
  const fresh = await freshDatabase({ isPeopled: ready !== null });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-app-'));
  if (ready) linkTree(path.join(ready.folder, 'files'), path.join(folder, 'files'));
  const masterKey = ready?.masterKey ?? randomBytes(32).toString('base64');
  const place = fresh.place.app;
  const built = await openServerSetup(
    {
      env,
      place,
      folder,
      masterKey,
      start,
      ...of,
      atEnd: (end) => afterAll(async () => void (await end())),
    },
    ready?.bankFolder,
  );
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  /**
   * Another server beside the first, with separate gateways if given: they share one database and
   * one data folder, and nothing else.
   */
  const another = async (gateways?: Gateways) => {
    const { db, pool } = connect(place, { max: 4 });
    afterAll(() => pool.end());
    return await openServer(built.setup, db, gateways);
  };
  const simulator = {
    url: insideUrl,
    token: built.bank.token,
    fetch: built.bank.fetch,
    setOffset: async () => {},
  };
  return { ...built, owner: fresh.owner, simulator, another };
}

/** The same files in another folder; none of them is ever written to again. */
function linkTree(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const one of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, one.name), path.join(to, one.name)];
    if (one.isDirectory()) linkTree(source, target);
    else fs.linkSync(source, target);
  }
}

/**
 * Fails where an answer does not hold what its contract says, and nothing more: so for every answer
 * that any test sees.
 */
function watched(client: Life['client']): Life['client'] {
  const { ask } = client;
  client.ask = async (call, input, requestId) => {
    const came = await ask(call, input, requestId);
    if (came.name === 'success')
      expect(
        extraFieldsIn(call.data, came.data),
        `more than was asked in the answer of ${call.path}`,
      ).toEqual([]);
    return came;
  };
  return client;
}
