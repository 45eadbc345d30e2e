// The whole app on the test file's own database, with prepared people.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { userInfo } from '@sandali/contract/account.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { insideUrl } from '@sandali/simulators/testing.ts';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { connect, type Place } from '#/db/database.ts';
import { fewConnections } from '#/db/place.testing.ts';
import { freshDatabase } from '#/db/testing.ts';
import { books } from '#/ledger/ledger.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { randomBytes } from '#/platform/random.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { type Life, logIn, reviewed, signUp } from '#/sandbox/life.ts';
import { type Ready, type Stage, start } from './ready.ts';
import { deviceOf, type Gateways, lifeOf, openServer, openServerSetup, timeOf } from './server.ts';
import { extraFieldsIn } from './surplus.ts';

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type Person = Awaited<ReturnType<TestApp['person']>>;
type Options = {
  env?: Record<string, string>;
  checksBooks?: boolean | 'atEnd';
  isEmpty?: boolean;
  isCrowded?: boolean;
  bankAheadMs?: number;
  behind?: (place: Place) => Promise<Place>;
};

/** Returns a person's borrower id. */
export const gidOf = async ({ client }: Pick<Person, 'client'>): Promise<string> =>
  (await client.must(userInfo, {})).userGid;

/**
 * Prepared people log in again after this time, because a login proves identity for only 15
 * minutes.
 */
const freshMinutes = 5;
/** A prepared person's welcome coupon counts as fresh for this long; it is valid for 30 days. */
const freshHours = 20 * 24;

/**
 * Opens an app for one test file. `checksBooks`: check the books after every test, or once `atEnd`.
 * `isEmpty`: start without people. `isCrowded`: open ten connections.
 * `behind`: put something between the server and the database.
 */
export async function testApp({
  env = {},
  checksBooks = true,
  isEmpty = false,
  isCrowded = false,
  bankAheadMs = 0,
  behind = async (place) => place,
}: Options = {}) {
  // Prepared people exist only under the default catalogue.
  const ready = isEmpty || env.CATALOGUE ? null : inject('ready');
  const built = await build(env, ready, {
    connections: isCrowded ? 10 : fewConnections,
    bankAheadMs,
    behind,
  });
  const time = timeOf(built, built.setup);
  const device = (options: { deviceId?: string; locale?: Locale }) =>
    watched(deviceOf(built, built.setup, options));
  const readyPeople = [...(ready?.people ?? [])];
  let peopleCount = readyPeople.length;
  const life = (number: number, client = device({})) =>
    lifeOf(number, client, { ...built, ...time });

  /**
   * Takes an unused prepared person at this stage, and renews their login if needed. Returns null
   * if no one is left, or if a coupon is needed but expires soon.
   */
  async function take(stage: Stage, withCoupon: boolean): Promise<Life | null> {
    const readyPerson = readyPeople.find((person) => person.stage === stage);
    if (!readyPerson || (withCoupon && built.clocks.now().since(start).total('hours') > freshHours))
      return null;
    readyPeople.splice(readyPeople.indexOf(readyPerson), 1);
    const readyLife = life(readyPerson.number, device({ deviceId: readyPerson.deviceId }));
    readyLife.client.token = readyPerson.token;
    if (built.clocks.wall().since(start).total('minutes') < freshMinutes) return readyLife;
    await logIn(readyLife);
    return readyLife;
  }

  /**
   * Returns a person with an account and, if requested, a credit line. Without `withCoupon`, their
   * welcome coupon may have expired.
   */
  async function person({
    withCredit = false,
    withCoupon = true,
  }: {
    withCredit?: boolean;
    withCoupon?: boolean;
  } = {}) {
    const readyLife = await take(withCredit ? 'approved' : 'registered', withCoupon);
    if (readyLife) return { client: readyLife.client, life: readyLife };
    peopleCount += 1;
    const newLife = life(100 + peopleCount);
    await signUp(newLife);
    if (withCredit) {
      await applyForCredit(newLife);
      await time.until('the review', async () => (await reviewed(newLife)) === 'approved');
    }
    return { client: newLife.client, life: newLife };
  }
  /**
   * Returns a device in a language; with `sameAs`, a second client with that device and session.
   */
  function deviceLike(
    locale: Locale | undefined,
    sameAs: Life['client'] | undefined,
  ): Life['client'] {
    const client = device({
      ...(locale && { locale }),
      ...(sameAs && { deviceId: sameAs.deviceId }),
    });
    if (sameAs) client.token = sameAs.token;
    return client;
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

/** Builds the app on a copy of the prepared people's data, and cleans up after the last test. */
async function build(
  env: Record<string, string>,
  ready: Ready | null,
  {
    behind,
    ...options
  }: Required<Pick<Options, 'behind' | 'bankAheadMs'>> & { connections: number },
) {
  const fresh = await freshDatabase({ isPeopled: ready !== null });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-app-'));
  if (ready) linkTree(path.join(ready.folder, 'files'), path.join(folder, 'files'));
  const masterKey = ready?.masterKey ?? randomBytes(32).toString('base64');
  const place = await behind(fresh.place.app);
  const built = await openServerSetup(
    {
      env,
      place,
      folder,
      masterKey,
      start,
      ...options,
      atEnd: (end) => afterAll(async () => void (await end())),
    },
    ready?.bankFolder,
  );
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  /** Opens another server, which shares only the database and the data folder with the first. */
  const another = async (gateways?: Gateways) => {
    const { db, pool } = connect(place, { max: 4 });
    afterAll(() => pool.end());
    return await openServer(built.setup, db, gateways);
  };
  const simulator = {
    url: insideUrl,
    token: built.bank.token,
    fetch: built.bank.fetch,
    isShared: false,
    setOffset: async () => {},
  };
  return { ...built, owner: fresh.owner, simulator, another };
}

/**
 * Links the files of a folder into another folder. Stored files are never changed, so links are
 * safe.
 */
function linkTree(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else fs.linkSync(source, target);
  }
}

/** Fails the test if a response does not match its contract, or has fields not in its contract. */
function watched(client: Life['client']): Life['client'] {
  const { ask } = client;
  client.ask = async (call, input, requestId) => {
    const answer = await ask(call, input, requestId);
    if (answer.name === 'success')
      expect(
        extraFieldsIn(call.data, answer.data),
        `fields beyond the contract in the answer of ${call.path}`,
      ).toEqual([]);
    return answer;
  };
  return client;
}
