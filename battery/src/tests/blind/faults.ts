// The faults that an operator must hear of. Each is planted in a running product, and undone.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codeSms } from '@sandali/contract/account.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { findDataFolder } from '@sandali/server/db/data-folder.ts';
import { socketUrl, startOwnPostgres } from '@sandali/server/db/own-postgres.testing.ts';
import { pgbouncerVersion, startPgbouncer } from '@sandali/server/db/pgbouncer.testing.ts';
import { manila } from '@sandali/server/platform/days.ts';
import {
  mintEveryMs,
  mintKeysAhead,
  readRoot,
  spkiOf,
} from '@sandali/server/platform/key-files.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, paidOut, signUp, takeLoan } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import type { SmsGateway } from './sms-gateway.ts';

/** One session of the database. */
type Session = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

export type Bed = {
  product: Product;
  sms: SmsGateway;
  /** A connection as the owner of the tables. */
  owner: Session;
  /** Whether the product's folder has a small disk of its own. */
  hasOwnDisk: boolean;
  /** The file that sets how many ms the server's clock is wrong. */
  skewFile: string;
  /** People with approved applications: one with a loan, one whose float is short. */
  lives: { borrower: Life; short: Life };
};

/** `plant` causes the fault, and returns what undoes it. */
export type Fault = {
  alert: string;
  /** Returns what the test bed lacks for this fault; null if it can be planted. */
  lacks?(bed: Bed): string | null;
  /** Starts a product of its own for the fault. */
  open?(bed: Bed): Promise<PooledProduct>;
  plant(bed: Bed, own: PooledProduct | null): Promise<() => Promise<void>>;
};

/** The account ending for which the gateway says once that our balance is too small. */
const shortEnding = '0014';
const payoutMs = 90_000;
/** The keys of this checkout, whose root the web app was built for. */
const ownKeys = path.join(import.meta.dirname, '../../../../data/keys');
const wrongClockMs = 5 * 60_000;
/** How much of its disk the nearly full product leaves free. */
const leftShare = 0.05;

/** Signs two people up and pays one loan out. */
export async function makeLives(product: Product, sms: SmsGateway): Promise<Bed['lives']> {
  const approved = async (number: number, phone: string): Promise<Life> => {
    const life = {
      ...newPerson(product, { number, phone }),
      codesOf: async (phone: string) => sms.codesOf(phone),
    };
    await signUp(life);
    await applyUntilApproved(life);
    return life;
  };
  const borrower = await approved(1, '+639175597701');
  const short = await approved(2, `+63917559${shortEnding}`);
  const { loanId } = await takeLoan(borrower, await addWallet(borrower));
  await paidOut(borrower, loanId);
  return { borrower, short };
}

/** Returns the processes that a process has started. */
function childrenOf(pid: number): { pid: number; command: string }[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent !== pid) return [];
      const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), command }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/** Stops processes with SIGSTOP. @returns what lets them go on */
function freeze(pids: readonly number[]): () => Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return async () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
}

function databasePids({ folder }: Product): number[] {
  const file = path.join(findDataFolder(path.join(folder, 'pg')), 'data/postmaster.pid');
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  return [pid, ...childrenOf(pid).map((child) => child.pid)];
}

/** Runs a statement, and another one to undo it. */
const statements =
  (plant: string, undo: string): Fault['plant'] =>
  async ({ owner }) => {
    await owner.query(plant);
    return async () => void (await owner.query(undo));
  };

export type PooledProduct = {
  product: Product;
  /** Switches the pooler to transaction pooling. */
  poolTransactions(): void;
  close(): Promise<void>;
};

/** Starts a product behind a session pooler, which keeps prepared statements. */
async function openPooled(): Promise<PooledProduct> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startOwnPostgres('pooled', { isPrepared: true });
  stack.defer(postgres.stop);
  const pooler = await startPgbouncer(postgres.placeOf('app'), {
    sessions: 50,
    ignoresOptions: true,
    poolsSessions: true,
  });
  stack.defer(pooler.stop);
  if (!('host' in pooler.place)) throw new Error('the pooler listens on a socket');
  const product = await startProduct({
    SANDBOX: '1',
    DATABASE_URL: socketUrl('app', pooler.place.host),
    DATABASE_DIRECT_URL: postgres.urlOf('app'),
    DATABASE_OWNER_URL: postgres.urlOf('postgres'),
    MASTER_KEY: randomBytes(32).toString('base64'),
  });
  stack.defer(product.close);
  const kept = stack.move();
  return {
    product,
    poolTransactions: pooler.poolTransactions,
    close: async () => await kept.disposeAsync(),
  };
}

export const faults: readonly Fault[] = [
  {
    alert: 'SandaliPayoutsOff',
    async plant({ product }) {
      const turn = (way: 'on' | 'off') =>
        product.ops(`switch/${way}`, { name: 'payouts' }, 'battery blind');
      await turn('off');
      return async () => void (await turn('on'));
    },
  },
  {
    alert: 'SandaliGatewaySilent',
    async plant({ product }) {
      const bank = childrenOf(product.pid).find(({ command }) =>
        command.includes('simulators/src/main.ts'),
      );
      if (!bank) throw new Error('the bank simulator is not running');
      return freeze([bank.pid]);
    },
  },
  {
    alert: 'SandaliSmsDown',
    async plant({ product, sms }) {
      sms.isDown = true;
      for (const number of [11, 12]) {
        const phone = `+6391755988${number}` as MobileNumber;
        const { client } = newPerson(product, { number, phone });
        // The call waits for its message, which the queue attempts again and again.
        void client.ask(codeSms, { phone, purpose: 'register' });
      }
      return async () => {
        sms.isDown = false;
      };
    },
  },
  {
    alert: 'SandaliClockWrong',
    async plant({ skewFile }) {
      fs.writeFileSync(skewFile, String(wrongClockMs));
      return async () => fs.rmSync(skewFile);
    },
  },
  {
    alert: 'SandaliWorkerStepFailing',
    plant: statements(
      'revoke select on sequence audit_numbers from sandali_app',
      'grant select on sequence audit_numbers to sandali_app',
    ),
  },
  {
    alert: 'SandaliDatabaseNotWritable',
    async plant({ owner }) {
      const set = async (word: string) => {
        await owner.query(`alter system set default_transaction_read_only = ${word}`);
        await owner.query('select pg_reload_conf()');
      };
      await owner.query('set default_transaction_read_only = off');
      await set('on');
      return async () => await set('off');
    },
  },
  {
    alert: 'SandaliDatabaseDown',
    plant: async ({ product }) => freeze(databasePids(product)),
  },
  {
    alert: 'SandaliServerDown',
    plant: async ({ product }) => freeze([product.pid]),
  },
  {
    alert: 'SandaliFilesGone',
    async plant({ product }) {
      const files = path.join(product.folder, 'files');
      fs.renameSync(files, `${files}-away`);
      return async () => {
        fs.rmSync(files, { recursive: true, force: true });
        fs.renameSync(`${files}-away`, files);
      };
    },
  },
  {
    alert: 'SandaliDiskNearlyFull',
    lacks: ({ hasOwnDisk }) => (hasOwnDisk ? null : 'root, to mount a small disk'),
    async plant({ product }) {
      const { bavail, blocks, bsize } = fs.statfsSync(product.folder);
      const ballast = path.join(product.folder, 'ballast');
      const megabyte = Buffer.alloc(1024 * 1024);
      const file = fs.openSync(ballast, 'w');
      for (let left = (bavail - leftShare * blocks) * bsize; left > 0; left -= megabyte.length)
        fs.writeSync(file, megabyte);
      fs.closeSync(file);
      return async () => fs.rmSync(ballast);
    },
  },
  {
    alert: 'SandaliQueueStuck',
    async plant({ owner }) {
      // Another session holds the job's row, which all workers then skip.
      const { rows } = await owner.query(
        `insert into pgboss.job (name, data, start_after)
        values ('pictures.remove', '{"names":[]}', now() + interval '2 seconds') returning id`,
      );
      await owner.query('begin');
      await owner.query('select from pgboss.job where id = $1 for update', [rows[0]?.id]);
      return async () => void (await owner.query('rollback'));
    },
  },
  {
    alert: 'SandaliFloatShort',
    async plant({ lives: { short } }) {
      const { loanId } = await takeLoan(short, await addWallet(short));
      return async () => void (await paidOut(short, loanId, payoutMs));
    },
  },
  {
    alert: 'SandaliDayNotClosed',
    async plant({ product, owner }) {
      // Another session holds the bill, so the close of the day waits for it. The day of the loan
      // itself closes, because nothing is charged for it.
      await owner.query('begin');
      await owner.query('select from bills for update');
      const { now } = await product.sandbox<{ now: string }>('state');
      const afterTomorrow = Temporal.Instant.from(now).toZonedDateTimeISO(manila).add({ days: 2 });
      const late = afterTomorrow.withPlainTime('01:05').toInstant();
      await product.sandbox('clock', { to: late.toString({ smallestUnit: 'second' }) });
      return async () => void (await owner.query('rollback'));
    },
  },
  {
    alert: 'SandaliPoolerWrong',
    lacks: () => (pgbouncerVersion() ? null : 'pgbouncer'),
    open: openPooled,
    async plant(_bed, own) {
      own?.poolTransactions();
      return async () => {}; // the product of the fault ends
    },
  },
  {
    alert: 'SandaliKeysEnd',
    async plant({ product }) {
      const keys = path.join(product.folder, 'keys');
      const root = readRoot(ownKeys);
      if (!root) throw new Error('the root key of the built web app is missing: npm run build');
      // Keys of another root do not count. Without a root key, the product mints none.
      fs.rmSync(path.join(keys, 'root.pem'));
      const from = Temporal.Now.instant();
      mintKeysAhead(keys, root, from, 3);
      await product.killAndStart({ ROOT_PUBLIC_KEY: spkiOf(root) });
      return async () => {
        mintKeysAhead(keys, root, from.add({ milliseconds: 3 * mintEveryMs }), 20);
      };
    },
  },
];
