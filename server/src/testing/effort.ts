// Measures work in processor time, which a busy machine does not distort, and marks long tests.

/** Whether tests run at full length, as in `npm run check:full`. */
export const isAtLength = process.env.FULL === '1';

/**
 * Options for a long test that runs only at full length, because shorter tests cover the same area.
 */
export const atLength = { skip: !isAtLength, timeout: 120_000 };

/** Returns the processor time of this process while `work` runs, in ms, summed over all threads. */
export async function effortMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
