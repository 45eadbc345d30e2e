// The borrowers and their calls. Checks that the database has each of their writes once.
import { userInfo } from '@sandali/contract/account.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { complaintCreate, complaintList, complaintWrite } from '@sandali/contract/cases.ts';
import { userMulti } from '@sandali/contract/home.ts';
import type { ComplaintId } from '@sandali/contract/id.ts';
import {
  billList,
  loanApply,
  loanDetail,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { bankcardAdd, bankcardDelete, bankcardList } from '@sandali/contract/payoutAccounts.ts';
import type { Read } from '@sandali/server/db/database.ts';
import { newId, randomBytes } from '@sandali/server/platform/random.ts';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, logIn, signUp } from '@sandali/server/sandbox/life.ts';
import { codesOf } from '@sandali/server/sandbox/store.ts';
import type { Findings } from '#/test.ts';
import type { Call } from './servers.ts';

/** A write that the server confirmed to a borrower. */
type Stored = { loans: string[]; complaints: ComplaintId[]; accounts: string[]; turns: string[] };
export type Borrower = { life: Life; walletId: string; stored: Stored };

/** A borrower's daily limits are 5 complaints, 30 turns and 20 accounts. */
const most = { complaints: 5, turns: 25, accounts: 15 };

/** Signs a person up and gets them a credit line and a wallet. */
export async function openBorrower(
  number: number,
  db: Read,
  send: (call: Call) => Promise<Response>,
): Promise<Borrower> {
  const ids = new Map<string, string>();
  const client = createClient({
    deviceId: randomBytes(16).toString('base64url'),
    wallMs: () => Date.now(),
    isPlain: true,
    origin: 'http://roll.localhost',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      return await send({ pathname, headers: request.headers, body: await request.text() });
    },
  });
  const life: Life = {
    client,
    number,
    phone: `+63917555${7100 + number}`,
    password: 'tagong-salita-7',
    firstName: 'Subok',
    lastName: `Tao ${'abcdefghij'[number]}`,
    codesOf: (phone) => codesOf(db, phone),
    idOf(step) {
      const id = ids.get(step) ?? newId(Temporal.Now.instant());
      ids.set(step, id);
      return id;
    },
  };
  await signUp(life);
  await applyUntilApproved(life);
  const walletId = await addWallet(life);
  return { life, walletId, stored: { loans: [], complaints: [], accounts: [walletId], turns: [] } };
}

/** Makes a round of calls: reads, a quote, and one kind of write after another. */
export async function makeRound(borrower: Borrower, nth: number): Promise<void> {
  const { client } = borrower.life;
  await client.must(userInfo, {});
  await client.must(userMulti, {});
  await client.must(billList, {});
  await client.must(complaintList, {});
  const turn = (nth + borrower.life.number) % 5;
  if (turn === 0) await signAndCancel(borrower);
  if (turn === 1) await complain(borrower);
  if (turn === 2) await addAndRemoveBank(borrower, nth);
  if (turn === 3) await quote(borrower);
  if (nth % 20 === 19) await logIn(borrower.life);
}

async function quote({ life: { client }, walletId: accountId }: Borrower) {
  const { minimumCentavos: amountCentavos, terms } = await client.must(productList, {});
  const termDays = terms[0]?.days ?? 0;
  return await client.must(productCal, { amountCentavos, termDays, channel: 'wallet', accountId });
}

/** Signs a loan, which waits because payouts are paused, and cancels it. */
async function signAndCancel(borrower: Borrower): Promise<void> {
  const { client, password } = borrower.life;
  const { quoteId, disclosureHash } = await quote(borrower);
  const { loanId } = await client.must(loanApply, {
    quoteId,
    disclosureHash,
    disclosureRead: true,
    agreementAccepted: true,
    password,
  });
  borrower.stored.loans.push(loanId);
  await client.must(loanDetail, { loanId });
  await client.must(billCancel, { loanId });
}

/** Makes a complaint or adds a turn to one, within the daily limits. */
async function complain({ life: { client }, stored: { complaints, turns } }: Borrower) {
  const complaintId = complaints[turns.length % most.complaints];
  if (!complaintId) {
    const about = { kind: 'other', loanId: null, payment: null } as const;
    const complaint = await client.must(complaintCreate, { ...about, words: 'Bakit may dagdag?' });
    complaints.push(complaint.complaintId);
  } else if (turns.length < most.turns) {
    const input = { complaintId, words: 'May sagot na po ba?' };
    turns.push(`${complaintId} ${(await client.must(complaintWrite, input)).turn}`);
  }
}

async function addAndRemoveBank({ life, stored }: Borrower, nth: number): Promise<void> {
  const { client, password } = life;
  if (stored.accounts.length < most.accounts) {
    const { card } = await client.must(bankcardAdd, {
      ownerName: `${life.firstName} ${life.lastName}`,
      bankId: 'bdo',
      accountNumber: String(1_000_000_000 + nth),
      phone: life.phone,
      proof: { by: 'password', password },
    });
    stored.accounts.push(card.accountId);
    await client.must(bankcardDelete, { accountId: card.accountId });
  } else await client.must(bankcardList, {});
}

/** Compares the confirmed writes with the rows: none is missing, and none is stored twice. */
export async function compareRows(
  borrowers: readonly Borrower[],
  db: Read,
  findings: Findings,
): Promise<Record<string, number>> {
  const rows = {
    loans: (await db.selectFrom('loans').select('id').execute()).map(({ id }) => id),
    complaints: (await db.selectFrom('complaints').select('id').execute()).map(({ id }) => id),
    accounts: (await db.selectFrom('payout_accounts').select('id').execute()).map(({ id }) => id),
    turns: (
      await db.selectFrom('complaint_turns').select(['complaint_id', 'number']).execute()
    ).map((row) => `${row.complaint_id} ${row.number}`),
  };
  for (const kind of ['loans', 'complaints', 'accounts', 'turns'] as const) {
    const confirmed = borrowers.flatMap(({ stored }) => stored[kind]);
    const missing = confirmed.filter((id) => !rows[kind].includes(id));
    const unconfirmed = rows[kind].filter((id) => !confirmed.includes(id));
    findings.expect(confirmed.length > 0, `no ${kind} were made`);
    findings.expect(
      missing.length === 0 &&
        unconfirmed.length === 0 &&
        new Set(confirmed).size === confirmed.length,
      `of ${confirmed.length} ${kind}, ${missing.length} are missing; ${unconfirmed.length} unconfirmed ones are stored`,
    );
  }
  return Object.fromEntries(Object.entries(rows).map(([kind, ids]) => [kind, ids.length]));
}
