// A worker of the product in a process of its own, with the gateway's way in, so that it can be killed outright. It says when it begins to work.
import { listen } from '@sandali/server/http/listen.ts';
import { startWorker } from '@sandali/server/jobs/worker.ts';
import { type Ground, openHouse } from './house.ts';

const ground = JSON.parse(process.env.PAYOUT_WORKER ?? '') as Ground;
const { app } = await openHouse(ground);
await listen(app.hooks.fetch, { host: '127.0.0.1', port: ground.hookPort, name: 'HOOK_PORT' });
const steps = app.steps.filter(({ name }) => ['approve', 'payouts', 'inbox'].includes(name));
const worker = startWorker(app.house, steps);
app.onWake(worker.wake);
console.log('working');
