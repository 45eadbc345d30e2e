// Opens a test bed on an installation's database, with its own bank simulator.
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import type { TestBed } from '@sandali/battery/test-bed.ts';
import type { Database } from '@sandali/server/db/database.ts';

type Params = {
  folder: string;
  host: string;
  masterKey: string;
  /** How far the clocks of the server and the bank are ahead of the machine's clock. */
  aheadMs: number;
  database: Database;
  bankFolder: string;
  /** The URL that receives the bank's webhooks. */
  hookUrl: string;
};
/** Modules from the checkout that is measured. */
type Modules = Pick<typeof import('@sandali/battery/test-bed.ts'), 'askBank'> &
  Pick<typeof import('@sandali/simulators/start.ts'), 'startBankSimulator'>;

/** Runs `work` with a test bed, and stops the bank afterwards. */
export async function withBed<T>(
  { askBank, startBankSimulator }: Modules,
  params: Params,
  work: (bed: TestBed) => Promise<T>,
): Promise<T> {
  const { folder, host, masterKey, aheadMs, database, bankFolder, hookUrl } = params;
  const token = createHash('sha256').update('bank').digest('base64url');
  const bank = await startBankSimulator({
    folder: bankFolder,
    hookUrl,
    token,
    offsetMs: aheadMs,
    payDelayMs: 0,
  });
  try {
    return await work({
      setup: {
        place: { host, database: 'postgres', user: 'app' },
        folder,
        bank: { url: bank.url, token, timeoutMs: 5000 },
        masterKey,
        aheadMs,
      },
      database,
      bank,
      settlementReportFile: path.join(bankFolder, 'settlement-report.jsonl'),
      hooksTo: () => {},
      atBank: async (where, body) => await askBank(`${bank.url}${where}`, token, body),
    });
  } finally {
    await bank.stop();
  }
}
