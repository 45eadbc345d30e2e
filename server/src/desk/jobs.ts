// The desk's regular jobs.
import type { WorkCtx } from '#/context/ctx.ts';
import { deleteUnproposed } from '#/staff/passkeys.store.ts';
import { keptMs } from './rules.ts';
import { deleteOld } from './store.ts';

export function deskJobs({ app, wall }: WorkCtx) {
  const before = wall.subtract({ milliseconds: keptMs });
  return {
    cleanup: {
      'sessions of the desk': () => deleteOld(app.db, before),
      'passkeys that nobody proposed': () => deleteUnproposed(app.db, before),
    },
  };
}
