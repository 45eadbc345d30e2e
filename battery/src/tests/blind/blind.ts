// An operator is never blind: faults are planted in a running product, one after the other. The
// named alert fires within two minutes, no other does, and it ends once the fault is undone.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from '@sandali/server/db/database.ts';
import { startProduct } from '#/product.ts';
import { type BatteryTest, type Counts, Findings } from '#/test.ts';
import { type Bed, type Fault, faults, makeLives } from './faults.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from './prometheus.ts';
import { openSmsGateway } from './sms-gateway.ts';

const fireMs = 120_000;
const endMs = 300_000;
/** How long nothing may fire before the first fault. */
const quietMs = 40_000;
/** How long each alert is watched after it fired, for others that follow. */
const watchMs = 15_000;
const lookMs = 1000;
/** The disk of the product, which holds its database and files. */
const diskSize = '700m';
const quick = new Set(['SandaliPayoutsOff', 'SandaliGatewaySilent', 'SandaliQueueStuck']);

export const blind: BatteryTest = {
  name: 'blind',
  about: 'of each planted fault the named alert fires within two minutes, and no other does',
  async run({ isQuick }) {
    if (!hasPrometheus())
      return {
        counts: { skipped: 'Prometheus is missing (Debian’s package prometheus)' },
        failure: null,
      };
    const requested = process.env.FAULTS?.split(',');
    const planted = faults.filter(
      ({ alert }) => requested?.includes(alert) ?? (!isQuick || quick.has(alert)),
    );
    const findings = new Findings();
    const counts: Counts = { faults: planted.length };
    await withBed(async (bed, prometheus) => {
      const scrape = () => prometheus.scrape(bed.product.opsAddress);
      scrape();
      await setTimeout(quietMs);
      const early = await prometheus.firing();
      findings.expect(early.length === 0, `before the first fault: ${early.join(', ')}`);
      for (const fault of planted) {
        const lack = fault.lacks?.(bed) ?? null;
        if (lack !== null) {
          counts[fault.alert] = `skipped: needs ${lack}`;
          continue;
        }
        const seconds = await oneFault(fault, bed, prometheus, findings);
        if (seconds !== null) counts[fault.alert] = seconds;
      }
    });
    return findings.outcome(counts);
  },
};

/** @returns the seconds from the fault until its alert fired; null if it did not fire in time */
async function oneFault(
  { alert, open, plant }: Fault,
  bed: Bed,
  prometheus: Prometheus,
  findings: Findings,
): Promise<number | null> {
  const others = new Set<string>();
  const look = async () => {
    const firing = await prometheus.firing();
    for (const name of firing) if (name !== alert) others.add(name);
    return firing;
  };
  const until = async (isMet: (firing: string[]) => boolean, withinMs: number) => {
    const start = performance.now();
    do {
      if (isMet(await look())) return (performance.now() - start) / 1000;
      await setTimeout(lookMs);
    } while (performance.now() - start < withinMs);
    return null;
  };
  const own = (await open?.(bed)) ?? null;
  if (own) {
    prometheus.scrape(own.product.opsAddress);
    await until(() => false, quietMs);
  }
  const address = bed.product.opsAddress;
  const start = performance.now();
  const undo = await plant(bed, own);
  if (bed.product.opsAddress !== address) prometheus.scrape(bed.product.opsAddress);
  const fired = await until((firing) => firing.includes(alert), fireMs);
  const seconds = Math.round((performance.now() - start) / 1000);
  findings.expect(fired !== null, `${alert} did not fire within two minutes`);
  await until(() => false, watchMs);
  await undo();
  if (own) {
    prometheus.scrape(bed.product.opsAddress);
    await own.close();
  }
  const ended = await until((firing) => firing.length === 0, endMs);
  findings.expect(ended !== null, `${alert}: alerts still fire after the end`);
  findings.expect(others.size === 0, `${alert}: others fired, ${[...others].join(', ')}`);
  console.error(
    `${alert}: ${fired === null ? 'not fired' : 'fired'} after ${seconds} s, ended after ${ended?.toFixed(0) ?? '—'} s, others: ${[...others].join(', ') || 'none'}`,
  );
  return fired === null ? null : seconds;
}

/** Mounts a disk in memory below a folder. @returns its path; null without root's rights */
function mountDisk(folder: string): string | null {
  const disk = path.join(folder, 'disk');
  fs.mkdirSync(disk);
  fs.chmodSync(folder, 0o755); // PostgreSQL's user must be able to enter it
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', disk]);
  return status === 0 ? disk : null;
}

/** Runs `work` with a product, an SMS gateway and Prometheus, and ends them afterwards. */
async function withBed(work: (bed: Bed, prometheus: Prometheus) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-blind-'));
  const ends: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
  try {
    const sms = await openSmsGateway();
    ends.push(sms.close);
    const skewFile = path.join(folder, 'skew');
    const skewedClock = path.join(import.meta.dirname, 'skewed-clock.ts');
    const disk = mountDisk(folder);
    if (disk) ends.push(() => spawnSync('umount', [disk]));
    const product = await startProduct(
      {
        NODE_OPTIONS: `--max-semi-space-size=8 --import=${skewedClock}`,
        SKEW_FILE: skewFile,
        SANDBOX: '1',
        SMS_GATEWAYS: 'semaphore',
        SEMAPHORE_URL: sms.url,
        SEMAPHORE_API_KEY: 'battery-blind-key-of-semaphore',
        SEMAPHORE_SENDER: 'BATTERY',
        SANDBOX_RESEND_SECONDS: '0',
      },
      disk ?? undefined,
    );
    ends.push(product.close);
    const lives = await makeLives(product, sms);
    const { pool } = connect(product.ownerPlace(), { max: 1 });
    ends.push(() => pool.end());
    const client = await pool.connect();
    ends.push(() => client.release(true));
    client.on('error', () => {}); // a restart of the product closes it
    const owner: Bed['owner'] = { query: (text, values) => client.query(text, values) };
    await owner.query('set idle_in_transaction_session_timeout = 0');
    const prometheus = await startPrometheus(path.join(folder, 'prometheus'));
    ends.push(prometheus.stop);
    const hasOwnDisk = disk !== null;
    await work({ product, sms, owner, hasOwnDisk, skewFile, lives }, prometheus);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
