// `npm run bench -- <name>`: runs a bench and compares its results with its goals. Exits with 1 if
// a goal is missed and with 2 for bad usage.
const benches: Record<string, (flags: string[]) => Promise<number>> = {
  bytes: async (flags) => (await import('./bytes.ts')).runBytes(flags),
  paint: async () => ((await (await import('./paint.ts')).paint()) ? 0 : 1),
  taps: async () => ((await (await import('./taps.ts')).taps()) ? 0 : 1),
  signals: async () => ((await (await import('./signals.ts')).signals()) ? 0 : 1),
  server: async (flags) => (await import('./load/server.ts')).runServer(flags),
  growth: async (flags) => (await import('./load/growth.ts')).runGrowth(flags),
  standby: async (flags) => (await import('./load/standby.ts')).runStandby(flags),
};

// Exiting stops the child processes too; the signal alone would leave them running.
const exit = () => process.exit(130);
process.once('SIGINT', exit).once('SIGTERM', exit);

const [name = '', ...flags] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) process.exitCode = await bench(flags);
else {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')} [flags]`);
  process.exitCode = 2;
}
