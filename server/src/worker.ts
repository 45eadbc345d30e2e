// The worker repeatedly looks for due work in the tables. It keeps no state in memory, so work
// continues after a crash and a restart.

import type { AppContext } from '#/context/app-context.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';

/** One kind of work. `run` does the due work and returns how many items it found. */
export type Step = {
  name: string;
  run(ctx: WorkCtx): Promise<number>;
  /**
   * Whether other steps may create work for this step. Steps of this kind are repeated until none
   * of them finds work.
   */
  isFed?: true;
  /**
   * Whether the step runs in a separate loop, because it may take long and would otherwise delay
   * borrowers who wait for their money.
   */
  isApart?: true;
};

export type Worker = {
  /** Starts a round now rather than at the next tick. */
  wake(): void;
  /**
   * Returns when the main loop last completed a round, or when it started (wall time, in ms). The
   * readiness check uses it.
   */
  lastLookMs(): number;
  /** Returns the state of every step. */
  steps(): StepState[];
  /** Stops once the running steps have finished. */
  stop(): Promise<void>;
};

/** Whether a step's last run failed, and the wall time of its last success or else of the start. */
export type StepState = { name: string; hasFailed: boolean; lastSuccessMs: number };

const everyMs = 500;
/** The maximum number of rounds per tick. It ensures that the worker can stop. */
const mostRounds = 50;
/**
 * How long a step that keeps finding work may run before the steps with `isFed` have their turn.
 */
const turnMs = 200;

/**
 * Starts the worker. Steps run one after the other, except those with `isApart`. A failing step is
 * logged and does not stop the others.
 */
export function startWorker(app: AppContext, steps: readonly Step[]): Worker {
  const main = startLoop(
    app,
    steps.filter(({ isApart }) => !isApart),
  );
  const loops = [
    main,
    ...steps.filter(({ isApart }) => isApart).map((step) => startLoop(app, [step])),
  ];
  return {
    wake() {
      for (const loop of loops) loop.wake();
    },
    lastLookMs: main.lastLookMs,
    steps: () => loops.flatMap((loop) => loop.steps()),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop(app: AppContext, steps: readonly Step[]): Worker {
  let isStopping = false;
  let isWoken = false;
  let rouse: () => void = () => {};
  const nowMs = () => app.clocks.wall().epochMilliseconds;
  let lastLookMs = nowMs();
  const results = new Map(
    steps.map(({ name }) => [name, { hasFailed: false, lastSuccessMs: lastLookMs }]),
  );
  const note = (name: string, hasFailed: boolean) => {
    const result = results.get(name);
    if (result)
      Object.assign(result, hasFailed ? { hasFailed } : { hasFailed, lastSuccessMs: nowMs() });
  };
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
      await lookUntilQuiet(app, steps, () => isStopping, note);
      lastLookMs = nowMs();
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
    steps: () => [...results].map(([name, result]) => ({ name, ...result })),
    async stop() {
      isStopping = true;
      rouse();
      await running;
    },
  };
}

/**
 * Runs each step with `isFed` once, and every other step until it finds no work or its turn ends.
 * Then runs the steps with `isFed` until they find no work, and continues with unfinished steps.
 * @returns the number of items found
 */
export async function lookUntilQuiet(
  app: AppContext,
  steps: readonly Step[],
  isStopping: () => boolean = () => false,
  note: (step: string, hasFailed: boolean) => void = () => {},
): Promise<number> {
  let total = 0;
  const look = async (step: Step) => {
    const foundItems = isStopping() ? 0 : await runStep(app, step, note);
    total += foundItems;
    return foundItems;
  };
  const fed = steps.filter(({ isFed }) => isFed);
  let due = steps;
  for (let round = 0; due.length > 0 && round < mostRounds; round++) {
    const before = total;
    const unfinished: Step[] = [];
    for (const step of due) {
      const endsAtMs = app.clocks.wall().epochMilliseconds + turnMs;
      let foundItems = await look(step);
      for (
        let run = 1;
        foundItems > 0 &&
        !step.isFed &&
        run < mostRounds &&
        app.clocks.wall().epochMilliseconds < endsAtMs;
        run++
      )
        foundItems = await look(step);
      if (foundItems > 0 && !step.isFed) unfinished.push(step);
    }
    let quiet = total > before ? 0 : fed.length;
    for (let run = 0; quiet < fed.length && run < mostRounds * fed.length; run++) {
      quiet = (await look(fed[run % fed.length] as Step)) > 0 ? 0 : quiet + 1;
    }
    due = unfinished;
  }
  return total;
}

async function runStep(
  app: AppContext,
  step: Step,
  note: (step: string, hasFailed: boolean) => void,
): Promise<number> {
  try {
    const foundItems = await step.run(workCtx(app));
    note(step.name, false);
    return foundItems;
  } catch (error) {
    note(step.name, true);
    app.log.error('a step of the worker failed', error, { job: step.name });
    return 0;
  }
}
