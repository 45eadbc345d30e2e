// Fills a database with people, using the measured checkout's code: `node people.ts <checkout>`,
// with parameters as JSON on standard input.
import { createHash, createSecretKey, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Debtor } from '@sandali/battery/debtors.ts';
import type { TestBed } from '@sandali/battery/test-bed.ts';
import { withBed } from './bank.ts';
import type { People, PeopleParams, Person } from './installation.ts';

const [root = ''] = process.argv.slice(2);
const load = async <T>(file: string) => (await import(path.join(root, file))) as T;
const { connect } = await load<typeof import('@sandali/server/db/database.ts')>(
  'server/src/db/database.ts',
);
const { migrate } = await load<typeof import('@sandali/server/db/migrate.ts')>(
  'server/src/db/migrate.ts',
);
const { keepOnlyKey } = await load<typeof import('@sandali/server/db/master-key.ts')>(
  'server/src/db/master-key.ts',
);
const { createSealer } = await load<typeof import('@sandali/server/platform/seal.ts')>(
  'server/src/platform/seal.ts',
);
const simulators =
  await load<typeof import('@sandali/simulators/start.ts')>('simulators/src/start.ts');
const beds = await load<typeof import('@sandali/battery/test-bed.ts')>('battery/src/test-bed.ts');
const { makeRootKey, openServer } =
  await load<typeof import('@sandali/battery/server.ts')>('battery/src/server.ts');
const { codeFor, makeCodes, makeDebtors, payAt, sendPaymentEvent, workUntil } =
  await load<typeof import('@sandali/battery/debtors.ts')>('battery/src/debtors.ts');

const params = JSON.parse(await text(process.stdin)) as PeopleParams;
const masterKey = createSecretKey(Buffer.from(params.masterKey, 'base64'));
const sealer = createSealer(masterKey);
/** The sealed parts of an application. */
const steps = ['personal', 'contacts', 'work', 'identity'] as const;
/** A limit high enough for every loan that a borrower takes during the measurement. */
const limitCentavos = 5_000_000;
const paymentCentavos = 50_000;

makeRootKey(params.folder);
const owner = { host: params.host, database: 'postgres', user: 'postgres' };
await migrate({ owner, servingUser: 'app' });
const database = connect(owner, { max: 3 });
await keepOnlyKey(database.db, masterKey, Temporal.Now.instant());
/** Accepts and discards each webhook, so that none disturbs the measured server. */
const hooks = http.createServer((request, answer) => {
  request.resume().on('end', () => answer.end());
});
await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', done));
const hookUrl = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hooks/sandbox`;
const bankFolder = path.join(params.folder, 'bank');
try {
  await withBed({ ...beds, ...simulators }, { ...params, database, bankFolder, hookUrl }, fill);
} finally {
  await database.pool.end();
  hooks.close();
  hooks.closeAllConnections();
}

async function fill(bed: TestBed): Promise<void> {
  const [first] = await makeDebtors(bed, params.count);
  await completeCopies();
  const paymentId = await payOnce(bed, first as Debtor);
  await database.pool.query('vacuum analyze');
  const people = await openSessions();
  fs.writeFileSync(params.out, JSON.stringify({ people, paymentId } satisfies People));
}

/** Gives each copy the first borrower's decided application and coupons. Raises all limits. */
async function completeCopies(): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select borrower_id as id from credit_applications',
  );
  const first = rows[0]?.id as string;
  const ofFirst = 'x.borrower_id = $1';
  const copy = async (table: string, where: string, changes: string) => {
    await database.pool.query(
      `insert into ${table} select made.* from ${table} x cross join borrowers b
         cross join lateral jsonb_populate_record(x, jsonb_build_object(${changes})) made
       where ${where} and b.id <> $1`,
      [first],
    );
  };
  const idFrom = (salt: string) => {
    const hash = `sha256(convert_to(b.id::text || ${salt}, 'UTF8'))`;
    return `encode(substring(${hash} from 1 for 15) || substr(uuid_send(b.id), 16), 'hex')::uuid`;
  };
  const ofBorrower = `'borrower_id', b.id`;
  const fileName = `'file_name', b.id::text || x.purpose`;
  await copy('pictures', ofFirst, `'id', ${idFrom('x.purpose')}, ${ofBorrower}, ${fileName}`);
  const pictures = `'front_picture_id', ${idFrom("'idFront'")},
    'selfie_picture_id', ${idFrom("'selfie'")}`;
  const applicationId = idFrom("'application'");
  const application = `'id', ${applicationId}, ${ofBorrower}, ${pictures}`;
  await copy('credit_applications', ofFirst, application);
  await copy(
    'credit_decisions',
    'x.application_id in (select id from credit_applications where borrower_id = $1)',
    `'id', ${idFrom("'decision'")}, 'application_id', ${applicationId}`,
  );
  await copy('coupons', ofFirst, `'id', ${idFrom('x.grant_key')}, ${ofBorrower}`);
  await sealAgain(first);
  await database.pool.query(
    'update credit_lines set limit_centavos = $1, affordable_centavos = $1',
    [limitCentavos],
  );
}

/** Seals the values of each copy again, because a sealed value opens only in its borrower's row. */
async function sealAgain(first: string): Promise<void> {
  const columns = steps.map((step) => `${step}_sealed`);
  const query = `select borrower_id, ${columns.join(', ')} from credit_applications`;
  const { rows: originals } = await database.pool.query<Record<string, Buffer>>(
    `${query} where borrower_id = $1`,
    [first],
  );
  const plain = steps.map((step) => {
    return sealer.openBytes(step, first, originals[0]?.[`${step}_sealed`] as Buffer);
  });
  const set = columns.map((column, nth) => `${column} = $${nth + 2}`).join(', ');
  const { rows } = await database.pool.query<{ borrower_id: string }>(
    `${query} where borrower_id <> $1`,
    [first],
  );
  for (const { borrower_id: id } of rows) {
    const sealed = steps.map((step, nth) => sealer.sealBytes(step, id, plain[nth] as Buffer));
    await database.pool.query(`update credit_applications set ${set} where borrower_id = $1`, [
      id,
      ...sealed,
    ]);
  }
}

/** Books a payment whose event can be repeated. @returns the gateway's id for the payment */
async function payOnce(bed: TestBed, debtor: Debtor): Promise<string> {
  const server = await openServer(bed.setup);
  try {
    const ask = codeFor(server, debtor, 'sevenEleven', paymentCentavos);
    const [code = ''] = await makeCodes(bed, server, [ask]);
    const paymentId = await payAt(bed, code, paymentCentavos);
    await sendPaymentEvent(bed, server, paymentId);
    const count = async (table: string) =>
      (await database.pool.query(`select from ${table}`)).rowCount;
    await workUntil(bed, server, 'the booking', async () => {
      return (await count('receipts')) === 1 && (await count('webhook_queue')) === 0;
    });
    return paymentId;
  } finally {
    await server.close();
  }
}

/** Opens a session for each person, and trusts a second device, which the logins use. */
async function openSessions(): Promise<Person[]> {
  const { rows: loans } = await database.pool.query<
    Pick<Person, 'borrowerId' | 'loanId' | 'accountId'>
  >(
    `select borrower_id as "borrowerId", id as "loanId", account_id as "accountId"
     from loans order by reference_no`,
  );
  const phones = await phonesByBorrower();
  const hash = (of: string) => createHash('sha256').update(of).digest();
  const people = loans.map((loan, nth) => ({
    ...loan,
    phone: phones.get(loan.borrowerId) ?? '',
    token: hash(`token ${nth}`).toString('base64url'),
    deviceId: hash(`device ${nth}`).subarray(0, 16).toString('base64url'),
    loginDeviceId: hash(`login device ${nth}`).subarray(0, 16).toString('base64url'),
  }));
  for (const { borrowerId, token, deviceId, loginDeviceId } of people) {
    await database.pool.query(
      `insert into sessions
         (token_hash, borrower_id, device_id, opened_under, opened_at, last_seen_at, proven_at)
       values ($1, $2, $3, $4, now(), now(), now())`,
      [hash(token), borrowerId, deviceId, randomUUID()],
    );
    await database.pool.query('insert into trusted_devices select $1, unnest($2::text[]), now()', [
      borrowerId,
      [deviceId, loginDeviceId],
    ]);
  }
  return people;
}

async function phonesByBorrower(): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ id: string; sealed: Buffer }>(
    'select id, phone_sealed as sealed from borrowers',
  );
  return new Map(rows.map(({ id, sealed }) => [id, sealer.open('phone', id, sealed)]));
}
