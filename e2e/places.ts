// Where the browser tests' servers run: on any free ports, which they report (servers.setup.ts),
// and with separate data, so that they never disturb each other.
import * as path from 'node:path';
import type { Listening } from '@sandali/server/http/listen.ts';

export type Place = ReturnType<typeof place>;

function place(folder: string, more: Record<string, string> = {}) {
  const dataDir = path.join(import.meta.dirname, '../node_modules/.cache', folder);
  /**
   * Tests run in separate processes, which inherit the environment of the one that started the
   * servers.
   */
  const name = `LISTENING_${folder}`;
  return {
    dataDir,
    /** What server.ts is started with. */
    env: {
      E2E_DATA: dataDir,
      SANDBOX_QUICK_PASSWORDS: '1',
      SANDBOX_RESEND_SECONDS: '0',
      SANDBOX_REVIEW_SECONDS: '0',
      SANDBOX_PAY_MS: '0',
      ...more,
    },
    opened(at: Listening): void {
      process.env[name] = JSON.stringify(at);
    },
    /**
     * '' and 0 before the server is there: Playwright reads its configuration then too, and once
     * more in each process of tests.
     */
    get at(): Pick<Listening, 'origin' | 'opsPort'> {
      return JSON.parse(process.env[name] ?? '{"origin":"","opsPort":0}') as Listening;
    },
    get origin(): string {
      return this.at.origin;
    },
  };
}

/** For most tests, which run beside each other: none of them changes what all borrowers see. */
export const shared = place('e2e-data');
/**
 * For the tests that turn the clock or set what every borrower sees: they take turns here, and
 * disturb nobody else. It begins without people.
 */
export const turns = place('e2e-data-turns', { SANDBOX_SEEDS: '0' });
/**
 * For the one test in which channels take no more at once than live ones do; it opens it by itself.
 */
export const limited = place('e2e-data-limited', { SANDBOX_SEEDS: '0', SANDBOX_LIMITS: '1' });
