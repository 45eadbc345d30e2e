// A worker of the product in a process of its own, with the gateway's way in, so that it can be killed outright. It tells its starter
// where the gateway's words are to go, as it begins to work, and how many looks in a row have found nothing.
import { openDoor } from '@sandali/server/http/listen.ts';
import { watchParent } from '@sandali/server/platform/parent.ts';
import { type Step, startWorker } from '@sandali/server/worker.ts';
import { type Ground, openServer } from './server.ts';

/** What a worker tells. */
export type Told = { hookPort: number } | { idleLooks: number };
const tell = (told: Told) => process.send?.(told);

watchParent(() => process.exit());
const ground = JSON.parse(process.env.PAYOUT_WORKER ?? '') as Ground;
const { app } = await openServer(ground);
const door = await openDoor({ host: '127.0.0.1', port: 0, name: 'HOOK_PORT' });
door.serve(app.hooks.fetch);
let [found, idleLooks] = [0, 0];
const counted = (step: Step): Step => ({
  ...step,
  async run(ctx) {
    const count = await step.run(ctx);
    found += count;
    return count;
  },
});
/** The last step of each look. */
const sayIdle: Step = {
  name: 'idle',
  async run() {
    idleLooks = found === 0 ? idleLooks + 1 : 0;
    found = 0;
    tell({ idleLooks });
    return 0;
  },
};
const steps = app.steps.filter(({ name }) => ['approve', 'payouts', 'inbox'].includes(name)).map(counted);
const worker = startWorker(app.context, [...steps, sayIdle]);
app.onWake(worker.wake);
tell({ hookPort: door.port });
