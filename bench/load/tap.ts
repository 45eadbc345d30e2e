// Preloaded into a measured server: reports its processor time, its peak memory, and the token of
// its bank simulator's webhooks.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

export type Usage = { cpuMs: number; peakBytes: number; hookToken: string };

let hookToken = '';

if (process.send && process.argv[1]?.endsWith('/server/src/main.ts')) {
  catchToken();
  process.on('message', (message) => {
    if (message !== 'usage') return;
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuMs = (userCPUTime + systemCPUTime) / 1000;
    process.send?.({ cpuMs, peakBytes: maxRSS * 1024, hookToken } satisfies Usage);
  });
  process.channel?.unref();
}

/** Captures the token, which the server writes only to the simulator's pipe, in the first line. */
function catchToken(): void {
  const { spawn } = childProcess;
  childProcess.spawn = ((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    const { stdin } = child;
    if (stdin && JSON.stringify(args[1]).includes('simulators/src/main.ts')) {
      const write = stdin.write.bind(stdin) as (text: string) => boolean;
      stdin.write = (text: string) => {
        hookToken ||= text.trim();
        return write(text);
      };
    }
    return child;
  }) as typeof spawn;
  syncBuiltinESMExports();
}
