// Staff commands that find an entry and show it: its lines, its cause, who decided it, and what
// reversed it.
import * as v from 'valibot';
import { id, idOf, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { entity, inPesos, money } from '#/commands/display.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { Tx } from '#/db/database.ts';
import { banksOf } from '#/gateway/routing.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { causes } from './causes.ts';
import {
  decisionsOfEntry,
  type EntryReference,
  type EntryRow,
  entriesAbout,
  findEntry,
  linesOfEntry,
  relatedEntries,
  reversalKinds,
} from './entry.store.ts';

/** How receipts name our own bank account. */
const ownBank = 'ownBank';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** For the roles that may export the journal, because an entry tells of one borrower's money. */
const shared = { menu: 'Books', kind: 'look', roles: ['finance'] } as const;

export const entryCommands: StaffCommand[] = [
  command({
    ...shared,
    name: 'ledger find',
    label: 'Find entries',
    about:
      'Lists the entries about a loan, a payout, a payment, a refund or a claim, newest first, by its reference or id. A payment is also found by its gateway’s id or the bank’s reference.',
    examples: [
      'ledger find 4021938857',
      'ledger find 019a9f00-0000-7000-8000-000000000001',
      'ledger find FT2632500018',
    ],
    arguments: {
      reference: word(
        text(v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(100)), 'reference | id'),
        'what the entry is about',
      ),
      ...afterRow(id),
    },
    run: async ({ app }, tx, { reference, after = null }) => {
      const gateways = [...banksOf(app).map(({ name }) => name), ownBank];
      const parsed = parseReference(reference, gateways);
      const rows = await entriesAbout(tx, parsed, { after, limit: pageLength + 1 });
      const { page, next } = pageOf(rows, (row) => row.id);
      const entries = page.map((row) => ({
        id: row.id,
        kind: row.kind,
        amountCentavos: Number(row.amountCentavos),
        bookedOn: wireDay(row.bookedOn),
        happenedOn: wireDay(row.businessOn),
      }));
      return { data: { reference, entries, next }, detail: { reference } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.entries,
        {
          entry: (row) => entity('entry', row.id),
          kind: (row) => row.kind,
          amount: (row) => money(row.amountCentavos),
          booked: (row) => row.bookedOn,
          'happened on': (row) => row.happenedOn,
        },
        {
          none: 'No entry is about this reference.',
          ...paged(({ reference }) => `ledger find ${reference}`),
        },
      ),
  }),
  command({
    ...shared,
    name: 'ledger entry',
    label: 'Show an entry',
    about:
      'Shows an entry of the books: its lines, its cause, the two people who decided it, and other entries about the same money.',
    examples: ['ledger entry 019a9f00-0000-7000-8000-000000000001'],
    arguments: { id: word(idOf('entry'), 'the entry, as in ledger find', 'id') },
    run: async (_, tx, { id }) => ({
      data: { entry: await storyOf(tx, id) },
      detail: { entry: id },
    }),
    shows: ({ record }) =>
      record(
        ({ entry }) => [
          ['entry', entity('entry', entry.id)],
          ['kind', entry.kind],
          ['happened', entry.happenedAt],
          ['recorded', entry.recordedAt],
          ['counts on', entry.businessOn],
          ['booked on', entry.bookedOn],
          ['in the hash chain', entry.isChained ? 'yes' : 'not yet'],
          ['person', entity('person', entry.person)],
          ['loan', entity('loan', entry.loan)],
          ['payout', entity('payout', entry.payout?.id ?? null)],
          ['payment', entry.payment && `${entry.payment.id} at ${entry.payment.gateway}`],
          ['code', entry.payment?.code],
          ['cause', entry.cause],
          ['reversed by', entity('entry', entry.reversedBy)],
        ],
        {
          lines: ({ entry }) => [
            ...entry.lines.map(lineWords),
            ...entry.decisions.map(
              ({ act, proposedBy, confirmedBy, reason }) =>
                `${act}: proposed by ${proposedBy}, confirmed by ${confirmedBy}. ${reason ?? ''}`,
            ),
            ...entry.related.map((row) => `${row.bookedOn} ${row.kind}: ledger entry ${row.id}`),
          ],
        },
      ),
  }),
];

function parseReference(reference: string, gateways: readonly string[]): EntryReference {
  if (/^[1-9]\d{9}$/.test(reference)) return { loanReference: reference };
  return uuid.test(reference) ? { id: reference } : { paymentId: reference, gateways };
}

async function storyOf(tx: Tx, id: string) {
  const row = await findEntry(tx, id);
  if (!row) throw new Declined(`There is no entry ${id}. Find it by its reference: ledger find`);
  const [lines, decisions, related] = await Promise.all([
    linesOfEntry(tx, id),
    decisionsOfEntry(tx, row),
    relatedEntries(tx, row),
  ]);
  // A reversal is booked on the day of its entry or later, and is never reversed itself.
  const reversal = reversalKinds.includes(row.kind)
    ? undefined
    : related.find(
        ({ isReversal, bookedOn }) =>
          isReversal && Temporal.PlainDate.compare(bookedOn, row.bookedOn) >= 0,
      );
  return {
    ...factsOf(row),
    lines: lines.map((line) => ({ ...line, amountCentavos: Number(line.amountCentavos) })),
    decisions,
    related: related.map(({ bookedOn, ...entry }) => ({ ...entry, bookedOn: wireDay(bookedOn) })),
    reversedBy: reversal?.id ?? null,
  };
}

const factsOf = (row: EntryRow) => ({
  id: row.id,
  kind: row.kind,
  cause: causes[row.kind],
  person: row.borrowerId,
  loan: row.loanReference,
  happenedAt: wireInstant(row.happenedAt),
  recordedAt: wireInstant(row.recordedAt),
  businessOn: wireDay(row.businessOn),
  bookedOn: wireDay(row.bookedOn),
  isChained: row.isChained,
  payment:
    row.receiptId && row.paymentId && row.gateway
      ? {
          receipt: row.receiptId,
          id: row.paymentId,
          gateway: row.gateway,
          channel: row.channel,
          code: row.codeTyped,
        }
      : null,
  payout: row.payoutId ? { id: row.payoutId, settledBy: row.payoutSettledBy } : null,
});

type Story = Awaited<ReturnType<typeof storyOf>>;

const lineWords = ({ account, amountCentavos }: Story['lines'][number]) =>
  `${account}: ${amountCentavos > 0 ? 'debit' : 'credit'} ${inPesos(Math.abs(amountCentavos))}`;
