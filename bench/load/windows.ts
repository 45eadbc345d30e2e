// Sends load to a server in time windows, with autocannon, and measures the cost of each call.
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataOf } from '@sandali/contract/call.ts';
import type { productCal } from '@sandali/contract/loan.ts';
import autocannon, { type Client, type Result } from 'autocannon';
import {
  borrowersOf,
  type CallName,
  isWrite,
  openWriter,
  type Prepared,
  type Quoted,
  readersOf,
  webhooksOf,
} from './calls.ts';
import type { Installation, Person, Server } from './installation.ts';

/** CPU times are in ms per call; null if the machine does not report them. */
export type Window = {
  callsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  serverMs: number;
  databaseMs: number | null;
  /** The load generator's share of all processor time. */
  loadShare: number | null;
};

export const connections = 16;
/** The maximum number of writes in a window. Each is sent only once, so a window may end early. */
const mostWrites: Partial<Record<CallName, number>> = {
  login: 200,
  quote: 400,
  apply: 400,
  code: 400,
  webhook: 4000,
};
/** The server closes a connection after this many requests (`http/listen.ts`). */
const requestsPerConnection = 1000;
const answerTimeoutMs = 30_000;
const quotesMs = 1500;
const idleSliceMs = 200;
const idleShare = 0.25;
const idleTimeoutMs = 15_000;

type Load = {
  port: number;
  requests: readonly Prepared[];
  ms: number;
  /** Whether each request is sent at most once. Otherwise, requests are repeated in turn. */
  isOnce: boolean;
  /** The start of a successful response's body. */
  expects: string;
  connections?: number;
};
type Sent = {
  latenciesMs: number[];
  answers: string[];
  elapsedMs: number;
  generatorMs: number;
};

/** Sends a load. @throws on an unexpected response */
async function send({ port, requests, ms, isOnce, expects, ...load }: Load): Promise<Sent> {
  const clients = Math.min(load.connections ?? connections, requests.length);
  const [latenciesMs, answers]: [number[], string[]] = [[], []];
  const opened: Client[] = [];
  let failure: string | null = null;
  const finished = Promise.withResolvers<Result>();
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    duration: (ms + answerTimeoutMs) / 1000,
    sampleInt: 100,
    timeout: answerTimeoutMs / 1000,
    reconnectRate: requestsPerConnection,
    ...(isOnce && { maxOverallRequests: requests.length }),
    bailout: 1,
    setupClient(client: Client) {
      const nth = opened.push(client) - 1;
      client.setRequests(requests.filter((_, at) => at % clients === nth));
    },
    verifyBody(bytes?: string | Buffer) {
      const body = String(bytes ?? '');
      if (isOnce) answers.push(body);
      if (!body.startsWith(expects)) failure ??= body.slice(0, 300);
      return failure === null;
    },
  };
  const running = autocannon(options, (error, result) => {
    if (error) finished.reject(error);
    else finished.resolve(result);
  });
  let [startedAt, endedAt, cpu] = [0, 0, process.cpuUsage()];
  // Let each client stop after its current response; autocannon's own stop would abort calls.
  const drain = () => {
    for (const client of opened) Object.assign(client, { responseMax: 1 });
  };
  let drainTimer: NodeJS.Timeout | undefined;
  running.on('start', () => {
    cpu = process.cpuUsage();
    startedAt = performance.now();
    drainTimer = setTimeout(drain, ms);
  });
  running.on('response', (_client, status, _bytes, latencyMs) => {
    endedAt = performance.now();
    if (status !== 200) failure ??= `status ${status}`;
    // autocannon starts timing a client's first request before all clients are prepared.
    latenciesMs.push(Math.min(latencyMs, endedAt - startedAt));
  });
  const { errors } = await finished.promise;
  clearTimeout(drainTimer);
  if (failure !== null || errors > 0) throw new Error(failure ?? 'an answer is missing');
  const { user, system } = process.cpuUsage(cpu);
  return {
    latenciesMs: latenciesMs.sort((a, b) => a - b),
    answers,
    elapsedMs: endedAt - startedAt,
    generatorMs: (user + system) / 1000,
  };
}

/** The server that a window measures. `cpuMs` returns the CPU time that it has used. */
export type Target = { port: number; cpuMs(): Promise<number>; postgresPid: number };

/** Waits until earlier work is done, then sends a load and measures what each call cost. */
export async function measure(target: Target, load: Omit<Load, 'port'>): Promise<Window> {
  await waitUntilIdle(target);
  const [serverBefore, databaseBefore] = [await target.cpuMs(), childrenMs(target.postgresPid)];
  const sent = await send({ ...load, port: target.port });
  const { latenciesMs, elapsedMs, generatorMs } = sent;
  const count = latenciesMs.length;
  const databaseAfter = childrenMs(target.postgresPid);
  const serverMs = (await target.cpuMs()) - serverBefore;
  const databaseMs =
    databaseBefore === null || databaseAfter === null ? null : databaseAfter - databaseBefore;
  const at = (share: number) => latenciesMs[Math.min(count - 1, Math.floor(share * count))] ?? 0;
  return {
    callsPerSecond: (count * 1000) / elapsedMs,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    serverMs: serverMs / count,
    databaseMs: databaseMs === null ? null : databaseMs / count,
    loadShare: databaseMs === null ? null : generatorMs / (generatorMs + serverMs + databaseMs),
  };
}

/** Waits until the server is nearly idle. */
async function waitUntilIdle({ cpuMs }: Target): Promise<void> {
  for (const since = performance.now(); performance.now() - since < idleTimeoutMs; ) {
    const before = await cpuMs();
    await wait(idleSliceMs);
    if ((await cpuMs()) - before < idleShare * idleSliceMs) return;
  }
}

/**
 * Returns the processor time in ms of a process's children, including exited ones; null except on
 * Linux, which counts in hundredths of a second (proc_pid_stat(5)).
 */
function childrenMs(parent: number): number | null {
  if (!fs.existsSync('/proc/self/stat')) return null;
  let ticks = 0;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // The fields after the bracketed name are state, parent, …, utime, stime, cutime and cstime.
    const fields = statOf(pid)
      .replace(/^.*\) /s, '')
      .split(' ');
    if (Number(pid) === parent) ticks += Number(fields[13]) + Number(fields[14]);
    if (Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
}

function statOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // the process has exited
  }
}

export type Driver = {
  /** Measures a call for `ms` milliseconds. */
  run(name: CallName, options: { isSealed: boolean; ms: number }): Promise<Window>;
  /** Sends `count` calls one after the other. @returns their responses. */
  answers(name: CallName, count: number): Promise<string[]>;
  /** Returns plain requests for the limit. They may be repeated, as their quote ids are fake. */
  forLimit(name: CallName): Promise<Prepared[]>;
};

/** Prepares to send the calls of an installation's people to a server. */
export async function openDriver(installation: Installation, server: Server): Promise<Driver> {
  const { root, people, paymentId, postgresPid } = installation;
  const writer = await openWriter(root, `http://127.0.0.1:${server.at.port}`);
  const [readers, borrowers] = [readersOf(people), borrowersOf(people)];
  const portOf = (name: CallName) => (name === 'webhook' ? server.at.hookPort : server.at.port);
  const cpuMs = async () => (await server.usage()).cpuMs;
  let turn = 0;
  const nextBorrowers = (count: number) =>
    Array.from({ length: count }, () => borrowers[turn++ % borrowers.length] as Person);

  async function requestsOf(name: CallName, isSealed: boolean, count: number) {
    if (name === 'webhook') return webhooksOf(paymentId, (await server.usage()).hookToken, count);
    if (name === 'apply') return await writer.applications(await quotes(count), isSealed);
    if (name === 'quote' || name === 'code') {
      return await writer.requests(name, nextBorrowers(count), isSealed);
    }
    const callers =
      name === 'login'
        ? Array.from({ length: count }, (_, nth) => readers[nth % readers.length] as Person)
        : readers;
    return await writer.requests(name, callers, isSealed);
  }

  /** Requests unsigned quotes. */
  async function quotes(count: number): Promise<Quoted[]> {
    const callers = nextBorrowers(count);
    const requests = await writer.requests('quote', callers, false);
    const load = { requests, ms: quotesMs, isOnce: true, expects: success };
    const { answers } = await send({ ...load, port: server.at.port });
    const byAccount = new Map(callers.map((person) => [person.accountId, person]));
    return answers.map((answer) => {
      const { data } = JSON.parse(answer) as { data: DataOf<typeof productCal> };
      const person = byAccount.get(data.receiver?.accountId ?? '') as Person;
      return { person, quoteId: data.quoteId, disclosureHash: data.disclosureHash };
    });
  }

  return {
    async run(name, { isSealed, ms }) {
      const requests = await requestsOf(name, isSealed, mostWrites[name] ?? readers.length);
      const target = { port: portOf(name), cpuMs, postgresPid };
      const expects = expectedStart(name, isSealed);
      return await measure(target, { requests, ms, isOnce: isWrite(name), expects });
    },
    async answers(name, count) {
      const requests = (await requestsOf(name, false, count)).slice(0, count);
      const load = {
        requests,
        ms: quotesMs * 10,
        isOnce: true,
        expects: expectedStart(name, false),
      };
      return (await send({ ...load, port: portOf(name), connections: 1 })).answers;
    },
    async forLimit(name) {
      if (name !== 'apply') return await requestsOf(name, false, readers.length);
      const invented = { quoteId: randomUUID(), disclosureHash: '0'.repeat(64) };
      return await writer.applications(
        borrowers.map((person) => ({ person, ...invented })),
        false,
      );
    },
  };
}

const success = '{"code":"0000"';
const expectedStart = (name: CallName, isSealed: boolean) =>
  name === 'webhook' ? '' : isSealed ? '{"v":1' : success;
