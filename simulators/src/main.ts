// The bank simulator's entry point. The server starts it through `start.ts`; README.md explains how
// to start it manually.
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import * as v from 'valibot';
import { bankApi } from './api.ts';
import { openDesk, startDesk, systemRandom } from './desk.ts';
import { openHooks, post, startHooks } from './hooks.ts';
import { lockFolder } from './journal.ts';
import { type CodeLimits, codeLimits } from './repayments.ts';

const folderLockMs = 10_000;

const { values: args } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    folder: { type: 'string' },
    'hook-url': { type: 'string' },
    'offset-ms': { type: 'string', default: '0' },
    'pay-delay-ms': { type: 'string', default: '1500' },
    'float-centavos': { type: 'string', default: '10000000000' },
    'code-limits': { type: 'string', default: '{}' },
    'with-parent': { type: 'boolean', default: false },
  },
});

try {
  await main();
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}

async function main(): Promise<void> {
  const folder =
    args.folder ??
    stop('--folder is missing: the folder for the journal and the settlement report');
  const hookUrl =
    args['hook-url'] ?? stop('--hook-url is missing: the URL that receives the webhooks');
  const token = args['with-parent'] ? await tokenFromParent() : process.env.BANK_TOKEN;
  if (!token) return stop('BANK_TOKEN is missing: the secret shared with the client');
  try {
    lockFolder(folder, folderLockMs);
  } catch (error) {
    return stop(
      `its folder cannot be locked, perhaps because another simulator uses it: ${error instanceof Error ? error.message : error}`,
    );
  }
  const desk = openDesk({
    folder,
    offsetMs: readInteger('offset-ms'),
    payDelayMs: readInteger('pay-delay-ms'),
    floatCentavos: readInteger('float-centavos'),
    codeLimits: readLimits(args['code-limits']),
    wall: () => Temporal.Now.instant(),
    random: systemRandom,
  });
  const server = serve(
    { fetch: bankApi(desk, token).fetch, hostname: '127.0.0.1', port: readInteger('port') },
    (info) => {
      console.log(JSON.stringify({ listening: info.port }));
      startDesk(desk);
      startHooks(
        desk,
        openHooks(desk, (hook) => post(hookUrl, token, hook)),
      );
    },
  );
  server.on('error', (error) => stop(error.message));
}

/**
 * Reads the token from the parent's first line, and exits when the parent closes the pipe or dies.
 */
function tokenFromParent(): Promise<string> {
  // Ignore Ctrl-C, which reaches the whole process group, because the parent needs its bank until
  // it exits.
  process.on('SIGINT', () => {});
  process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0));
  return new Promise((done) => {
    let text = '';
    process.stdin.setEncoding('utf8').on('data', (chunk) => {
      text = text.length > 1_000 ? text : text + chunk;
      const end = text.indexOf('\n');
      if (end >= 0) done(text.slice(0, end));
    });
  });
}

function readInteger(name: 'port' | 'offset-ms' | 'pay-delay-ms' | 'float-centavos'): number {
  const value = Number(args[name]);
  return Number.isSafeInteger(value)
    ? value
    : stop(`--${name} is not a whole number: ${args[name]}`);
}

/**
 * Parses the limits by channel:
 * `{"sevenEleven":{"minimumCentavos":5000,"maximumCentavos":5000000}}`.
 */
function readLimits(json: string): CodeLimits {
  try {
    return v.parse(codeLimits, JSON.parse(json));
  } catch {
    return stop(`--code-limits is not an object of limits: ${json}`);
  }
}

function stop(reason: string): never {
  console.error(`The bank simulator cannot run: ${reason}.`);
  process.exit(1);
}
