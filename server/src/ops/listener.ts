// The inside listener, on 127.0.0.1 only: /livez and /readyz for whoever watches, and POST /ops/<command> for staff.
import { Hono } from 'hono';
import * as v from 'valibot';
import { inTx } from '#/db/database.ts';
import { audit } from '#/kit/audit.ts';
import type { House } from '#/kit/house.ts';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx } from './command.ts';
import { configCommands } from './config.ts';
import { readiness } from './health.ts';
import { carriesKey, type OpsKey, openOpsKey } from './key.ts';
import { ledgerCommands } from './ledger.ts';
import { auditCommands } from './trail.ts';

const limitBytes = 64 * 1024;
const zAsked = v.strictObject({
  input: v.optional(v.unknown(), {}),
  reason: v.optional(v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500))),
});
type Asked = v.InferOutput<typeof zAsked>;

export type OpsDeps = {
  house: House;
  /** Real time of the worker's last look for work, in ms. */
  worker: { lastLookMs(): number };
  /** The sandbox's own key, DATA_DIR/keys/ops.key, unless given. */
  key?: OpsKey;
  /** What the slices bring in their `staff.ts`. */
  commands?: readonly StaffCommand[];
};

/** The whole listener. Answers of the ops API are `{data}` or, with a status of 400 and above, `{wrong}` in one sentence. */
export function opsListener(deps: OpsDeps): Hono {
  const { house, worker, key = openOpsKey(house.config.dataDir) } = deps;
  const all = [...configCommands, ...ledgerCommands, ...auditCommands, ...(deps.commands ?? [])];
  const byPath = new Map(all.map((command) => [`/ops/${command.name.replaceAll(' ', '/')}`, command]));
  const app = new Hono();
  app.get('/livez', (c) => c.json({ isAlive: true }));
  app.get('/readyz', async (c) => {
    const health = await readiness(house, worker.lastLookMs());
    return c.json(health, health.isReady ? 200 : 503);
  });
  app.post('/ops/*', async (c) => {
    if (!carriesKey(c.req.header('authorization'), key)) return c.json({ wrong: 'The key is not the ops key of this server.' }, 401);
    const command = byPath.get(c.req.path);
    if (!command) return c.json({ wrong: 'There is no such command.' }, 404);
    const length = Number(c.req.header('content-length') ?? Number.NaN);
    if (!(length <= limitBytes)) return c.json({ wrong: 'The body is too large, or does not tell its length.' }, 413);
    const asked = v.safeParse(zAsked, await c.req.json().catch(() => null));
    if (!asked.success) return c.json({ wrong: 'Send {input, reason}; a reason has 3 to 500 characters.' }, 400);
    const who = `${key.name}:${personOf(c.req.header('x-ops-user'))}`;
    const outcome = await perform(house, command, who, asked.output);
    return 'wrong' in outcome ? c.json(outcome, 422) : c.json(outcome);
  });
  app.all('*', (c) => c.json({ wrong: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    house.log.error('an ops command broke', error);
    return c.json({ wrong: 'The server could not do it; its log says why.' }, 500);
  });
  return app;
}

/** The person at the machine, as the command line tells it: it is believed, as whoever holds the key could lie anyway. */
function personOf(header: string | undefined): string {
  return /^[\w.@-]{1,60}$/.exec(header ?? '')?.[0] ?? 'unknown';
}

/** Runs a command and writes its row of the trail in one transaction; a command that is declined leaves neither. */
async function perform(house: House, command: StaffCommand, who: string, asked: Asked): Promise<{ data: unknown } | { wrong: string }> {
  const reason = asked.reason ?? null;
  if (command.kind === 'change' && reason === null) return { wrong: 'A change needs a reason.' };
  const input = v.safeParse(command.request, asked.input);
  if (!input.success) return { wrong: `${input.issues.map((issue) => `${v.getDotPath(issue) ?? 'input'}: ${issue.message}`).join('; ')}.` };
  const ctx: StaffCtx = { house, who, reason, now: house.clocks.now(), wall: house.clocks.wall() };
  try {
    const { data } = await inTx(house.db, async (tx): Promise<StaffAnswer> => {
      const answer = await command.run(ctx, tx, input.output);
      const { subject = null, detail = {} } = answer;
      await audit(tx, { at: ctx.now, who, act: `ops ${command.name}`, subject, reason, detail });
      return answer;
    });
    command.after?.(ctx);
    return { data };
  } catch (error) {
    if (error instanceof Declined) return { wrong: error.message };
    throw error;
  }
}
