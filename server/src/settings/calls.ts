import type { DataOf } from '@sandali/contract/call.ts';
import { init } from '@sandali/contract/init.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import type { Ctx } from '#/context/ctx.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import type { Read } from '#/db/database.ts';
import type { KeyRing } from '#/http/keys.ts';

/**
 * Returns the calls that a client makes first. `/init` responds with the envelope's keys and the
 * wall time.
 */
export function settingsCalls(keys: KeyRing): Served[] {
  const open = async (ctx: Ctx): Promise<DataOf<typeof init>> => ({
    keyList: keys.list(ctx.wall),
    serverTimeMs: ctx.wall.epochMilliseconds,
    minVersion: (await ctx.app.settings.all()).minVersion,
  });
  const config = async (
    { app, now, wall }: Ctx,
    _read: Read,
  ): Promise<DataOf<typeof configQuery>> => ({
    ...(await app.settings.shown()),
    firstLineNeedsPerson: app.config.firstLineNeedsPerson,
    chains: app.catalogue.chains,
    counters: app.catalogue.counters,
    businessAheadMs: now.epochMilliseconds - wall.epochMilliseconds,
  });
  return [serveRead(init, open), serveRead(configQuery, config)];
}
