// Measures work in processor time, which a busy machine does not distort.

/** Whether tests run at full length, as in `npm run check:full`. */
export const isAtLength = process.env.FULL === '1';

/** Returns the processor time of this process while `work` runs, in ms, summed over all threads. */
export async function effortMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
