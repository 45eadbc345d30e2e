// How much work something is. Processor time is counted instead of the clock's, so that a busy machine does not look like a busy program.

/** The milliseconds of processor time that this process, with all its threads, spends while `work` runs. */
export async function effortMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
