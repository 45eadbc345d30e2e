// The bank simulator, a separate program. `start.ts` starts it for the server; README.md describes
// how to start it manually.
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import * as v from 'valibot';
import { bankApi } from './api.ts';
import { openDesk, startDesk, trueChance } from './desk.ts';
import { openHooks, post, startHooks } from './hooks.ts';
import { holdFolder } from './journal.ts';
import { type CodeLimits, codeLimits } from './repayments.ts';

const earlierHolderMs = 10_000;

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
    stop('--folder is missing: where the bank keeps its journal and settlement report');
  const hookUrl =
    args['hook-url'] ?? stop('--hook-url is missing: where the bank sends its webhooks');
  const token = args['with-parent'] ? await tokenFromParent() : process.env.BANK_TOKEN;
  if (!token) return stop('BANK_TOKEN is missing: the secret shared with the client');
  try {
    holdFolder(folder, earlierHolderMs);
  } catch (error) {
    return stop(
      `its folder cannot be held, perhaps by another simulator: ${error instanceof Error ? error.message : error}`,
    );
  }
  const desk = openDesk({
    folder,
    offsetMs: whole('offset-ms'),
    payDelayMs: whole('pay-delay-ms'),
    floatCentavos: whole('float-centavos'),
    codeLimits: readLimits(args['code-limits']),
    wall: () => Temporal.Now.instant(),
    chance: trueChance,
  });
  const server = serve(
    { fetch: bankApi(desk, token).fetch, hostname: '127.0.0.1', port: whole('port') },
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
 * Reads the token, the first line from the parent, and ends the program when the parent closes the
 * pipe or dies.
 */
function tokenFromParent(): Promise<string> {
  // Ctrl-C reaches the whole group: the parent ends first and still needs its bank meanwhile.
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

function whole(name: 'port' | 'offset-ms' | 'pay-delay-ms' | 'float-centavos'): number {
  const value = Number(args[name]);
  return Number.isSafeInteger(value) ? value : stop(`--${name} is no whole number: ${args[name]}`);
}

/**
 * Reads what channels take, `{"sevenEleven":{"minimumCentavos":5000,"maximumCentavos":5000000}}`.
 */
function readLimits(written: string): CodeLimits {
  try {
    return v.parse(codeLimits, JSON.parse(written));
  } catch {
    return stop(`--code-limits tells no limits: ${written}`);
  }
}

function stop(why: string): never {
  console.error(`The bank simulator cannot go on: ${why}.`);
  process.exit(1);
}
