// Creates people through the calls that a browser makes, before any test starts, in the database
// that each test file copies.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Place } from '#/db/database.ts';
import { randomBytes } from '#/platform/random.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { reviewed, signUp } from '#/sandbox/life.ts';
import { deviceOf, lifeOf, openServerSetup, timeOf } from './server.ts';

/** Business and wall time at the start of tests: Friday, 20 November 2026, 10:00 in Manila. */
export const start = '2026-11-20T02:00:00Z';
/**
 * When prepared people are created: a minute before `start`, so that their sessions and proofs are
 * fresh.
 */
const readyFrom = '2026-11-20T01:59:00Z';

/**
 * What a prepared person has: an account, or an account with a credit line. None has a loan,
 * because charging a loan for each day of a test takes longer than taking a new loan.
 */
export type Stage = 'registered' | 'approved';
type ReadyPerson = { stage: Stage; number: number; token: string; deviceId: string };
export type Ready = {
  masterKey: string;
  /** The folder with the pictures, whose files are linked into each test file's folder. */
  folder: string;
  /**
   * The folder with the bank's journal and settlement report, which are copied for each test file.
   */
  bankFolder: string;
  people: ReadyPerson[];
};

const counts = { approved: 14, registered: 8 } as const satisfies Record<Stage, number>;

/** Creates the people, numbered from 101. The caller must remove the returned folder. */
export async function makeReady(place: Place): Promise<Ready> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-ready-'));
  const masterKey = randomBytes(32).toString('base64');
  const ends: (() => unknown)[] = [];
  const server = await openServerSetup({
    place,
    folder,
    masterKey,
    start: readyFrom,
    atEnd: (end) => ends.unshift(end),
  });
  const stages = (Object.keys(counts) as Stage[]).flatMap((stage) =>
    Array<Stage>(counts[stage]).fill(stage),
  );
  const people: ReadyPerson[] = [];
  for (const [nth, stage] of stages.entries())
    people.push(await makePerson(server, stage, 101 + nth));
  const bankFolder = path.join(folder, 'bank');
  fs.cpSync(server.bank.folder, bankFolder, { recursive: true });
  for (const end of ends) await end();
  return { masterKey, folder, bankFolder, people };
}

async function makePerson(
  server: Awaited<ReturnType<typeof openServerSetup>>,
  stage: Stage,
  number: number,
): Promise<ReadyPerson> {
  const time = timeOf(server, server.setup);
  const client = deviceOf(server, server.setup);
  const life = lifeOf(number, client, { ...server, ...time });
  await signUp(life);
  if (stage === 'approved') {
    await applyForCredit(life);
    await time.until('the review', async () => (await reviewed(life)) === 'approved');
  }
  return { stage, number, token: client.token, deviceId: client.deviceId };
}
