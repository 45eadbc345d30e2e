import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { testOps } from './testing.ts';
import { eventKinds } from './timeline-events.store.ts';

const app = await testApp();
await explainAll(app.owner);
const ops = testOps(app.context);
const support = await ops.person('support');
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
const ticket = { reason: 'asks about a payment, ticket 812' };

type Row = {
  id: string;
  at: string;
  kind: string;
  what: string;
  amountCentavos: number | null;
  state: string;
};

/** Reads all pages of a person's timeline. */
async function timelineOf(person: string, only: readonly string[] = eventKinds) {
  const pages: Row[][] = [];
  let after: string | null = null;
  do {
    const input = { person, only, ...(after && { after }) };
    const { data } = await support.ask('person timeline', input, ticket);
    const page = data as { events: Row[]; next: string | null };
    pages.push(page.events);
    after = page.next;
  } while (after);
  return pages;
}

slow('the pages of a timeline are the events of all kinds, newest first, each once', async () => {
  const { anna, loanId } = await debtor();
  const person = await gidOf(anna);
  await bookPayments(await pay((await codeFor(anna, loanId, 100_000)).code, 100_000));
  for (let look = 0; look < 60; look++) await support.ask('person show', { person }, ticket);
  const pages = await timelineOf(person);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.slice(0, -1).every((page) => page.length === 50)).toBe(true);
  const whole = pages.flat().filter(({ kind }) => kind !== 'staff');
  const ofKinds: Row[] = [];
  for (const kind of eventKinds.filter((other) => other !== 'staff'))
    ofKinds.push(...(await timelineOf(person, [kind])).flat());
  const ordered = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(ordered(whole)).toEqual(ordered(ofKinds));
  expect(pages.flat().filter(({ kind }) => kind === 'staff').length).toBeGreaterThanOrEqual(60);
  const ids = pages.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const times = pages.flat().map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(whole.map(({ kind }) => kind))).toEqual(
    new Set([
      ...['account', 'application', 'decision', 'limit', 'loan', 'payout', 'code', 'payment'],
      ...['coupon', 'message', 'session'],
    ]),
  );
  expect(whole.find(({ kind }) => kind === 'payment')).toMatchObject({ amountCentavos: 100_000 });
  expect(whole.find(({ kind }) => kind === 'payout')?.state).toMatch(/^Paid 20/);
});

test('a timeline finds the rows of its person by an index in every table', async () => {
  const { anna } = await debtor();
  const person = await gidOf(anna);
  const reads = await readsOf(app.owner, async () => {
    expect((await support.ask('person timeline', { person }, ticket)).status).toBe(200);
  });
  expect(fullReadsOf(reads)).toEqual([]);
  expect([...reads.lookedUp]).toEqual(
    expect.arrayContaining([
      'messages_of_borrower',
      'audit_log_of_subject',
      'receipts_of_borrower',
    ]),
  );
});
