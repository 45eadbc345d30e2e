// Where the browser tests' servers stand: ports of their own, so that they never meet a running `npm start`, and data of their own, so that they
// never meet each other. E2E_PORT moves all of them, for a machine on which two checkouts are tested at once.
import * as path from 'node:path';

const first = Number(process.env.E2E_PORT || 8091);

export type Place = ReturnType<typeof place>;

function place(folder: string, port: number) {
  const ports = { app: port, hook: port + 1, ops: port + 2, bank: port + 3 };
  const origin = `http://localhost:${port}`;
  const dataDir = path.join(import.meta.dirname, '../node_modules/.cache', folder);
  /** What server.ts is started with. */
  const env = {
    HOST: '127.0.0.1',
    PORT: String(ports.app),
    HOOK_PORT: String(ports.hook),
    OPS_PORT: String(ports.ops),
    BANK_PORT: String(ports.bank),
    ORIGIN: origin,
    E2E_DATA: dataDir,
    SANDBOX_RESEND_SECONDS: '0',
    SANDBOX_REVIEW_SECONDS: '2',
    SANDBOX_PAY_MS: '1500',
  };
  return { ports, origin, dataDir, env };
}

/** Where most tests stand beside each other: none of them changes what is everybody's. */
export const shared = place('e2e-data', first);
/** For the tests that turn the clock or set what every borrower sees: they take turns here, and disturb nobody else. */
export const turns = place('e2e-data-turns', first + 4);
