// The worker: looks for what is due in the tables that know it, again and again. It keeps nothing in memory, so after a crash
// at any point the next look is the same look.

import type { AppContext } from '#/context/app-context.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';

/** One kind of work: does what is due and returns how much it found. */
export type Step = { name: string; run(ctx: WorkCtx): Promise<number> };

export type Worker = {
  /** Looks now instead of at the next tick. */
  wake(): void;
  /** Real time of the last completed look, in ms; of the start before the first. For readiness. */
  lastLookMs(): number;
  /** Ends after the step that is under way. */
  stop(): Promise<void>;
};

const everyMs = 500;
/** A look that keeps finding work looks again at once, but not for ever: the tick gives way to stopping. */
const mostRounds = 50;

/** Starts looking. Steps run one after the other; one that fails is logged and does not hold up the next. */
export function startWorker(app: AppContext, steps: readonly Step[]): Worker {
  let isStopping = false;
  let isWoken = false;
  let rouse: () => void = () => {};
  let lastLookMs = app.clocks.wall().epochMilliseconds;
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!isStopping) {
      isWoken = false;
      await lookUntilQuiet(app, steps, () => isStopping);
      lastLookMs = app.clocks.wall().epochMilliseconds;
      if (!isStopping && !isWoken) await rest();
    }
  };
  const running = loop();
  return {
    wake() {
      isWoken = true;
      rouse();
    },
    lastLookMs: () => lastLookMs,
    async stop() {
      isStopping = true;
      rouse();
      await running;
    },
  };
}

/** Runs the steps in turn until each has found nothing since anything was last found. @returns how much was found in all. */
export async function lookUntilQuiet(app: AppContext, steps: readonly Step[], isStopping: () => boolean = () => false): Promise<number> {
  let [total, quiet] = [0, 0];
  for (let run = 0; quiet < steps.length && run < mostRounds * steps.length && !isStopping(); run++) {
    const found = await runStep(app, steps[run % steps.length] as Step);
    total += found;
    quiet = found === 0 ? quiet + 1 : 0;
  }
  return total;
}

async function runStep(app: AppContext, step: Step): Promise<number> {
  try {
    return await step.run(workCtx(app));
  } catch (error) {
    app.log.error('a step of the worker failed', error, { job: step.name });
    return 0;
  }
}
