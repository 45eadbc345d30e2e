// Loaded into a server before it starts: answers the bench with the processor time and the peak
// memory of the server, and with the token of its bank simulator's webhooks.
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

/** The server writes the token to the simulator as the first line of a pipe, and nowhere else. */
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
