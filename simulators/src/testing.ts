import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bankApi } from './api.ts';
import { openDesk, systemRandom } from './desk.ts';
import { type Message, messageOf, openHooks } from './hooks.ts';
import type { Moment } from './payouts.ts';
import { type Receiver, startReceiver } from './receiver.testing.ts';
import type { CodeLimits } from './repayments.ts';
import { type RunningBank, type StartOptions, startBankSimulator } from './start.ts';

/** The fields of all responses; each response has some of them. */
export interface Body {
  outcome: string;
  reason: string;
  error: string;
  refused: string;
  state: string;
  code: string;
  payload: string | null;
  id: string;
  reference: string | null;
  paidAt: string;
  kind: string;
  withdrawalCode: string | null;
  amountCentavos: number;
  lines: Body[];
  codes: Body[];
  reversals: Body[];
  payments: Body[];
}

/** The calls that tests send to a bank. */
export interface BankCalls {
  folder: string;
  token: string;
  /** Sends an authenticated call: POST if there is a body, otherwise GET. */
  call(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Body }>;
  /** Orders a payout to an account number. */
  order(
    reference: string,
    accountNumber: string,
    more?: object,
  ): Promise<{ status: number; body: Body }>;
  /** All lines of the settlement report file. */
  settlementReport(): Body[];
  /** The settlement report's lines with this reference. */
  settlementLinesOf(reference: string): Body[];
}

/** A bank process and a receiver of its webhooks. */
export interface TestBank extends BankCalls {
  hooks: Receiver;
  url(): string;
  setOffset(offsetMs: number): Promise<void>;
  /** Kills the process with SIGKILL and restarts it in the same folder. */
  killAndStart(): Promise<void>;
  /** Stops only the bank process. */
  stop(): Promise<void>;
  /** Stops everything and deletes the folder. */
  close(): Promise<void>;
}

/** Starts a bank process in a new temporary folder. By default it pays after 50 ms. */
export async function startTestBank(options: Partial<StartOptions> = {}): Promise<TestBank> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-'));
  const hooks = await startReceiver();
  const settings: StartOptions = {
    folder,
    hookUrl: hooks.url,
    token: 'a-token-for-tests',
    offsetMs: 0,
    payDelayMs: 50,
    ...options,
  };
  let running: RunningBank = await startBankSimulator(settings);
  return {
    ...callsOf(folder, settings.token, (path, init) =>
      fetch(`${running.url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) }),
    ),
    hooks,
    url: () => running.url,
    setOffset: (offsetMs) => running.setOffset(offsetMs),
    async killAndStart() {
      process.kill(running.pid, 'SIGKILL');
      await running.ended;
      running = await startBankSimulator(settings);
    },
    stop: () => running.stop(),
    async close() {
      await running.stop();
      await hooks.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A bank inside the test's process that uses the test's clocks. */
export interface InsideBank extends BankCalls {
  /** The `fetch` for the bank adapter. A call that would hang times out immediately. */
  fetch: typeof fetch;
  /** Performs all due steps and sends all due webhooks. */
  settle(): Promise<void>;
  close(): void;
}

/**
 * Opens a bank in a new temporary folder. If another bank's folder is given, copies its files. Due
 * steps are performed only in `settle`. Payouts are due immediately.
 */
export function openInsideBank(
  of: {
    now(): Moment;
    deliver(message: Message): Promise<Response>;
    codeLimits?: CodeLimits | null;
  },
  copiedFolder?: string,
): InsideBank {
  const [folder, token] = [fs.mkdtempSync(path.join(os.tmpdir(), 'bank-')), 'a-token-for-tests'];
  if (copiedFolder !== undefined) fs.cpSync(copiedFolder, folder, { recursive: true });
  const business = {
    offsetMs: 0,
    payDelayMs: 0,
    floatCentavos: 10_000_000_000,
    codeLimits: of.codeLimits ?? null,
  };
  const desk = openDesk({
    folder,
    ...business,
    wall: () => of.now().wall,
    random: systemRandom,
    isSynced: false,
  });
  const hooks = openHooks(
    desk,
    async (hook) => (await of.deliver(messageOf(token, hook))).status === 200,
  );
  const api = bankApi(desk, token);
  const toNow = () => desk.setOffset(of.now().wall.until(of.now().business).total('milliseconds'));
  const ask = async (where: string | URL | Request, init?: RequestInit): Promise<Response> => {
    toNow();
    const { promise: never, reject } = Promise.withResolvers<Response>();
    const socket = {
      destroy: () => reject(new TypeError('the connection was cut')),
      once(_: 'close', gone: () => void) {
        reject(new DOMException('no answer in time', 'TimeoutError'));
        gone();
      },
    };
    return await Promise.race([
      api.fetch(new Request(where, init), { incoming: { socket } }),
      never,
    ]);
  };
  return {
    ...callsOf(folder, token, (path, init) => ask(`${insideUrl}${path}`, init)),
    fetch: ask,
    async settle() {
      toNow();
      while (desk.workDue() || (await Promise.all(hooks.sendDue())).length > 0);
    },
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** The URL of a bank inside the test's process. */
export const insideUrl = 'http://bank.test';

function callsOf(
  folder: string,
  token: string,
  ask: (path: string, init: RequestInit) => Promise<Response>,
): BankCalls {
  const bank: BankCalls = {
    folder,
    token,
    async call(where, body, headers = {}) {
      const answer = await ask(where, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
    order(reference, accountNumber, more = {}) {
      const common = {
        amountCentavos: 5_939_000,
        channel: 'bankCard',
        accountName: 'JUAN DELA CRUZ',
        bankCode: 'BNORPHMMXXX',
      };
      return bank.call(
        '/payouts',
        { reference, ...common, accountNumber, ...more },
        { 'idempotency-key': reference },
      );
    },
    settlementReport() {
      const text = fs.readFileSync(path.join(folder, 'settlement-report.jsonl'), 'utf8');
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    },
    settlementLinesOf: (reference) =>
      bank.settlementReport().filter((line) => line.reference === reference),
  };
  return bank;
}
