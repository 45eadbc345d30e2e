// A worker of the product in a process of its own, with the gateway's way in, so that it can be killed outright. It tells when it
// begins to work, and where the gateway's words are to go.
import { openDoor } from '@sandali/server/http/listen.ts';
import { startWorker } from '@sandali/server/jobs/worker.ts';
import { watchParent } from '@sandali/server/kit/parent.ts';
import { type Ground, openHouse } from './house.ts';

watchParent(() => process.exit());
const ground = JSON.parse(process.env.PAYOUT_WORKER ?? '') as Ground;
const { app } = await openHouse(ground);
const door = await openDoor({ host: '127.0.0.1', port: 0, name: 'HOOK_PORT' });
door.serve(app.hooks.fetch);
const steps = app.steps.filter(({ name }) => ['approve', 'payouts', 'inbox'].includes(name));
const worker = startWorker(app.house, steps);
app.onWake(worker.wake);
process.send?.(door.port);
