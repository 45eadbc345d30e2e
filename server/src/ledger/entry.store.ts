// SQL for an entry's story. Every query starts from one entry or one reference, and reads through
// indexes.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import type { EntryKind } from './rules.ts';

export type EntryRow = {
  id: string;
  kind: EntryKind;
  borrowerId: string | null;
  loanReference: string | null;
  happenedAt: Temporal.Instant;
  recordedAt: Temporal.Instant;
  businessOn: Temporal.PlainDate;
  bookedOn: Temporal.PlainDate;
  isChained: boolean;
  /** The payment that the entry books, assigns, returns or reverses; null if it concerns none. */
  receiptId: string | null;
  gateway: string | null;
  paymentId: string | null;
  channel: string | null;
  codeTyped: string | null;
  payoutId: string | null;
  payoutSettledBy: string | null;
};

const uuidText = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Returns an entry with the payment or payout that caused it, or null. */
export async function findEntry(read: Read, id: string): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.kind, e.borrower_id as "borrowerId",
      (select reference_no from loans where id = e.loan_id) as "loanReference",
      e.happened_at as "happenedAt", e.recorded_at as "recordedAt",
      e.business_on as "businessOn", e.booked_on as "bookedOn",
      exists (select from ledger_days where day = e.booked_on) as "isChained",
      r.id as "receiptId", r.gateway, r.gateway_payment_id as "paymentId", r.channel,
      r.code_typed as "codeTyped", p.id as "payoutId", p.settled_by as "payoutSettledBy"
    from (select *,
        case when fact_key ~ ${`^(receipt|suspense-returned) ${uuidText}`}
          then split_part(fact_key, ' ', 2)::uuid end as fact_receipt,
        case when fact_key ~ ${`^(payout|reversal|contested(-lost|-returned)?) ${uuidText}`}
          then split_part(fact_key, ' ', 2)::uuid end as fact_payout
      from ledger_entries where id = ${id}) e
    left join receipts r on r.id = coalesce(
      (select id from receipts where entry_id = e.id),
      (select receipt_id from suspense_decisions where entry_id = e.id),
      (select receipt_id from payment_reversals where entry_id = e.id),
      e.fact_receipt)
    left join payouts p on p.id = e.fact_payout`.execute(read);
  return rows[0] ?? null;
}

export type LineRow = { account: string; ownerId: string | null; amountCentavos: bigint };

/** Returns an entry's lines in their order. An entry has at most 40. */
export async function linesOfEntry(read: Read, id: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select a.kind as account, a.owner_id as "ownerId", l.amount_centavos as "amountCentavos"
    from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where l.entry_id = ${id} order by l.number`.execute(read);
  return rows;
}

export type DecisionRow = {
  act: string;
  proposedBy: string;
  confirmedBy: string | null;
  reason: string | null;
};

/** The outcome by which two people resolve a payout, by the kind of the entry that books it. */
const resolutionBooked: Readonly<Record<string, string>> = {
  'loan.paidOut': 'paid',
  'loan.reversed': 'failed',
  'refund.paid': 'paid',
  'refund.failed': 'failed',
  'refund.reversed': 'failed',
  'payout.contestedReturned': 'returned',
  'payout.contestedLost': 'writtenOff',
};

/** Returns the confirmed approvals behind an entry, oldest first. */
export async function decisionsOfEntry(
  read: Read,
  { id, kind, receiptId, payoutId }: Pick<EntryRow, 'id' | 'kind' | 'receiptId' | 'payoutId'>,
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select a.act, a.proposed_by as "proposedBy", a.confirmed_by as "confirmedBy", a.reason
    from (
      select id from suspense_decisions where entry_id = ${id}
      union select id from claim_decisions where entry_id = ${id}
      union select decision_id from waived_charges where entry_id = ${id}
      union select d.id from ledger_entries e join bill_decisions d on d.loan_id = e.loan_id
        where e.id = ${id} and e.kind = 'loan.writtenOff' and d.kind = 'writeOff'
          and d.state = 'confirmed'
      union select t.id from receipts r join bank_transfers t
        on t.bank_reference = r.gateway_payment_id and t.state <> 'dropped'
        where r.id = ${receiptId} and r.gateway = 'ownBank' and r.entry_id = ${id}
      union select id from payout_resolutions where payout_id = ${payoutId}
        and outcome = ${resolutionBooked[kind] ?? null}) d
    cross join lateral (select * from approvals where id = d.id offset 0) a
    where a.state = 'confirmed' order by a.proposed_at`.execute(read);
  return rows;
}

export type RelatedRow = {
  id: string;
  kind: string;
  bookedOn: Temporal.PlainDate;
  isReversal: boolean;
};

/** The kinds of entries that reverse another entry, in whole or in part. */
export const reversalKinds: readonly string[] = [
  'payment.reversed',
  'loan.reversed',
  'loan.cooledOff',
  'refund.failed',
  'refund.reversed',
  'suspense.returned',
  'payout.contestedReturned',
];

/** Selects the entries of money that was paid out after its payout had ended. */
const contestedIds = (payoutId: string | null) => sql`
  select e.id from payout_exceptions x
  cross join unnest(array['contested', 'contested-lost', 'contested-returned']) fact
  join ledger_entries e on e.fact_key = fact || ' ' || x.payout_id || ' ' || x.id
  where x.payout_id = ${payoutId}`;

/** Selects the entries of a refund, by its id or that of its payout. */
const refundIds = (id: string) => sql`
  select e.id from payouts p
  cross join unnest(array['refund ' || p.subject_id, 'refund-failed ' || p.subject_id,
    'payout ' || p.id, 'reversal ' || p.id]) fact
  join ledger_entries e on e.fact_key = fact
  where p.kind = 'refund' and p.id in (select id from payouts where id = ${id}
    union select id from payouts where kind = 'refund' and subject_id = ${id})`;

/** Returns at most 50 other entries about the same payment or payout, in the order of booking. */
export async function relatedEntries(
  read: Read,
  { id, receiptId, payoutId }: Pick<EntryRow, 'id' | 'receiptId' | 'payoutId'>,
): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    select e.id, e.kind, e.booked_on as "bookedOn", e.kind = any(${reversalKinds}) as "isReversal"
    from (
      select entry_id as id from receipts where id = ${receiptId}
      union select entry_id from payment_reversals where receipt_id = ${receiptId}
      union select entry_id from suspense_decisions where receipt_id = ${receiptId}
        and entry_id is not null
      union select entry_id from payment_allocations where receipt_id = ${receiptId}
      union select id from ledger_entries
        where fact_key in (${`payout ${payoutId}`}, ${`reversal ${payoutId}`})
      union ${contestedIds(payoutId)}) r
    cross join lateral (select * from ledger_entries where id = r.id offset 0) e
    where e.id <> ${id} order by e.booked_on, e.number limit 50`.execute(read);
  return rows;
}

export type ListedEntry = {
  id: string;
  kind: string;
  bookedOn: Temporal.PlainDate;
  businessOn: Temporal.PlainDate;
  amountCentavos: bigint;
};

/** What names entries: a loan's reference, an id, or a payment's id at one of the gateways. */
export type EntryReference =
  | { loanReference: string }
  | { id: string }
  | { paymentId: string; gateways: readonly string[] };

const entryIdsOf = (reference: EntryReference) => {
  if ('loanReference' in reference)
    return sql`select e.id from loans l join ledger_entries e on e.loan_id = l.id
      where l.reference_no = ${reference.loanReference}`;
  if ('paymentId' in reference)
    return sql`select entry_id as id from receipts
      where gateway = any(${reference.gateways}) and gateway_payment_id = ${reference.paymentId}`;
  const { id } = reference;
  const keys = ['payout', 'reversal', 'receipt', 'suspense-returned'];
  return sql`select id from ledger_entries where id = ${id}
    union select id from ledger_entries where fact_key = any(${keys.map((key) => `${key} ${id}`)})
    union ${contestedIds(id)}
    union ${refundIds(id)}
    union select entry_id from receipts where id = ${id}
    union select entry_id from payment_reversals where receipt_id = ${id}
    union select entry_id from payment_allocations where receipt_id = ${id}
    union select entry_id from suspense_decisions where receipt_id = ${id} and entry_id is not null
    union select entry_id from claim_decisions where claim_id = ${id} and entry_id is not null`;
};

/** Returns the entries about a reference, newest first, after the entry `after`. */
export async function entriesAbout(
  read: Read,
  reference: EntryReference,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select e.id, e.kind, e.booked_on as "bookedOn", e.business_on as "businessOn",
      (select sum(amount_centavos) from ledger_lines
        where entry_id = e.id and amount_centavos > 0)::int8 as "amountCentavos"
    from (${entryIdsOf(reference)}) s
    cross join lateral (select * from ledger_entries where id = s.id offset 0) e
    where ${after}::uuid is null or (e.booked_on, e.number)
      < (select booked_on, number from ledger_entries where id = ${after})
    order by e.booked_on desc, e.number desc limit ${limit}`.execute(read);
  return rows;
}
