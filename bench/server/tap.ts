// Loaded into a server before it starts: sends the bench, on request, the processor time and memory of the server and the token of its bank simulator's
// webhooks. With BENCH_COUNTS=1 it also counts, at the pg driver, what each call sends to the database; the worker's own statements are not counted.
import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';

/** Of one path: calls, statements (begin and commit too), and how often a connection that waited for nothing was sent something. */
export type Counts = Record<string, { calls: number; statements: number; roundTrips: number }>;
export type Told = { tap: { cpuMs: number; peakBytes: number; hookToken: string; counts: Counts } };

const counts: Counts = {};
let hookToken = '';

if (process.send && process.argv[1]?.endsWith('/server/src/main.ts')) {
  hearToken();
  if (process.env.BENCH_COUNTS === '1') countStatements(process.argv[1]);
  process.on('message', (asked) => {
    if (asked !== 'tap') return;
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuMs = (userCPUTime + systemCPUTime) / 1000;
    process.send?.({ tap: { cpuMs, peakBytes: maxRSS * 1024, hookToken, counts } } satisfies Told);
  });
  process.channel?.unref();
}

/** The token goes to the simulator as the first line of a pipe, and nowhere else. */
function hearToken(): void {
  const { spawn } = childProcess;
  childProcess.spawn = ((...of: Parameters<typeof spawn>) => {
    const child = spawn(...of);
    const { stdin } = child;
    if (stdin && JSON.stringify(of[1]).includes('simulators/src/main.ts')) {
      const write = stdin.write.bind(stdin) as (text: string) => boolean;
      stdin.write = (text: string) => {
        hookToken ||= text.trim();
        return write(text);
      };
    }
    return child;
  }) as typeof spawn;
  syncBuiltinESMExports();
}

type Query = (...of: unknown[]) => unknown;
type Client = { prototype: { query: Query } };

function countStatements(main: string): void {
  const calls = new AsyncLocalStorage<Counts[string]>();
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (this: http.Server, event: string | symbol, ...rest: unknown[]) {
    const go = () => Reflect.apply(emit, this, [event, ...rest]) as boolean;
    if (event !== 'request') return go();
    const { url = '' } = rest[0] as http.IncomingMessage;
    const own = counts[url] ?? { calls: 0, statements: 0, roundTrips: 0 };
    counts[url] = own;
    own.calls += 1;
    return calls.run(own, go);
  } as typeof emit;
  const { Client } = createRequire(main)('pg') as { Client: Client };
  const { query } = Client.prototype;
  const waiting = new WeakMap<object, number>();
  Client.prototype.query = function (this: object, ...of: unknown[]) {
    const before = waiting.get(this) ?? 0;
    waiting.set(this, before + 1);
    const own = calls.getStore();
    if (own) {
      own.statements += 1;
      if (before === 0) own.roundTrips += 1;
    }
    const done = () => waiting.set(this, (waiting.get(this) ?? 1) - 1);
    const back = of.at(-1);
    if (typeof back === 'function')
      of[of.length - 1] = (...came: unknown[]) => {
        done();
        back(...came);
      };
    const running = Reflect.apply(query, this, of);
    if (running instanceof Promise) running.then(done, done);
    return running;
  };
}
