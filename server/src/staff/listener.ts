// The internal listener, on 127.0.0.1 unless OPS_HOST is set. It serves /livez, /readyz, /metrics
// and /alarms for monitoring; GET /ops lists the staff commands, and POST /ops/<command> runs one.
// It also passes calls of /desk to the desk.
import { isIP } from 'node:net';
import { keyEndsHeader } from '@sandali/contract/commands.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { type Context, Hono } from 'hono';
import { declarationOf, type StaffCommand } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import type { Db } from '#/db/database.ts';
import { type Pace, realPace, withMinimumDuration } from '#/platform/clock.ts';
import { wireInstant } from '#/platform/days.ts';
import { readAlarms } from './alarms.ts';
import { commandsByPath, readCommand, respondTo, zCommandRequest } from './command-request.ts';
import {
  type Health,
  type Patience,
  readiness,
  usualPatience,
  type WorkerState,
} from './health.ts';
import { endsSoon, type Holder, holderOf, type OpsKey, openOpsKey } from './key.ts';
import { metricsText, type Signals } from './metrics.ts';

/**
 * A call with a wrong key is delayed by this time and counts towards an hourly limit. The limit
 * does not apply to valid keys.
 */
const wrongKeyMs = 1000;
const wrongKeys = { name: 'ops:wrongKeys', limit: 60, windowMs: hourMs };

export type OpsDeps = {
  context: AppContext;
  /** Null if the server has no worker. */
  worker: WorkerState | null;
  /** Whether the server stops and should get no more calls. */
  isStopping?: () => boolean;
  /** The connection for /readyz; by default one of the app's. */
  healthDb?: Db;
  /** The pools that show whether DATABASE_POOLER is right; by default the app's. */
  databases?: readonly Db[];
  /** How long readiness and alarms wait; by default as long as in production. */
  patience?: Patience;
  /** What /metrics shows beyond the context; without it there is no /metrics. */
  signals?: Signals;
  /** The machine's own key; DATA_DIR/keys/ops.key by default. */
  key?: OpsKey;
  pace?: Pace;
  commands: readonly StaffCommand[];
  /** Serves the desk, which has its own checks; without it there is no /desk. */
  desk?: Hono;
};

/**
 * Returns the internal listener. The ops API responds with `{data}` or, if the status is 400 or
 * above, with a sentence in `{wrong}`.
 */
export function opsListener(deps: OpsDeps): Hono {
  const {
    context,
    worker,
    healthDb = context.db,
    databases = [context.db],
    isStopping = () => false,
    patience = usualPatience,
    signals,
    commands,
    key = openOpsKey(context.config.dataDir),
    pace = realPace(),
  } = deps;
  const vitals = { db: healthDb, databases, worker, isStopping };
  let running: Promise<Health> | null = null;
  /** Simultaneous checks share one result, because they share a connection. */
  const ready = (): Promise<Health> => {
    running ??= readiness(context, vitals, patience).finally(() => {
      running = null;
    });
    return running;
  };
  const byPath = commandsByPath(commands);
  const declared = commands.map(declarationOf);
  const { opsUrl } = context.config;
  const opsName = opsUrl && new URL(opsUrl).hostname;
  const app = new Hono();
  const { desk } = deps;
  if (desk)
    for (const path of ['/desk', '/desk/*'])
      app.all(path, async (c) => await desk.fetch(c.req.raw));
  app.use(async (c, next) => {
    // This prevents DNS rebinding, which would let a web page run commands.
    const host = new URL(c.req.url).hostname;
    const isOwn =
      host === 'localhost' ||
      host === context.config.opsHost ||
      host === opsName ||
      isIP(host.replace(/^\[|\]$/g, '')) !== 0;
    if (!isOwn)
      return c.json(
        { wrong: 'Call this listener by its address, as localhost or by the name in OPS_URL.' },
        403,
      );
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });
  app.get('/livez', (c) => c.json({ isAlive: true }));
  app.get('/readyz', async (c) => {
    const health = await ready();
    return c.json(health, health.isReady ? 200 : 503);
  });
  app.get('/alarms', async (c) => {
    const { sentences, counts } = await readAlarms(context, patience.alarmMs);
    const all = [...Object.values(sentences), ...Object.values(counts)];
    const notComputed = all.filter((value) => value === null).length;
    return c.json({ ...sentences, alarms: { ...counts, notComputed } });
  });
  if (signals)
    app.get('/metrics', async (c) =>
      c.body(
        await metricsText(context, { worker, ready, alarmMs: patience.alarmMs }, signals),
        200,
        {
          'content-type': context.metrics.registry.contentType,
        },
      ),
    );
  const holderIn = async (c: Context) => {
    const holder = await holderOf(context, c.req.header('authorization'), key);
    const endsAt = holder && endsSoon(holder, context.clocks.wall());
    if (endsAt) c.header(keyEndsHeader, wireInstant(endsAt));
    return holder;
  };
  const refuseKey = async (c: Context) => {
    if (!(await countWrongKey(context)))
      return c.json(
        { wrong: 'Too many wrong keys within an hour. Wait, or use a valid key.' },
        429,
      );
    return await withMinimumDuration(pace, wrongKeyMs, async () =>
      c.json({ wrong: 'The key is not an ops key of this server.' }, 401),
    );
  };
  // Holders of revoked keys may read the list, but their commands are refused and recorded.
  app.get('/ops', async (c) =>
    (await holderIn(c)) ? c.json({ data: { commands: declared } }) : await refuseKey(c),
  );
  app.post('/ops/*', async (c) => {
    const holder = await holderIn(c);
    if (!holder) return await refuseKey(c);
    const command = byPath.get(c.req.path.slice('/ops/'.length));
    if (!command) return c.json({ wrong: 'There is no such command.' }, 404);
    const request = await readCommand(c, command, zCommandRequest);
    if (request instanceof Response) return request;
    const who = whoOf(holder, c.req.header('x-ops-user'));
    return await respondTo(c, { app: context, command, holder, who, request });
  });
  app.all('*', (c) => c.json({ wrong: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    context.log.error('an ops command failed', error);
    return c.json({ wrong: 'The command failed. The server’s log has the reason.' }, 500);
  });
  return app;
}

/** Counts a wrong key and logs the attempt without the key. @returns false above the limit */
async function countWrongKey({ db, log, clocks }: AppContext): Promise<boolean> {
  const isWithinLimit = await consumeRateLimit(db, wrongKeys, clocks.wall());
  if (isWithinLimit) log.warn('the ops API was called with an unknown key');
  return isWithinLimit;
}

/**
 * Returns the acting person's name: the name on a personal key or, for the machine's own key, the
 * unverified name from the command line.
 */
function whoOf(holder: Holder, header: string | undefined): string {
  if (!holder.isLocal) return holder.name;
  return `${holder.name}:${/^[\w.@-]{1,60}$/.exec(header ?? '')?.[0] ?? 'unknown'}`;
}
