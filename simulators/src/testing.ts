import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bankApi } from './api.ts';
import { openDesk, trueChance } from './desk.ts';
import { type Message, messageOf, openHooks } from './hooks.ts';
import type { Moment } from './payouts.ts';
import { type Receiver, startReceiver } from './receiver.testing.ts';
import type { CodeLimits } from './repayments.ts';
import { type RunningBank, type StartOptions, startBankSimulator } from './start.ts';

/** The fields of all the bank's answers together; an answer has some of them. */
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

/** What tests do with any bank. */
export interface Hands {
  folder: string;
  token: string;
  /** An authenticated call; POST when there is a body. */
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
  /** Every line of the settlement report file. */
  settlementReport(): Body[];
  /** Every line of the settlement report file that names the reference. */
  settlementLinesOf(reference: string): Body[];
}

/** A running bank with its receiver of webhooks, for tests. */
export interface TestBank extends Hands {
  hooks: Receiver;
  url(): string;
  setOffset(offsetMs: number): Promise<void>;
  /** Ends the program with SIGKILL and starts it again on the same folder. */
  killAndStart(): Promise<void>;
  /** Ends the program alone. */
  stop(): Promise<void>;
  /** Ends everything and deletes the folder. */
  close(): Promise<void>;
}

/**
 * Starts a bank on a new folder under the system's temporary one. Payouts are paid after 50 ms by
 * default.
 */
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
    ...handsOf(folder, settings.token, (path, init) =>
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

/** The bank's rules in the test's own process, on the test's clocks. */
export interface InsideBank extends Hands {
  /** What an adapter asks it by. A call that would hang ends at once, as when its time is up. */
  fetch: typeof fetch;
  /** Does all that is due by the clocks, and sends the webhooks that are due. */
  settle(): Promise<void>;
  close(): void;
}

/**
 * Opens a bank on a new folder under the system's temporary one, with what happened at another bank
 * where that one's folder is given. Nothing happens by itself: `settle` does what is due. Payouts
 * are due at once.
 */
export function openInsideBank(
  of: {
    now(): Moment;
    deliver(message: Message): Promise<Response>;
    codeLimits?: CodeLimits | null;
  },
  after?: string,
): InsideBank {
  const [folder, token] = [fs.mkdtempSync(path.join(os.tmpdir(), 'bank-')), 'a-token-for-tests'];
  if (after !== undefined) fs.cpSync(after, folder, { recursive: true });
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
    chance: trueChance,
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
    ...handsOf(folder, token, (path, init) => ask(`${insideUrl}${path}`, init)),
    fetch: ask,
    async settle() {
      toNow();
      while (desk.workDue() || (await Promise.all(hooks.sendDue())).length > 0);
    },
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** The address of a bank that is called without a network. */
export const insideUrl = 'http://bank.test';

function handsOf(
  folder: string,
  token: string,
  ask: (path: string, init: RequestInit) => Promise<Response>,
): Hands {
  const bank: Hands = {
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
