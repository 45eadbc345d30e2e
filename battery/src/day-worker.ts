// A process that closes days by a fixed clock until none is left. Tests kill it.

import { closeDays } from '@sandali/server/closing/closing.ts';
import type { AppContext } from '@sandali/server/context/app-context.ts';
import { connect, type Place } from '@sandali/server/db/database.ts';

const { place, now } = JSON.parse(process.env.DAY_WORKER ?? '') as { place: Place; now: string };
const { db, pool } = connect(place, { max: 2 });
const at = Temporal.Instant.from(now);
console.log('working');
while ((await closeDays({ app: { db } as AppContext, now: at, wall: at })) > 0);
await pool.end();
