// A worker process with a webhook listener, for tests that kill it. It reports its port and its
// number of idle rounds to its parent.
import { openDoor } from '@sandali/server/http/listen.ts';
import { watchParent } from '@sandali/server/platform/parent.ts';
import { type Step, startWorker } from '@sandali/server/worker.ts';
import { openServer, type ServerSetup } from './server.ts';

/** A worker's report to its parent. */
export type WorkerReport = { hookPort: number } | { idleLooks: number };
const report = (message: WorkerReport) => process.send?.(message);

watchParent(() => process.exit());
const setup = JSON.parse(process.env.PAYOUT_WORKER ?? '') as ServerSetup;
const { app } = await openServer(setup);
const door = await openDoor({ host: '127.0.0.1', port: 0, name: 'HOOK_PORT' });
door.serve(app.hooks.fetch);
let [workDone, idleLooks] = [0, 0];
const counted = (step: Step): Step => ({
  ...step,
  async run(ctx) {
    const count = await step.run(ctx);
    workDone += count;
    return count;
  },
});
/** At the end of each round, reports how many rounds have been idle. */
const sayIdle: Step = {
  name: 'idle',
  async run() {
    idleLooks = workDone === 0 ? idleLooks + 1 : 0;
    workDone = 0;
    report({ idleLooks });
    return 0;
  },
};
const steps = app.steps
  .filter(({ name }) => ['approve', 'payouts', 'inbox'].includes(name))
  .map(counted);
const worker = startWorker(app.context, [...steps, sayIdle]);
app.onWake(worker.wake);
report({ hookPort: door.port });
