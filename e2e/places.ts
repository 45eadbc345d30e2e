// The servers for the browser tests. Each has its own data and its own free ports
// (servers.setup.ts).
import * as path from 'node:path';
import type { Listening } from '@sandali/server/http/listen.ts';

export type Place = ReturnType<typeof place>;

function place(folder: string, more: Record<string, string> = {}) {
  const dataDir = path.join(import.meta.dirname, '../node_modules/.cache', folder);
  /** Test processes inherit this variable from the process that started the servers. */
  const name = `LISTENING_${folder}`;
  return {
    dataDir,
    /** The environment variables for server.ts. */
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
     * '' and 0 until the server has started, because Playwright reads its configuration before
     * that.
     */
    get at(): Pick<Listening, 'origin' | 'opsPort'> {
      return JSON.parse(process.env[name] ?? '{"origin":"","opsPort":0}') as Listening;
    },
    get origin(): string {
      return this.at.origin;
    },
  };
}

/** The server for most tests. They run in parallel, and change nothing that other borrowers see. */
export const shared = place('e2e-data');
/**
 * The server for tests that change the clock or a setting. These tests run one after another. The
 * server has no seeded people.
 */
export const turns = place('e2e-data-turns', { SANDBOX_SEEDS: '0' });
/** A server with the live channels' payment limits, started by the only test that needs it. */
export const limited = place('e2e-data-limited', { SANDBOX_SEEDS: '0', SANDBOX_LIMITS: '1' });
/** A server without invented staff, to which one test adds the only two members of finance. */
export const transfers = place('e2e-data-transfers', { SANDBOX_SEEDS: '0' });
/** A server whose borrowers are all one test's, so that its reports show only theirs. */
export const alone = place('e2e-data-alone', { SANDBOX_SEEDS: '0' });
