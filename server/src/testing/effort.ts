// How much work something is, and how much of it a test does. Processor time is counted instead of
// the clock's, so that a busy machine does not look like a busy program.

/** Whether tests that can do more or less do all, as in `npm run check:full`. */
export const isAtLength = process.env.FULL === '1';

/** Of a test of seconds whose area others hold too: it runs with those at length only. */
export const atLength = { skip: !isAtLength, timeout: 120_000 };

/**
 * The milliseconds of processor time that this process, with all its threads, spends while `work`
 * runs.
 */
export async function effortMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
