// Creates a database, a bank simulator process and a folder for tests that move money.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { connect, type Database } from '@sandali/server/db/database.ts';
import { startOwnPostgres } from '@sandali/server/db/own-postgres.testing.ts';
import { openDoor } from '@sandali/server/http/listen.ts';
import { type RunningBank, startBankSimulator } from '@sandali/simulators/start.ts';
import { makeRootKey, type ServerSetup } from './server.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/**
 * How many ms the clocks run ahead, so that tests start at 09:00 in Manila. Work then neither waits
 * for the morning nor runs past midnight.
 */
const morningMs = dayMs - ((Date.now() - hourMs) % dayMs);
/** The timeout per call to the bank. */
const timeoutMs = 250;

export type TestBed = {
  setup: ServerSetup;
  database: Database;
  bank: RunningBank;
  settlementReportFile: string;
  /**
   * Forwards the bank's webhooks to a worker's port. Without a listener the bank gets 502 and
   * retries.
   */
  hooksTo(port: number): void;
  /**
   * Posts to the bank with its token.
   * @throws if the bank refuses
   */
  atBank(where: string, body: object): Promise<{ id: string }>;
};
export type SettlementLine = {
  kind: string;
  reference: string | null;
  gatewayId: string;
  amountCentavos: number;
  currency: string;
};

/** Returns all lines of the bank's settlement report. */
export function settlementLinesOf(file: string): SettlementLine[] {
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SettlementLine);
}

/** Runs `work` with a database, a bank and a folder, and deletes them afterwards. */
export async function withTestBed<T>(
  behaviour: object,
  work: (bed: TestBed) => Promise<T>,
): Promise<T> {
  const { folder, placeOf, stop } = await startOwnPostgres('bed', { isPrepared: true });
  makeRootKey(folder);
  const database = connect(placeOf('postgres'), { max: 3 });
  const token = randomBytes(24).toString('base64url');
  const front = await openDoor({ host: '127.0.0.1', port: 0, name: 'HOOK_PORT' });
  const bankFolder = path.join(folder, 'bank');
  let bank: RunningBank | null = null;
  try {
    const hookUrl = `http://127.0.0.1:${front.port}/hooks/sandbox`;
    bank = await startBankSimulator({ folder: bankFolder, hookUrl, token, offsetMs: morningMs });
    const { url } = bank;
    const atBank: TestBed['atBank'] = async (where, body) =>
      await askBank(`${url}${where}`, token, body);
    await atBank('/control/behave', behaviour);
    const setup: ServerSetup = {
      place: placeOf('app'),
      folder,
      bank: { url: bank.url, token, timeoutMs },
      masterKey: randomBytes(32).toString('base64'),
      aheadMs: morningMs,
    };
    const hooksTo = (port: number) => front.serve((request) => sendOn(request, port));
    return await work({
      setup,
      database,
      bank,
      settlementReportFile: path.join(bankFolder, 'settlement-report.jsonl'),
      hooksTo,
      atBank,
    });
  } finally {
    await database.pool.end();
    await bank?.stop();
    await front.close();
    await stop();
  }
}

/**
 * Posts to a bank simulator with its token.
 * @throws if the simulator refuses
 */
export async function askBank(url: string, token: string, body: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok)
    throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

/** Forwards a webhook as a proxy does. */
async function sendOn(request: Request, port: number): Promise<Response> {
  const { method, headers } = request;
  const { pathname } = new URL(request.url);
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      method,
      headers,
      body: await request.arrayBuffer(),
    });
    return new Response(null, { status });
  } catch {
    return new Response(null, { status: 502 }); // The worker was killed.
  }
}
