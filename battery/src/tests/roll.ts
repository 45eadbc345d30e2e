// Two servers on one database are restarted by turns while people make calls. The client does what
// a proxy does: it asks /readyz, and repeats a failed call once at the other server.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { complaintList } from '@sandali/contract/cases.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { productCal, productList } from '@sandali/contract/loan.ts';
import { findDataFolder } from '@sandali/server/db/data-folder.ts';
import { connect } from '@sandali/server/db/database.ts';
import { launchPostgres } from '@sandali/server/db/launch.ts';
import { prepareDatabase } from '@sandali/server/db/prepared.testing.ts';
import { newId, randomBytes } from '@sandali/server/platform/random.ts';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, signUp } from '@sandali/server/sandbox/life.ts';
import { codesOf } from '@sandali/server/sandbox/store.ts';
import { type Program, startProgram } from '@sandali/server/testing/program.ts';
import { makeRoot } from '@sandali/server/testing/server.ts';
import { type BatteryTest, Findings } from '#/test.ts';

const main = path.join(import.meta.dirname, '../../../server/src/main.ts');
const [people, pauseMs, startMs, lookMs] = [6, 40, 90_000, 100];
/** How long a stopping server takes new calls: long enough for the client to see /readyz. */
const drainMs = 1000;
type Tally = { calls: number; repeated: number; failed: number };

export const roll: BatteryTest = {
  name: 'roll',
  about: 'two servers on one database restart by turns, and no call fails',
  async run({ isQuick }) {
    const findings = new Findings();
    const rolls = isQuick ? 2 : 10;
    await using stack = new AsyncDisposableStack();
    const pair = await openPair(stack);
    const tally: Tally = { calls: 0, repeated: 0, failed: 0 };
    const lives = Array.from({ length: people }, (_, nth) => pair.person(nth, tally, findings));
    const accounts = await Promise.all(lives.map(settle));
    Object.assign(tally, { calls: 0, repeated: 0, failed: 0 });
    const load = { isOn: true };
    const callers = lives.map((life, nth) => call(life, accounts[nth] ?? '', load, findings));
    for (let nth = 0; nth < rolls; nth++) {
      await wait(1000);
      await pair.restart(nth % 2);
    }
    load.isOn = false;
    await Promise.all(callers);
    findings.expect(tally.failed === 0, `${tally.failed} of ${tally.calls} calls failed`);
    findings.expect(tally.calls >= rolls * 50, `only ${tally.calls} calls were made`);
    return findings.outcome({ rolls, ...tally });
  },
};

/** Signs a person up and gets them a credit line. @returns the id of their wallet */
async function settle(life: Life): Promise<string> {
  await signUp(life);
  await applyUntilApproved(life);
  return await addWallet(life);
}

/** Makes a person's calls one after the other until the load ends. */
async function call(
  { client, phone, password }: Life,
  accountId: string,
  load: { isOn: boolean },
  findings: Findings,
): Promise<void> {
  const { minimumCentavos: amountCentavos, terms } = await client.must(productList, {});
  const termDays = terms[0]?.days ?? 0;
  for (let nth = 0; load.isOn; nth++) {
    try {
      await client.must(userInfo, {});
      await client.must(userMulti, {});
      await client.must(productCal, { amountCentavos, termDays, channel: 'wallet', accountId });
      await client.must(complaintList, {});
      if (nth % 20 === 19) {
        const login = { by: 'password', phone, password, agreementVersion } as const;
        client.token = (await client.must(logonRegister, login)).token;
      }
    } catch (error) {
      findings.expect(false, (error as Error).message);
    }
    await wait(pauseMs);
  }
}

/** Starts PostgreSQL and two servers that share it and their files. */
async function openPair(stack: AsyncDisposableStack) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-roll-')));
  fs.chmodSync(folder, 0o755); // if root runs this, PostgreSQL's user must be able to enter
  const home = path.join(folder, 'pg');
  stack.defer(() => {
    for (const at of [findDataFolder(home), folder])
      fs.rmSync(at, { recursive: true, force: true });
  });
  await prepareDatabase(home);
  const { host, stop } = await launchPostgres({ folder: home });
  stack.defer(stop);
  const { db, pool } = connect({ host, user: 'app', database: 'postgres' }, { max: 2 });
  stack.defer(() => pool.end());
  const masterKey = randomBytes(32).toString('base64');
  fs.mkdirSync(path.join(folder, 'files'));
  const url = (role: string) =>
    `postgres://${role}@localhost/postgres?host=${encodeURIComponent(host)}`;
  const start = (nth: number) =>
    startProgram(
      main,
      {
        PATH: process.env.PATH,
        SANDBOX: '1',
        SANDBOX_SEEDS: '0',
        SANDBOX_REVIEW_SECONDS: '0',
        SANDBOX_RESEND_SECONDS: '0',
        ALLOW_PLAIN: '1',
        LOG_LEVEL: 'error',
        DATA_DIR: path.join(folder, `server-${nth}`),
        DATABASE_URL: url('app'),
        DATABASE_OWNER_URL: url('postgres'),
        MASTER_KEY: masterKey,
        DRAIN_MS: String(drainMs),
        PAYOUTS_START_PAUSED: '1',
        CALLS_OF_SESSION: '1000000',
        CALLS_OF_NETWORK: '1000000',
      },
      startMs,
    );
  for (const nth of [0, 1]) {
    const dataDir = path.join(folder, `server-${nth}`);
    fs.mkdirSync(dataDir);
    makeRoot(path.join(dataDir, 'keys'));
    fs.symlinkSync('../files', path.join(dataDir, 'files'));
  }
  // One after the other: the second finds the installation that the first has made.
  const servers: { program: Program; isReady: boolean }[] = [];
  for (const nth of [0, 1]) servers.push({ program: await start(nth), isReady: true });
  stack.defer(async () => {
    await Promise.all(servers.map(({ program }) => program.stop()));
  });
  const looking = { isOn: true };
  const looks = servers.map(async (server) => {
    for (; looking.isOn; await wait(lookMs)) server.isReady = await askReady(server.program);
  });
  stack.defer(async () => {
    looking.isOn = false;
    await Promise.all(looks);
  });

  const originOf = (nth: number) => `http://127.0.0.1:${servers[nth]?.program.at.port}`;
  let turn = 0;
  return {
    /** Stops a server as an operator does, and starts it again. */
    async restart(nth: number) {
      const server = servers[nth];
      if (!server) throw new Error('there is no such server');
      await server.program.stop();
      server.program = await start(nth);
    },
    person(number: number, tally: Tally, findings: Findings): Life {
      const client = createClient({
        deviceId: randomBytes(16).toString('base64url'),
        wallMs: () => Date.now(),
        isPlain: true,
        origin: 'http://roll.localhost',
        async fetch(request) {
          tally.calls += 1;
          const { pathname } = new URL(request.url);
          const [method, headers, body] = [request.method, request.headers, await request.text()];
          const send = (nth: number) =>
            fetch(`${originOf(nth)}${pathname}`, { method, headers, body }).catch(() => null);
          turn += 1;
          const preferred = servers[turn % 2]?.isReady ? turn % 2 : 1 - (turn % 2);
          let answer = await send(preferred);
          if (!answer || answer.status >= 500) {
            tally.repeated += 1;
            answer = await send(1 - preferred);
          }
          if (answer && answer.status < 500) return answer;
          tally.failed += 1;
          findings.expect(false, `${pathname} failed twice (${answer?.status ?? 'no answer'})`);
          throw new Error(`${pathname} failed twice`);
        },
      });
      const ids = new Map<string, string>();
      return {
        client,
        number,
        phone: `+63917555${7100 + number}`,
        password: 'tagong-salita-7',
        firstName: 'Subok',
        lastName: `Tao ${'abcdefghij'[number]}`,
        codesOf: (phone) => codesOf(db, phone),
        idOf(step) {
          const id = ids.get(step) ?? newId(Temporal.Now.instant());
          ids.set(step, id);
          return id;
        },
      };
    },
  };
}

async function askReady({ at }: Program): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${at.opsPort}/readyz`).catch(() => null);
  return answer?.status === 200;
}
