// The end of the process: the steps that close what it uses, on a signal, after a loss, or if the
// start fails.
import { setTimeout as wait } from 'node:timers/promises';

/** How long calls and jobs may take to end once the server takes no more of them. */
const finishMs = 25_000;
/** npm passes on a signal that the terminal has also sent, so two at once count as one. */
const sameSignalMs = 500;

/** A listener. `dismiss` closes its clients' connections while it still takes calls. */
type Listener = { close(): Promise<unknown>; dismiss(): void };

/** What is printed about the end. Errors after its reason are only consequences, and stay out. */
function createReport() {
  let hasReason = false;
  return {
    hasReason: () => hasReason,
    printReason(sentence: string): void {
      hasReason = true;
      process.exitCode = 1;
      console.error(sentence);
    },
    printError(error: unknown): void {
      process.exitCode = 1;
      if (!hasReason) console.error(error);
    },
    /** Delays a log line, so that the loss of PostgreSQL is printed before the errors it causes. */
    printWithDelay(line: string): void {
      setTimeout(() => hasReason || process.stderr.write(line), 300);
    },
  };
}

/** `drainMs`: how long a signalled server still takes calls. */
export function createShutdown(drainMs: () => number | undefined) {
  /**
   * The steps that end the work: calls and jobs finish, and no more are taken. They run together,
   * before the other steps.
   */
  const finishing: (() => Promise<unknown>)[] = [];
  const listeners: Listener[] = [];
  /** The other steps, which run in reverse order. */
  const undo: (() => unknown)[] = [];
  let isOpen = false;
  let isStopping = false;
  /** When the first signal to stop arrived; null before. */
  let signalledAtMs: number | null = null;
  const report = createReport();

  /**
   * Makes the server unready, accepts no more calls after `drainMs`, and lets running calls and
   * jobs finish. A second signal ends the process at once.
   */
  async function onSignal(): Promise<void> {
    const nowMs = performance.now();
    if (signalledAtMs !== null) {
      if (nowMs - signalledAtMs < sameSignalMs) return;
      console.error('Ended at once by a second signal.');
      process.exit(1);
    }
    signalledAtMs = nowMs;
    await stop(drainMs());
  }

  async function stop(takesCallsMs = 0): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    if (isOpen && !report.hasReason()) {
      for (const listener of listeners) listener.dismiss();
      await wait(takesCallsMs);
      await finishWork();
    }
    await unwind();
    if (isOpen || !process.exitCode) console.log('Stopped.');
  }

  /** Ends the process if the work takes too long. */
  async function finishWork(): Promise<void> {
    const tooLong = setTimeout(() => {
      console.error(
        `Calls or jobs were still running ${finishMs / 1000} s later and were cut off.`,
      );
      process.exit(1);
    }, finishMs);
    const results = await Promise.allSettled(finishing.map((finish) => finish()));
    clearTimeout(tooLong);
    for (const result of results)
      if (result.status === 'rejected') report.printError(result.reason);
  }

  async function unwind(): Promise<void> {
    for (let step = undo.pop(); step; step = undo.pop()) {
      try {
        await step();
      } catch (error) {
        report.printError(error);
      }
    }
  }

  return {
    onSignal,
    stop,
    isStopping: () => isStopping,
    /** Marks the start as complete: from now on a stop lets the work finish. */
    markOpen(): void {
      isOpen = true;
    },
    /** Registers a step; runs it immediately if the server is already stopping. */
    onStop(step: () => unknown): void {
      undo.push(step);
      if (isStopping) void unwind();
    },
    /** Registers a step that ends the work. */
    onFinish(step: () => Promise<unknown>): void {
      finishing.push(step);
    },
    /** Registers a listener, which closes before the resources that its handler uses. */
    onFinishListening(listener: Listener): void {
      undo.push(listener.close);
      listeners.push(listener);
      finishing.push(listener.close);
      if (isStopping) void unwind();
    },
    /**
     * Ends a start that has failed, with exit code 1. `sentence` is what to print instead of the
     * error. A start that fails because the server is stopping has no fault of its own.
     */
    async stopAfterFailedStart(error: unknown, sentence: string | null): Promise<void> {
      if (isStopping) return;
      if (sentence === null) report.printError(error);
      else report.printReason(sentence);
      await stop();
    },
    /** Stops the server with exit code 1 because a process it needs has stopped. */
    stopAfterLoss(reason: string): void {
      if (isStopping) return;
      report.printReason(reason);
      // The job queue removes a connection's listeners before it closes the connection. An error in
      // between would be uncaught, but its cause has already been printed.
      process.on('uncaughtException', () => process.exit());
      void stop();
    },
    printWithDelay: report.printWithDelay,
  };
}
