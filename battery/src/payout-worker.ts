// A worker of the product in a process of its own, with the gateway's way in, so that it can be killed outright. It says when it begins to work.
import { openDoor } from '@sandali/server/http/listen.ts';
import { startWorker } from '@sandali/server/jobs/worker.ts';
import { type Ground, openHouse } from './house.ts';

const ground = JSON.parse(process.env.PAYOUT_WORKER ?? '') as Ground;
const { app } = await openHouse(ground);
const door = await openDoor({ host: '127.0.0.1', port: ground.hookPort, name: 'HOOK_PORT' });
door.serve(app.hooks.fetch);
const steps = app.steps.filter(({ name }) => ['approve', 'payouts', 'inbox'].includes(name));
const worker = startWorker(app.house, steps);
app.onWake(worker.wake);
console.log('working');
