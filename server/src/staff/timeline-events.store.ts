// The SQL for each kind of event on a person's timeline. Each branch finds the person's rows by an
// index.
import { type RawBuilder, sql } from 'kysely';

/** The kinds of event on a timeline. */
export const eventKinds = [
  'account',
  'application',
  'decision',
  'photo',
  'limit',
  'limitRequest',
  'loan',
  'payout',
  'bill',
  'code',
  'payment',
  'transfer',
  'suspense',
  'reversal',
  'refund',
  'extension',
  'promise',
  'relief',
  'claim',
  'coupon',
  'message',
  'call',
  'session',
  'passkey',
  'number',
  'recovery',
  'complaint',
  'feedback',
  'dispute',
  'request',
  'correction',
  'staff',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** A kind's rows. `e` is its table; `s` has the columns `step` and `at`, a row for each event. */
export type Branch = {
  kind: EventKind;
  /** The tables, joined, with the events `s`. */
  from: RawBuilder<unknown>;
  /** The condition that selects the person's rows by an index. */
  where: RawBuilder<unknown>;
  id?: RawBuilder<unknown>;
  subject?: RawBuilder<unknown>;
  amount?: RawBuilder<unknown>;
  state?: RawBuilder<unknown>;
  facts?: RawBuilder<unknown>;
};

/** A person, and the present in business time and in wall time. */
export type PersonAt = {
  borrowerId: string;
  moment: { now: Temporal.Instant; wall: Temporal.Instant };
};
const oneStep = (step: string, at: RawBuilder<unknown>) =>
  sql`cross join lateral (values (${sql.lit(step)}, ${at})) s(step, at)`;

/** What wall time needs to become business time. It is zero except in the sandbox. */
const aheadOf = ({ now, wall }: PersonAt['moment']) =>
  sql`${wall.until(now).total('milliseconds')} * interval '1 millisecond'`;

function accountBranches({ borrowerId, moment }: PersonAt): Branch[] {
  const mine = sql`e.borrower_id = ${borrowerId}`;
  const ahead = aheadOf(moment);
  return [
    {
      kind: 'account',
      from: sql`borrowers e cross join lateral (values ('registered', e.registered_at),
        ('erased', e.erased_at)) s(step, at)`,
      where: sql`e.id = ${borrowerId}`,
    },
    {
      kind: 'session',
      // A login shows only if no earlier session was on the same device.
      from: sql`sessions e cross join lateral (values ('opened', case when not exists (
          select from sessions o where o.borrower_id = e.borrower_id and o.device_id = e.device_id
            and o.opened_at < e.opened_at) then e.opened_at + ${ahead} end),
        ('ended', e.ended_at + ${ahead})) s(step, at)`,
      where: mine,
      id: sql`left(encode(e.token_hash, 'hex'), 16)`,
      facts: sql`jsonb_build_object('browser', e.browser, 'system', e.system)`,
    },
    {
      kind: 'passkey',
      from: sql`passkeys e cross join lateral (values ('added', e.added_at + ${ahead}),
        ('removed', e.removed_at + ${ahead})) s(step, at)`,
      where: mine,
      facts: sql`jsonb_build_object('browser', e.browser, 'system', e.system)`,
    },
    {
      kind: 'number',
      from: sql`phone_changes e ${oneStep('changed', sql`e.changed_at`)}`,
      where: mine,
      id: sql`e.number`,
      facts: sql`jsonb_build_object('method', e.method)`,
    },
    {
      kind: 'recovery',
      from: sql`account_recoveries e cross join lateral (values ('asked', e.asked_at),
        ('approved', e.approved_at), ('ended', e.ended_at)) s(step, at)`,
      where: sql`${mine} and e.asked_at is not null`,
      subject: sql`e.id`,
      state: sql`coalesce(e.ended_as, case when e.approved_at is null then 'asked' else 'approved' end)`,
    },
    {
      kind: 'message',
      from: sql`messages e left join message_deliveries d on d.message_id = e.id
        ${oneStep('queued', sql`e.queued_at`)}`,
      where: mine,
      state: sql`coalesce(d.state, e.state)`,
      facts: sql`jsonb_build_object('kind', e.kind, 'channel', e.channel)`,
    },
    {
      kind: 'staff',
      from: sql`audit_log e ${oneStep('acted', sql`e.at`)}`,
      where: sql`e.subject = ${borrowerId} and e.act like 'ops %'`,
      facts: sql`jsonb_build_object('role', e.role, 'command', substr(e.act, 5), 'reason', e.reason)`,
    },
  ];
}

function creditBranches({ borrowerId }: PersonAt): Branch[] {
  const mine = sql`e.borrower_id = ${borrowerId}`;
  const ofApplication = sql`join credit_applications a on a.id = e.application_id`;
  return [
    {
      kind: 'application',
      from: sql`credit_applications e ${oneStep('submitted', sql`e.submitted_at`)}`,
      where: mine,
      subject: sql`e.id`,
      facts: sql`jsonb_build_object('number', e.number)`,
    },
    {
      kind: 'decision',
      from: sql`credit_decisions e ${ofApplication} ${oneStep('decided', sql`e.decided_at`)}`,
      where: sql`a.borrower_id = ${borrowerId}`,
      subject: sql`e.application_id`,
      amount: sql`e.limit_centavos`,
      state: sql`e.outcome`,
      facts: sql`jsonb_build_object('reason', e.reason_group, 'again', e.resubmit_on)`,
    },
    {
      kind: 'photo',
      from: sql`picture_requests e ${ofApplication} cross join lateral (values
        ('asked', e.asked_at), ('ended', e.ended_at)) s(step, at)`,
      where: sql`a.borrower_id = ${borrowerId}`,
      subject: sql`e.application_id`,
      state: sql`coalesce(e.ended_as, 'asked')`,
      facts: sql`jsonb_build_object('purpose', e.purpose, 'fault', e.fault)`,
    },
    {
      kind: 'limit',
      from: sql`limit_changes e ${oneStep('changed', sql`e.at`)}`,
      where: mine,
      amount: sql`e.to_centavos`,
      facts: sql`jsonb_build_object('reason', e.reason, 'from', e.from_centavos)`,
    },
    {
      kind: 'limitRequest',
      from: sql`limit_increase_requests e cross join lateral (values ('asked', e.asked_at),
        ('decided', e.decided_at)) s(step, at)`,
      where: mine,
      subject: sql`e.id`,
      amount: sql`case s.step when 'asked' then e.requested_centavos else e.granted_centavos end`,
      state: sql`e.state`,
      facts: sql`jsonb_build_object('reason', e.reason_group, 'again', e.reapply_on)`,
    },
    {
      kind: 'coupon',
      from: sql`coupons e
        left join coupon_redemptions r on r.coupon_id = e.id and r.released_at is null
        cross join lateral (values ('granted', e.granted_at), ('used', r.redeemed_at),
          ('voided', e.voided_at)) s(step, at)`,
      where: mine,
      subject: sql`e.id`,
      amount: sql`e.amount_centavos`,
      facts: sql`jsonb_build_object('occasion', e.occasion, 'ends', e.ends_on)`,
    },
  ];
}

const ofLoan = sql`join loans l on l.id = e.loan_id`;
/** The start of a Manila day. */
const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Asia/Manila'`;

function loanBranches({ borrowerId, moment: { now } }: PersonAt): Branch[] {
  const mine = sql`e.borrower_id = ${borrowerId}`;
  return [
    {
      kind: 'loan',
      from: sql`loans l join loan_state_changes e on e.loan_id = l.id
        cross join lateral (values (e.state, e.at)) s(step, at)`,
      where: sql`l.borrower_id = ${borrowerId}`,
      id: sql`e.loan_id`,
      subject: sql`l.reference_no`,
      amount: sql`l.principal_centavos`,
      state: sql`l.state`,
      facts: sql`jsonb_build_object('days', l.term_days)`,
    },
    {
      kind: 'bill',
      from: sql`bills e ${ofLoan} cross join lateral (values
        ('due', case when e.settled_on is null or e.settled_on > e.due_on
          then ${startOf(sql`e.due_on`)} end),
        ('late', case when e.settled_on is null or e.settled_on > e.last_free_on
          then ${startOf(sql`e.last_free_on + 1`)} end),
        ('settled', e.settled_at)) s(step, at)`,
      where: mine,
      id: sql`e.loan_id`,
      subject: sql`l.reference_no`,
      state: sql`coalesce(e.settled_as, 'open')`,
    },
    {
      kind: 'extension',
      from: sql`extensions e ${ofLoan} cross join lateral (values ('asked', e.asked_at),
        ('ended', e.ended_at)) s(step, at)`,
      where: mine,
      subject: sql`l.reference_no`,
      amount: sql`e.total_centavos`,
      state: sql`e.state`,
      facts: sql`jsonb_build_object('due', e.due_on, 'days', e.term_days)`,
    },
    {
      kind: 'promise',
      // A maximum alone would be read from the index of all days.
      from: sql`promises_to_pay e ${ofLoan}
        cross join lateral (select count(*) as count, max(t.due_on) as until
          from promise_installments t where t.promise_id = e.id) parts
        ${oneStep('made', sql`e.made_at`)}`,
      where: mine,
      subject: sql`l.reference_no`,
      amount: sql`e.total_centavos`,
      facts: sql`jsonb_build_object('isPlan', e.made_by = 'the borrower',
        'parts', parts.count, 'until', parts.until)`,
    },
    {
      kind: 'relief',
      from: sql`bill_decisions e ${ofLoan} join approvals a on a.id = e.id
        ${oneStep('confirmed', sql`a.confirmed_at`)}`,
      where: mine,
      subject: sql`l.reference_no`,
      amount: sql`e.granted_centavos`,
      facts: sql`jsonb_build_object('kind', e.kind, 'part', e.part)`,
    },
    {
      kind: 'call',
      from: sql`collection_calls e ${ofLoan} ${oneStep('called', sql`e.called_at`)}`,
      where: mine,
      subject: sql`l.reference_no`,
      state: sql`e.outcome`,
    },
    {
      kind: 'code',
      from: sql`repayment_codes e left join loans l on l.id = e.loan_id
        cross join lateral (values ('made', e.issued_at), ('refused', e.refused_at),
          ('replaced', e.replaced_at),
          ('expired', case when e.replaced_at is null and e.issued_at is not null
            and not exists (select from receipts r where r.code_id = e.id)
            then e.ends_at end)) s(step, at)`,
      where: mine,
      subject: sql`l.reference_no`,
      amount: sql`e.amount_centavos`,
      state: sql`case when exists (select from receipts r where r.code_id = e.id) then 'paid'
        when e.replaced_at is not null then 'replaced' when e.refused_at is not null then 'refused'
        when e.ends_at < ${now} then 'expired' else 'open' end`,
      facts: sql`jsonb_build_object('channel', e.channel, 'purpose', e.purpose, 'ends', e.ends_at)`,
    },
  ];
}

/** The unallocated rest of the receipt `e`. */
const beyond = sql`e.amount_centavos
  - (select coalesce(sum(m.amount_centavos), 0)
     from payment_allocations m where m.receipt_id = e.id and m.reversal_id is null)`;

function moneyBranches({ borrowerId, moment }: PersonAt): Branch[] {
  const mine = sql`e.borrower_id = ${borrowerId}`;
  const ahead = aheadOf(moment);
  return [
    {
      kind: 'payout',
      from: sql`payouts e cross join lateral (values ('ordered', e.ordered_at),
        ('sent', e.sent_at + ${ahead}), ('ready', e.ready_at),
        ('recalled', e.recalled_at + ${ahead}), ('ended', e.settled_at)) s(step, at)`,
      where: mine,
      subject: sql`e.id`,
      amount: sql`e.amount_centavos`,
      state: sql`e.state`,
      facts: sql`jsonb_build_object('kind', e.kind, 'channel', e.channel)`,
    },
    {
      kind: 'payment',
      from: sql`receipts e ${oneStep('paid', sql`e.paid_at`)}`,
      where: mine,
      subject: sql`e.id`,
      amount: sql`e.amount_centavos`,
      facts: sql`jsonb_build_object('channel', e.channel, 'reported', e.booked_at,
        'loans', (select string_agg(distinct l.reference_no, ', ')
          from payment_allocations m join loans l on l.id = m.loan_id where m.receipt_id = e.id),
        'beyond', ${beyond})`,
    },
    {
      kind: 'transfer',
      from: sql`bank_transfers e join approvals a on a.id = e.id
        ${oneStep('proposed', sql`a.proposed_at`)}`,
      where: mine,
      amount: sql`e.amount_centavos`,
      state: sql`e.state`,
      facts: sql`jsonb_build_object('paid', e.paid_on)`,
    },
    {
      kind: 'suspense',
      from: sql`suspense_decisions e join approvals a on a.id = e.id
        join receipts r on r.id = e.receipt_id ${oneStep('assigned', sql`a.confirmed_at`)}`,
      where: mine,
      subject: sql`e.receipt_id`,
      amount: sql`r.amount_centavos`,
    },
    {
      kind: 'reversal',
      from: sql`receipts r join payment_reversals e on e.receipt_id = r.id
        ${oneStep('reversed', sql`e.happened_at`)}`,
      where: sql`r.borrower_id = ${borrowerId}`,
      subject: sql`e.receipt_id`,
      amount: sql`e.amount_centavos`,
      facts: sql`jsonb_build_object('cause', e.cause)`,
    },
    {
      kind: 'refund',
      from: sql`refunds e cross join lateral (values ('ordered', e.ordered_at),
        ('ended', e.ended_at)) s(step, at)`,
      where: mine,
      amount: sql`e.amount_centavos`,
      state: sql`e.state`,
      facts: sql`jsonb_build_object('to', e.receiver_label || ' •••• ' || e.receiver_last4)`,
    },
    {
      kind: 'claim',
      from: sql`claim_decisions e join approvals a on a.id = e.id
        ${oneStep('confirmed', sql`a.confirmed_at`)}`,
      where: mine,
      subject: sql`e.claim_id`,
      amount: sql`e.amount_centavos`,
      facts: sql`jsonb_build_object('act', e.act)`,
    },
  ];
}

function caseBranches({ borrowerId }: PersonAt): Branch[] {
  const mine = sql`e.borrower_id = ${borrowerId}`;
  const asked = sql`cross join lateral (values ('asked', e.asked_at),
    ('answered', e.answered_at)) s(step, at)`;
  return [
    {
      kind: 'complaint',
      from: sql`complaints e cross join lateral (values ('opened', e.opened_at),
        ('acknowledged', e.acknowledged_at), ('answered', e.answered_at),
        ('closed', e.closed_at)) s(step, at)`,
      where: mine,
      subject: sql`e.number`,
      state: sql`case when e.closed_at is not null then 'closed'
        when e.answered_at is not null then 'answered'
        when e.acknowledged_at is not null then 'acknowledged' else 'open' end`,
      facts: sql`jsonb_build_object('kind', e.kind)`,
    },
    {
      kind: 'feedback',
      from: sql`feedback e left join feedback_answers a on a.feedback_id = e.id
        cross join lateral (values ('sent', e.sent_at), ('answered', a.answered_at)) s(step, at)`,
      where: mine,
      subject: sql`e.id`,
      state: sql`case when a.feedback_id is null then 'open' else 'answered' end`,
    },
    {
      kind: 'dispute',
      from: sql`disputes e ${asked}`,
      where: mine,
      subject: sql`e.id`,
      state: sql`coalesce(e.outcome, 'open')`,
    },
    {
      kind: 'request',
      from: sql`data_requests e ${asked}`,
      where: mine,
      subject: sql`e.id`,
      state: sql`coalesce(e.outcome, 'open')`,
      facts: sql`jsonb_build_object('kind', e.kind)`,
    },
    {
      kind: 'correction',
      from: sql`corrections e ${oneStep('applied', sql`e.applied_at`)}`,
      where: mine,
      facts: sql`jsonb_build_object('field', e.field, 'case', e.case_no)`,
    },
  ];
}

/** Returns the queries of all kinds of event of a person. */
export const branchesOf = (of: PersonAt): Branch[] => [
  ...accountBranches(of),
  ...creditBranches(of),
  ...loanBranches(of),
  ...moneyBranches(of),
  ...caseBranches(of),
];
