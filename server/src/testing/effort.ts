// Measures work by processor time, so that a busy machine does not count, and marks long tests.

/** Whether tests run at full length, as in `npm run check:full`. */
export const isAtLength = process.env.FULL === '1';

/** Options of a long test in an area that short tests cover too: it runs at full length only. */
export const atLength = { skip: !isAtLength, timeout: 120_000 };

/** Returns the processor time of all threads of this process while `work` runs, in ms. */
export async function effortMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
