import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { type Receiver, startReceiver } from './receiver.ts';
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
}

/** A running bank with its receiver of webhooks, for tests. */
export interface TestBank {
  folder: string;
  token: string;
  hooks: Receiver;
  url(): string;
  /** An authenticated call; POST when there is a body. */
  call(path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; body: Body }>;
  /** Orders a payout to an account number. */
  order(reference: string, accountNumber: string, more?: object): Promise<{ status: number; body: Body }>;
  /** Every line of the statement file. */
  statement(): Body[];
  /** Every line of the statement file that names the reference. */
  statementOf(reference: string): Body[];
  setOffset(offsetMs: number): Promise<void>;
  /** Ends the program with SIGKILL and starts it again on the same folder. */
  killAndStart(): Promise<void>;
  /** Ends the program alone. */
  stop(): Promise<void>;
  /** Ends everything and takes the folder away. */
  close(): Promise<void>;
}

/** Starts a bank on a new folder under the system's temporary one. Payouts are paid after 50 ms unless told otherwise. */
export async function startTestBank(options: Partial<StartOptions> = {}): Promise<TestBank> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-'));
  const hooks = await startReceiver();
  const settings: StartOptions = { folder, hookUrl: hooks.url, token: 'a-token-for-tests', offsetMs: 0, payDelayMs: 50, ...options };
  let running: RunningBank = await startBankSimulator(settings);
  const bank: TestBank = {
    folder,
    token: settings.token,
    hooks,
    url: () => running.url,
    async call(where, body, headers = {}) {
      const answer = await fetch(`${running.url}${where}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: answer.status, body: await answer.json() };
    },
    order(reference, accountNumber, more = {}) {
      const common = { amountCentavos: 5_939_000, channel: 'bankCard', accountName: 'JUAN DELA CRUZ', bankCode: 'BNORPHMMXXX' };
      return bank.call('/payouts', { reference, ...common, accountNumber, ...more }, { 'idempotency-key': reference });
    },
    statement() {
      const text = fs.readFileSync(path.join(folder, 'statement.jsonl'), 'utf8');
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    },
    statementOf: (reference) => bank.statement().filter((line) => line.reference === reference),
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
  return bank;
}
