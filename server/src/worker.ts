// The worker: looks for what is due in the tables that know it, again and again. It keeps nothing
// in memory, so after a crash at any point the next look is the same look.

import type { AppContext } from '#/context/app-context.ts';
import { type WorkCtx, workCtx } from '#/context/ctx.ts';

/** One kind of work: does what is due and returns how much it found. */
export type Step = {
  name: string;
  run(ctx: WorkCtx): Promise<number>;
  /**
   * What other steps do may give it work: it is looked at again until all of these have found
   * nothing. Others wait for calls or for the clock.
   */
  isFed?: true;
  /**
   * One run may take longer than those who wait for money should: it has a loop of its own, beside
   * the others.
   */
  isApart?: true;
};

export type Worker = {
  /** Looks now instead of at the next tick. */
  wake(): void;
  /**
   * Real time of the last completed look of the steps that are not apart, in ms; of the start
   * before the first. For readiness.
   */
  lastLookMs(): number;
  /**
   * Steps whose last run failed, with the real time of their last success, in ms; of the start if
   * they had none.
   */
  failing(): FailingStep[];
  /** Ends after the steps that are under way. */
  stop(): Promise<void>;
};

/** A step that fails, and since when it has had no success. */
export type FailingStep = { name: string; lastSuccessMs: number };

const everyMs = 500;
/**
 * A look that keeps finding work looks again at once, but not for ever: the tick gives way to
 * stopping.
 */
const mostRounds = 50;
/**
 * For how long a step that keeps finding work goes on before those that send and book money have
 * their turn.
 */
const turnMs = 200;

/**
 * Starts looking. Steps run one after the other, but for those that are apart; one that fails is
 * logged and does not hold up the next.
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
      for (const one of loops) one.wake();
    },
    lastLookMs: main.lastLookMs,
    failing: () => loops.flatMap((one) => one.failing()),
    async stop() {
      await Promise.all(loops.map((one) => one.stop()));
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
    failing: () =>
      [...results]
        .filter(([, { hasFailed }]) => hasFailed)
        .map(([name, { lastSuccessMs }]) => ({ name, lastSuccessMs })),
    async stop() {
      isStopping = true;
      rouse();
      await running;
    },
  };
}

/**
 * Runs each step once, or until it finds nothing where no other feeds it; and if anything was
 * found, those that are fed in turn until each has found nothing. A step that finds more than fits
 * its turn, as the close of a day among many bills, goes on after these. @returns how much was
 * found in all.
 */
export async function lookUntilQuiet(
  app: AppContext,
  steps: readonly Step[],
  isStopping: () => boolean = () => false,
  note: (step: string, hasFailed: boolean) => void = () => {},
): Promise<number> {
  let total = 0;
  const look = async (step: Step) => {
    const found = isStopping() ? 0 : await runStep(app, step, note);
    total += found;
    return found;
  };
  const fed = steps.filter(({ isFed }) => isFed);
  let due = steps;
  for (let round = 0; due.length > 0 && round < mostRounds; round++) {
    const before = total;
    const unfinished: Step[] = [];
    for (const step of due) {
      const endsAtMs = app.clocks.wall().epochMilliseconds + turnMs;
      let found = await look(step);
      for (
        let run = 1;
        found > 0 &&
        !step.isFed &&
        run < mostRounds &&
        app.clocks.wall().epochMilliseconds < endsAtMs;
        run++
      )
        found = await look(step);
      if (found > 0 && !step.isFed) unfinished.push(step);
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
    const found = await step.run(workCtx(app));
    note(step.name, false);
    return found;
  } catch (error) {
    note(step.name, true);
    app.log.error('a step of the worker failed', error, { job: step.name });
    return 0;
  }
}
