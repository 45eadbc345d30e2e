// The inside listener, on 127.0.0.1 unless OPS_HOST is set: /livez and /readyz for monitoring, GET
// /ops lists the commands of staff, and POST /ops/<command> runs one.
import { isIP } from 'node:net';
import { hourMs } from '@sandali/contract/day.ts';
import { visibleLine } from '@sandali/contract/text.ts';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { declarationOf, type StaffCommand } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import { inTx } from '#/db/database.ts';
import { type Pace, realPace, withMinimumDuration } from '#/platform/clock.ts';
import { type Patience, readiness, type WorkerState } from './health.ts';
import { type Holder, holderOf, type OpsKey, openOpsKey } from './key.ts';
import { perform } from './perform.ts';

const limitBytes = 64 * 1024;
/**
 * A wrong key is answered no sooner than this, and after so many within an hour with a wait; valid
 * keys always pass.
 */
const wrongKeyMs = 1000;
const wrongKeys = { name: 'ops:wrongKeys', limit: 60, windowMs: hourMs };

const zAsked = v.strictObject({
  input: v.optional(v.unknown(), {}),
  reason: v.optional(
    v.pipe(v.string(), v.transform(visibleLine), v.minLength(3), v.maxLength(500)),
  ),
  reveal: v.optional(v.boolean()),
});

export type OpsDeps = {
  context: AppContext;
  /** What the worker says of its looks and steps. */
  worker: WorkerState;
  /** How long readiness waits; production's times by default. */
  patience?: Patience;
  /** The machine's own key, DATA_DIR/keys/ops.key, unless given. */
  key?: OpsKey;
  pace?: Pace;
  /** What staff may do (staff/all.ts). */
  commands: readonly StaffCommand[];
};

/**
 * The whole listener. Answers of the ops API are `{data}` or, with a status of 400 and above,
 * `{wrong}` in one sentence.
 */
export function opsListener(deps: OpsDeps): Hono {
  const {
    context,
    worker,
    patience,
    commands,
    key = openOpsKey(context.config.dataDir),
    pace = realPace(),
  } = deps;
  const byPath = new Map(
    commands.map((command) => [`/ops/${command.name.replaceAll(' ', '/')}`, command]),
  );
  const declared = commands.map(declarationOf);
  const app = new Hono();
  app.use(async (c, next) => {
    // A name that somebody has made to point here is how a page in a browser of this network would
    // reach staff's commands.
    const host = new URL(c.req.url).hostname;
    const isOwn =
      host === 'localhost' ||
      host === context.config.opsHost ||
      isIP(host.replace(/^\[|\]$/g, '')) !== 0;
    if (!isOwn) return c.json({ wrong: 'Call this listener by its address or as localhost.' }, 403);
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });
  app.get('/livez', (c) => c.json({ isAlive: true }));
  app.get('/readyz', async (c) => {
    const health = await readiness(context, worker, patience);
    return c.json(health, health.isReady ? 200 : 503);
  });
  const holderIn = (c: Context) =>
    holderOf(context.db, c.req.header('authorization'), key, context.config.isSandbox);
  const refuseKey = async (c: Context) => {
    const isHeard = await mayTryAgain(context);
    if (!isHeard)
      return c.json(
        { wrong: 'Too many wrong keys within an hour. Wait, or use a right one.' },
        429,
      );
    return await withMinimumDuration(pace, wrongKeyMs, async () =>
      c.json({ wrong: 'The key is no ops key of this server.' }, 401),
    );
  };
  // The holder of an expired key may read these too: their commands are refused and recorded in the
  // trail.
  app.get('/ops', async (c) =>
    (await holderIn(c)) ? c.json({ data: { commands: declared } }) : await refuseKey(c),
  );
  app.post('/ops/*', async (c) => {
    const holder = await holderIn(c);
    if (!holder) return await refuseKey(c);
    const command = byPath.get(c.req.path);
    if (!command) return c.json({ wrong: 'There is no such command.' }, 404);
    const length = Number(c.req.header('content-length') ?? Number.NaN);
    if (!(length <= (command.bodyLimitBytes ?? limitBytes)))
      return c.json({ wrong: 'The body is too large, or has no length.' }, 413);
    const asked = v.safeParse(zAsked, await c.req.json().catch(() => null));
    if (!asked.success)
      return c.json(
        { wrong: 'Send {input, reason, reveal}; a reason has 3 to 500 characters.' },
        400,
      );
    const who = whoOf(holder, c.req.header('x-ops-user'));
    const outcome = await perform({ app: context, command, holder, who, asked: asked.output });
    if (outcome.status === 200 && outcome.stream)
      return c.body(bytesOf(outcome.stream), 200, { 'content-type': 'text/csv; charset=utf-8' });
    return c.json(outcome.body, outcome.status);
  });
  app.all('*', (c) => c.json({ wrong: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    context.log.error('an ops command broke', error);
    return c.json({ wrong: 'The server could not do it; its log says why.' }, 500);
  });
  return app;
}

/**
 * Streams text while it is produced. A slow reader slows down the producer; an error cuts the
 * answer off, which the reader notices.
 */
function bytesOf(text: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const [pieces, encoder] = [text[Symbol.asyncIterator](), new TextEncoder()];
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/**
 * Counts a wrong key, and says so in the log, without the key; false once there were too many,
 * which is said no more.
 */
async function mayTryAgain({ db, log, clocks }: AppContext): Promise<boolean> {
  const isTaken = await inTx(db, (tx) => consumeRateLimit(tx, wrongKeys, clocks.wall()));
  if (isTaken) log.warn('the ops API was called with an unknown key');
  return isTaken;
}

/**
 * The person who acts: the holder of a personal key. For the machine's own key it is the name given
 * by the command line, which cannot be verified.
 */
function whoOf(holder: Holder, header: string | undefined): string {
  if (!holder.isLocal) return holder.name;
  return `${holder.name}:${/^[\w.@-]{1,60}$/.exec(header ?? '')?.[0] ?? 'unknown'}`;
}
