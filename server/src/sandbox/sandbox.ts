// The sandbox's entry point, used only by main.ts.
import * as path from 'node:path';
import { type RunningBank, startBankSimulator } from '@sandali/simulators/start.ts';
import type { Hono } from 'hono';
import type { BankLimits } from '#/adapters/bank/port.ts';
import type { Db } from '#/db/database.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { type MovableClocks, movableClocks } from '#/platform/clock.ts';
import type { Config } from '#/platform/config.ts';
import { manila } from '#/platform/days.ts';
import { newToken } from '#/platform/random.ts';
import { sendHolidays } from './bank-desk.ts';
import { openSandboxClock } from './clock.ts';
import type { SandboxDeps } from './deps.ts';
import { sandboxPage } from './page.ts';
import { seed } from './seeds.ts';
import type { SeededPerson } from './store.ts';

export type SandboxBank = {
  url: string;
  token: string;
  playsLimits: boolean;
  /** Whether other servers use it too. Then business time does not move. */
  isShared: boolean;
} & Pick<RunningBank, 'setOffset' | 'stop' | 'ended'>;

/**
 * Starts the bank simulator, which stops with this process, or uses the shared one. Its own one
 * refuses codes with amounts above `codeLimits`.
 * @throws CannotStart with the simulator's own message
 */
export async function startSandboxBank(
  config: Config,
  clocks: MovableClocks,
  codeLimits: BankLimits['repayments'] | null,
): Promise<SandboxBank> {
  const { sharedBank } = config.sandbox;
  if (sharedBank) return useSharedBank(sharedBank);
  const token = newToken();
  const starting: Promise<RunningBank> = startBankSimulator({
    folder: path.join(config.dataDir, 'bank'),
    hookUrl: `http://127.0.0.1:${config.hookPort}/hooks/sandbox`,
    token,
    offsetMs: clocks.offsetMs(),
    payDelayMs: config.sandbox.payDelayMs,
    port: config.sandbox.bankPort,
    ...(codeLimits && { codeLimits }),
  });
  const running = await starting.catch((error: Error) => {
    throw new CannotStart(
      `The bank simulator could not start: ${error.message.replace(/\.+$/, '.')}`,
    );
  });
  return {
    url: running.url,
    token,
    playsLimits: codeLimits !== null,
    isShared: false,
    setOffset: running.setOffset,
    stop: running.stop,
    ended: running.ended,
  };
}

function useSharedBank({ url, token }: { url: string; token: string }): SandboxBank {
  return {
    url,
    token,
    playsLimits: false,
    isShared: true,
    setOffset: async () => {},
    stop: async () => {},
    ended: new Promise(() => {}),
  };
}

export const openSandbox = {
  /** Opens the business clock. With a shared simulator it shows the machine's time. */
  clock: async (db: Db, { sandbox }: Config): Promise<MovableClocks> =>
    sandbox.sharedBank ? movableClocks(0) : await openSandboxClock(db, sandbox),
  page: (deps: SandboxDeps): Hono => sandboxPage(deps),
  /** Creates missing seeded people. The worker and the webhook listener must be running. */
  people: async (
    deps: SandboxDeps & { fetch(request: Request): Response | Promise<Response> },
  ): Promise<SeededPerson[]> => {
    await sendHolidays(deps.bank, deps.context.holidays);
    return await seed({ fetch: deps.fetch }, deps);
  },
  /** Returns the text to print once the server has started. */
  welcome,
};

function welcome(config: Config, people: SeededPerson[], now: Temporal.Instant): string {
  const width = (column: 'name' | 'password') =>
    Math.max(4, ...people.map((person) => person[column].length));
  const [names, passwords] = [width('name'), width('password')];
  const rows = people.map(
    ({ name, phone, password, story }) =>
      `  ${name.padEnd(names)}  ${local(phone)}  ${password.padEnd(passwords)}  ${story}`,
  );
  return [
    '',
    `Sandali is open:  ${config.origin}`,
    `Sandbox page:     ${config.origin}/sandbox   (SMS codes, kiosk, bank and clock)`,
    `The desk of staff: ${config.deskOrigin}/desk   (sign in by one press)`,
    `Business time now: ${written(now)}`,
    ...(rows.length > 0 ? ['', 'People you can log in as (number, password):', ...rows] : []),
    '',
    'Ctrl-C stops everything. The data folder keeps the data; npm run reset deletes it.',
    '',
  ].join('\n');
}

/** Formats an instant as 'Friday, 20 November 2026, 10:00 in Manila'. */
function written(at: Temporal.Instant): string {
  const here = at.toZonedDateTimeISO(manila);
  const day = here.toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return `${day}, ${here.toPlainTime().toString({ smallestUnit: 'minute' })} in Manila`;
}

const local = (phone: string) => phone.replace(/^\+63(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3');
