// Fills a database with the people of the bench, by the code of the checkout that is measured: `node people.ts <checkout>`, with a wish as JSON on the
// standard input. One borrower is made by the calls of a browser, the others are copied from that one, and all are paid out by the worker.
import { createHash, createSecretKey, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import type * as debtors from '@sandali/battery/debtors.ts';
import type * as servers from '@sandali/battery/server.ts';
import type * as beds from '@sandali/battery/test-bed.ts';
import type { TestBed } from '@sandali/battery/test-bed.ts';
import type * as databases from '@sandali/server/db/database.ts';
import type * as migrations from '@sandali/server/db/migrate.ts';
import type * as seals from '@sandali/server/platform/seal.ts';
import type * as simulators from '@sandali/simulators/start.ts';
import type { People, Person, Wish } from './side.ts';

const [root = ''] = process.argv.slice(2);
const from = async <T>(file: string) => (await import(path.join(root, file))) as T;
const { connect } = await from<typeof databases>('server/src/db/database.ts');
const { migrate } = await from<typeof migrations>('server/src/db/migrate.ts');
const { startBankSimulator } = await from<typeof simulators>('simulators/src/start.ts');
const { askBank } = await from<typeof beds>('battery/src/test-bed.ts');
const { makeRootKey, openServer } = await from<typeof servers>('battery/src/server.ts');
const { codeFor, makeCodes, makeDebtors, payAt, sendPaymentEvent, workUntil } = await from<typeof debtors>('battery/src/debtors.ts');

const { createSealer } = await from<typeof seals>('server/src/platform/seal.ts');

const wish = JSON.parse(await text(process.stdin)) as Wish;
const { folder, host, masterKey, aheadMs } = wish;
const sealer = createSealer(createSecretKey(Buffer.from(masterKey, 'base64')));
/** What an application is sealed in. */
const steps = ['personal', 'contacts', 'work', 'identity'] as const;
const owner = { host, database: 'postgres', user: 'postgres' };
const token = createHash('sha256').update('bank').digest('base64url');
/** So many centavos each may borrow: enough for the loans that are taken while it is measured. */
const limitCentavos = 5_000_000;

makeRootKey(folder);
await migrate({ owner, servingUser: 'app' });
const database = connect(owner, { max: 3 });
const bankFolder = path.join(folder, 'bank');
/** Takes every webhook and does nothing: the worker here asks the bank itself, and none is left to be sent to the server that is measured. */
const hooks = http.createServer((request, answer) => {
  request.resume().on('end', () => answer.end());
});
await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', done));
const bank = await startBankSimulator({
  folder: bankFolder,
  hookUrl: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hooks/sandbox`,
  token,
  offsetMs: aheadMs,
  payDelayMs: 0,
});
try {
  const bed: TestBed = {
    setup: { place: { ...owner, user: 'app' }, folder, bank: { url: bank.url, token, timeoutMs: 5000 }, masterKey, aheadMs },
    database,
    bank,
    settlementReportFile: path.join(bankFolder, 'settlement-report.jsonl'),
    hooksTo: () => {},
    atBank: async (where, body) => await askBank(`${bank.url}${where}`, token, body),
  };
  const made = await makeDebtors(bed, wish.count);
  await completeCopies();
  const paymentId = await payOnce(bed, made[0] as debtors.Debtor);
  await database.pool.query('vacuum analyze');
  fs.writeFileSync(wish.out, JSON.stringify({ people: await rows(), paymentId } satisfies People));
} finally {
  await database.pool.end();
  await bank.stop();
  hooks.close();
  hooks.closeAllConnections();
}

/** Gives each copy what the first one has besides a loan: a decided application and coupons; and everybody a higher limit, a session and a device. */
async function completeCopies(): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>('select borrower_id as id from credit_applications');
  const first = rows[0]?.id;
  const copies = (table: string, where: string, anew: string) =>
    `insert into ${table} select made.* from ${table} x cross join borrowers b cross join lateral
       jsonb_populate_record(x, jsonb_build_object(${anew})) made where ${where} and b.id <> $1`;
  const ofFirst = 'x.borrower_id = $1';
  const own = (salt: string) => `encode(substring(sha256(convert_to(b.id::text || ${salt}, 'UTF8')) from 1 for 16), 'hex')::uuid`;
  const picture = `'id', ${own('x.purpose')}, 'borrower_id', b.id, 'file_name', b.id::text || x.purpose`;
  await database.pool.query(copies('pictures', ofFirst, picture), [first]);
  const pictures = `'front_picture_id', ${own("'idFront'")}, 'selfie_picture_id', ${own("'selfie'")}`;
  const application = `'id', ${own("'application'")}, 'borrower_id', b.id, ${pictures}`;
  await database.pool.query(copies('credit_applications', ofFirst, application), [first]);
  const decision = `'id', ${own("'decision'")}, 'application_id', ${own("'application'")}`;
  const decided = 'x.application_id in (select id from credit_applications where borrower_id = $1)';
  await database.pool.query(copies('credit_decisions', decided, decision), [first]);
  await database.pool.query(copies('coupons', ofFirst, `'id', ${own('x.grant_key')}, 'borrower_id', b.id`), [first]);
  await sealAgain(first as string);
  await database.pool.query('update credit_lines set limit_centavos = $1, affordable_centavos = $1', [limitCentavos]);
}

/** A sealed value of an application opens only in the row of its borrower: each copy is sealed again. */
async function sealAgain(first: string): Promise<void> {
  const columns = steps.map((step) => `${step}_sealed`);
  const all = `select borrower_id, ${columns.join(', ')} from credit_applications where borrower_id`;
  const { rows: firsts } = await database.pool.query<Record<string, Buffer>>(`${all} = $1`, [first]);
  const plain = steps.map((step) => sealer.openBytes(step, first, firsts[0]?.[`${step}_sealed`] as Buffer));
  const set = columns.map((column, nth) => `${column} = $${nth + 2}`);
  const { rows } = await database.pool.query<{ borrower_id: string }>(`${all} <> $1`, [first]);
  for (const { borrower_id: id } of rows) {
    const sealed = steps.map((step, nth) => sealer.sealBytes(step, id, plain[nth] as Buffer));
    await database.pool.query(`update credit_applications set ${set.join(', ')} where borrower_id = $1`, [id, ...sealed]);
  }
}

/** A payment of one borrower that has been booked, whose event may come again. @returns the gateway's id of it. */
async function payOnce(bed: TestBed, debtor: debtors.Debtor): Promise<string> {
  const server = await openServer(bed.setup);
  try {
    const [code = ''] = await makeCodes(bed, server, [codeFor(server, debtor, 'sevenEleven', 50_000)]);
    const paymentId = await payAt(bed, code, 50_000);
    await sendPaymentEvent(bed, server, paymentId);
    await workUntil(bed, server, 'the booking', async () => {
      return (
        (await database.pool.query('select from receipts')).rowCount === 1 &&
        (await database.pool.query('select from webhook_queue')).rowCount === 0
      );
    });
    return paymentId;
  } finally {
    await server.close();
  }
}

/** Opens a session for everybody, and makes a second device a known one, on which they can log in. */
async function rows(): Promise<Person[]> {
  const { rows: all } = await database.pool.query<Pick<Person, 'borrowerId' | 'loanId' | 'accountId'>>(
    `select borrower_id as "borrowerId", id as "loanId", account_id as "accountId" from loans order by reference_no`,
  );
  const phones = await phonesOf();
  const bits = (of: string) => createHash('sha256').update(of).digest();
  const people = all.map((one, nth) => ({
    ...one,
    phone: phones.get(one.borrowerId) ?? '',
    token: bits(`token ${nth}`).toString('base64url'),
    deviceId: bits(`device ${nth}`).subarray(0, 16).toString('base64url'),
    loginDeviceId: bits(`login device ${nth}`).subarray(0, 16).toString('base64url'),
  }));
  for (const { borrowerId, token: own, deviceId, loginDeviceId } of people) {
    await database.pool.query(
      `insert into sessions (token_hash, borrower_id, device_id, opened_under, opened_at, last_seen_at, proven_at) values ($1, $2, $3, $4, now(), now(), now())`,
      [createHash('sha256').update(own).digest(), borrowerId, deviceId, randomUUID()],
    );
    await database.pool.query('insert into trusted_devices select $1, unnest($2::text[]), now()', [borrowerId, [deviceId, loginDeviceId]]);
  }
  return people;
}

/** The numbers of all, by borrower. */
async function phonesOf(): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ id: string; sealed: Buffer }>('select id, phone_sealed as sealed from borrowers');
  return new Map(rows.map(({ id, sealed }) => [id, sealer.open('phone', id, sealed)]));
}
