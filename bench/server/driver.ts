// Windows of load on servers of one side, and what each of them cost.
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataOf } from '@sandali/contract/call.ts';
import type { productCal } from '@sandali/contract/loan.ts';
import { borrowersOf, type CallName, isWrite, openWriter, type Quoted, readersOf, webhooksOf } from './calls.ts';
import type { Load, Loaded } from './load.ts';
import { ask, forkFile } from './processes.ts';
import type { Person, Server, Side } from './side.ts';

/** Processor times are in ms a call; `loadShare` is the load generator's part of all processor time that was used; null if the machine does not report it. */
export type Window = {
  callsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  serverMs: number;
  databaseMs: number | null;
  loadShare: number | null;
};

export const connections = 16;
/** At most so many writes are prepared for a window, which ends with the last of them. */
const mostWrites: Partial<Record<CallName, number>> = { login: 200, quote: 400, apply: 400, code: 400, webhook: 4000 };
const idleSliceMs = 200;
const idleShare = 0.25;
const idleWithinMs = 15_000;

/** The load generator's process. */
export type Generator = { send(load: Load): Promise<Loaded>; close(): void };

export function openGenerator(): Generator {
  const child = forkFile('load.ts');
  return {
    send: async (load) => {
      const came = await ask<{ loaded: Loaded } | { failed: string }>(child, load, (said) => 'loaded' in said || 'failed' in said);
      if ('failed' in came) throw new Error(came.failed);
      return came.loaded;
    },
    close: () => child.disconnect(),
  };
}

/** What a window runs against: its ports, and the processor time that its servers have used. */
export type Target = { ports: number[]; cpuMs(): Promise<number>; postgresPid: number };

/** The servers of a side, for calls by borrowers or for webhooks. */
export function targetOf(side: Side, servers: readonly Server[], name: CallName): Target {
  const ports = servers.map(({ at }) => (name === 'webhook' ? at.hookPort : at.port));
  return {
    ports,
    postgresPid: side.postgresPid,
    cpuMs: async () => (await Promise.all(servers.map((server) => server.told()))).reduce((sum, told) => sum + told.cpuMs, 0),
  };
}

/** Waits until no work of earlier windows is left: a server that rests uses next to no processor time. */
async function rest({ cpuMs }: Target): Promise<void> {
  for (const since = performance.now(); performance.now() - since < idleWithinMs; ) {
    const before = await cpuMs();
    await wait(idleSliceMs);
    if ((await cpuMs()) - before < idleShare * idleSliceMs) return;
  }
}

/** Loads a target for a while. */
export async function measure(generator: Generator, target: Target, load: Omit<Load, 'ports' | 'connections'>) {
  await rest(target);
  const [cpu, database] = [await target.cpuMs(), childrenMs(target.postgresPid)];
  const loaded = await generator.send({ ...load, ports: target.ports, connections });
  const after = childrenMs(target.postgresPid);
  const serverMs = (await target.cpuMs()) - cpu;
  const databaseMs = database === null || after === null ? null : after - database;
  const window: Window = {
    callsPerSecond: (loaded.count * 1000) / loaded.ms,
    p50Ms: loaded.p50Ms,
    p95Ms: loaded.p95Ms,
    p99Ms: loaded.p99Ms,
    serverMs: serverMs / loaded.count,
    databaseMs: databaseMs === null ? null : databaseMs / loaded.count,
    loadShare: databaseMs === null ? null : loaded.cpuMs / (loaded.cpuMs + serverMs + databaseMs),
  };
  return { window, answers: loaded.answers };
}

/** Processor time of the children of a process, those that have ended too, in ms; null but on Linux, which counts in hundredths of a second. */
function childrenMs(parent: number): number | null {
  if (!fs.existsSync('/proc/self/stat')) return null;
  let ticks = 0;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // After the name in brackets: state, parent, and from the twelfth on the time of the process itself and of its ended children, in user mode and in system mode.
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
    return ''; // it has gone meanwhile
  }
}

export type Driver = {
  /** Measures a call for so many ms, on the given servers instead of the first. */
  run(name: CallName, of: { isSealed: boolean; ms: number; servers?: readonly Server[] }): Promise<Window>;
  /** The answers of so many calls one after the other. */
  answers(name: CallName, count: number): Promise<string[]>;
  /** Plain requests for the limit, which may be sent again and again: no price that they name was ever asked for. */
  forLimit(name: CallName): Promise<Uint8Array[]>;
};

/** Drives the calls of a side through its first server, or through others of the same database. */
export async function openDriver(generator: Generator, side: Side, first: Server): Promise<Driver> {
  const writer = await openWriter(side.root, `http://127.0.0.1:${first.at.port}`);
  const [readers, borrowers] = [readersOf(side.people), borrowersOf(side.people)];
  let turn = 0;
  /** The next borrowers in turn. */
  const nextBorrowers = (count: number) => Array.from({ length: count }, () => borrowers[turn++ % borrowers.length] as Person);

  async function requestsOf(name: CallName, isSealed: boolean, server: Server, count: number): Promise<Uint8Array[]> {
    if (name === 'webhook') return webhooksOf(side.paymentId, (await server.told()).hookToken, count);
    if (name === 'apply') return await writer.applications(await quotes(server, count), isSealed);
    if (name === 'quote' || name === 'code') return await writer.requests(name, nextBorrowers(count), isSealed);
    const who = name === 'login' ? Array.from({ length: count }, (_, nth) => readers[nth % readers.length] as Person) : readers;
    return await writer.requests(name, who, isSealed);
  }

  /** Prices that were asked for and not signed; as many as come in the time that a window may take. */
  async function quotes(server: Server, count: number): Promise<Quoted[]> {
    const people = nextBorrowers(count);
    const requests = await writer.requests('quote', people, false);
    const load = { requests, ms: quotesWithinMs, isOnce: true, expects: success, keepsAnswers: true, ports: [server.at.port] };
    const { answers } = await generator.send({ ...load, connections: Math.min(connections, count) });
    const byAccount = new Map(people.map((person) => [person.accountId, person]));
    return answers.map((answer) => {
      const { quoteId, disclosureHash, receiver } = (JSON.parse(answer) as { data: DataOf<typeof productCal> }).data;
      return { person: byAccount.get(receiver?.accountId ?? '') as Person, quoteId, disclosureHash };
    });
  }
  async function forLimit(name: CallName): Promise<Uint8Array[]> {
    const invented = { quoteId: randomUUID(), disclosureHash: '0'.repeat(64) };
    if (name === 'apply')
      return await writer.applications(
        borrowers.map((person) => ({ person, ...invented })),
        false,
      );
    return await requestsOf(name, false, first, readers.length);
  }
  return { run, answers, forLimit };

  async function run(name: CallName, of: { isSealed: boolean; ms: number; servers?: readonly Server[] }): Promise<Window> {
    const servers = of.servers ?? [first];
    const requests = await requestsOf(name, of.isSealed, servers[0] as Server, mostWrites[name] ?? readers.length);
    const load = { requests, ms: of.ms, isOnce: isWrite(name), expects: beginOf(name, of.isSealed), keepsAnswers: false };
    const { window } = await measure(generator, targetOf(side, servers, name), load);
    return window;
  }

  async function answers(name: CallName, count: number): Promise<string[]> {
    const requests = (await requestsOf(name, false, first, count)).slice(0, count);
    const load = { requests, ms: quotesWithinMs * 10, isOnce: true, expects: beginOf(name, false), keepsAnswers: true, connections: 1 };
    return (await generator.send({ ...load, ports: targetOf(side, [first], name).ports })).answers;
  }
}

const quotesWithinMs = 1500;
const success = '{"code":"0000"';
const beginOf = (name: CallName, isSealed: boolean) => (name === 'webhook' ? '' : isSealed ? '{"v":1' : success);
