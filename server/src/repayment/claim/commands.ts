import { idOf, option, optional, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx, type Waiting } from '#/commands/command.ts';
import { inPesos } from '#/commands/display.ts';
import { lookAt } from '#/commands/looks.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireDay } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { reversalsOfClaim } from '#/repayment/reversal/store.ts';
import { bankReference } from '#/repayment/transfer/commands.ts';
import { type Decided, decideClaim, type Wish } from './claim.ts';
import {
  type Claim,
  type Decision,
  decisionsOf,
  findClaim,
  openClaims,
  openDecisions,
} from './store.ts';

const listLength = 200;
const claim = word(idOf('claim'), 'the id in claim list', 'id');
const decisionOptions = {
  kind: 'change',
  seenFirst: 'claim',
  roles: ['finance'],
  twoPeople: { act: 'claim', waiting },
} as const;
export const claimCommands: StaffCommand[] = [
  command({
    name: 'claim list',
    menu: 'Money',
    label: 'List claims',
    about: 'Lists the claims for reversed money that no bill owes, largest first.',
    examples: ['claim list'],
    kind: 'look',
    roles: ['finance', 'support'],
    run: async (_, tx) => ({ data: { claims: (await openClaims(tx, listLength)).map(listed) } }),
    shows: ({ table }) =>
      table(
        (data) => data.claims,
        {
          id: (row) => row.id,
          owed: (row) => row.owed,
          who: (row) => row.who,
          proposed: (row) => row.proposed && `${row.proposed} by ${row.proposedBy}`,
        },
        { none: 'There are no claims.', isWell: (data) => data.claims.length === 0 },
      ),
  }),
  command({
    name: 'claim show',
    menu: 'Money',
    label: 'Show a claim',
    about: 'Shows a claim: the amount owed, its reversals, and the decisions about it.',
    examples: ['claim show 019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: ['finance', 'support'],
    arguments: { id: claim },
    run: show,
    shows: ({ record }) =>
      record(({ claim: { lines: _, ...fields } }) => fields, { lines: (data) => data.claim.lines }),
  }),
  command({
    ...decisionOptions,
    name: 'claim settle',
    menu: 'Money',
    label: 'Settle a claim',
    about:
      'Settles a claim, as far as the money reaches: from a transfer in suspense, or without --bank-ref from the borrower’s refundable money.',
    examples: [
      'claim settle 019a9f00-0000-7000-8000-000000000001 --bank-ref FT2632500021 --reason "paid as agreed, case 812"',
      'claim settle 019a9f00-0000-7000-8000-000000000001 --reason "the borrower agreed, case 812"',
    ],
    arguments: {
      id: claim,
      bankReference: optional(
        option(bankReference, 'the reference of the transfer on the statement', 'bank-ref'),
      ),
    },
    run: async (ctx, tx, { id, bankReference = null }) =>
      await decide(ctx, tx, id, { act: 'settle', bankReference }),
    shows: ({ lines }) =>
      lines(({ claim }) => outcomeWords(claim, `${claim.amount} of the claim`, 'settled')),
  }),
  command({
    ...decisionOptions,
    name: 'claim write-off',
    menu: 'Money',
    label: 'Write off a claim',
    about: 'Writes a claim off: the whole amount owed becomes a loss.',
    examples: [
      'claim write-off 019a9f00-0000-7000-8000-000000000001 --reason "no answer to three letters, case 812"',
    ],
    arguments: { id: claim },
    run: async (ctx, tx, { id }) => await decide(ctx, tx, id, { act: 'writeOff' }),
    shows: ({ lines }) =>
      lines(({ claim }) => outcomeWords(claim, `the claim of ${claim.amount}`, 'written off')),
  }),
];

async function waiting(read: Read): Promise<Waiting[]> {
  return (await openDecisions(read)).map(
    ({ id, claim_id: claimId, act, amount_centavos: amount }) => ({
      id,
      confirmedBy: act === 'settle' ? 'claim settle' : 'claim write-off',
      what: `${inPesos(amount)} of ${claimId}`,
    }),
  );
}

const debtorOf = ({ borrower_id: borrowerId, payment, is_erased: isErased }: Claim) =>
  borrowerId
    ? `borrower ${borrowerId}${isErased ? ', account deleted' : ''}`
    : `the payer of ${payment}`;

function listed(row: Awaited<ReturnType<typeof openClaims>>[number]) {
  return {
    id: row.id,
    owed: inPesos(row.owed_centavos),
    who: debtorOf(row),
    proposed: row.proposed,
    proposedBy: row.proposed_by,
  };
}

async function show(ctx: StaffCtx, tx: Tx, { id }: { id: string }) {
  const look = await lookAt(tx, { kind: 'claim', id }, ctx.who);
  const row = await findClaim(tx, id);
  const [reversals, decisions] = await Promise.all([reversalsOfClaim(tx, id), decisionsOf(tx, id)]);
  if (!row && decisions.length === 0)
    throw new Declined(`Nothing is or was owed under the id ${id}.`);
  const lines = [
    ...reversals.map(
      (row) =>
        `${inPesos(row.amount_centavos)} of ${row.gateway_payment_id} taken back on ${wireDay(row.value_on)}, ${row.cause}`,
    ),
    ...decisions.map(decisionWords),
  ];
  const claim = {
    id,
    owed: inPesos(row?.owed_centavos ?? 0n),
    who: row ? debtorOf(row) : null,
    lines,
  };
  return { data: { claim }, detail: { claim: id, ...look } };
}

function decisionWords(decision: Decision): string {
  const source = decision.bank_reference
    ? `by transfer ${decision.bank_reference}`
    : 'by refundable money';
  const action = decision.act === 'settle' ? `settled ${source}` : 'written off';
  const status = decision.confirmed_by
    ? `confirmed by ${decision.confirmed_by}`
    : decision.state === 'dropped'
      ? 'dropped'
      : 'proposed';
  return `${inPesos(decision.amount_centavos)} ${action}, by ${decision.proposed_by}, ${status}`;
}

async function decide(ctx: StaffCtx, tx: Tx, id: string, wish: Wish) {
  const { outcome, borrowerId, amountCentavos, leftCentavos } = await decideClaim(
    ctx,
    tx,
    id,
    wish,
  );
  return {
    data: { claim: { id, outcome, amount: inPesos(amountCentavos), left: inPesos(leftCentavos) } },
    person: borrowerId,
    detail: { claim: id, [outcome]: wish.act, amountCentavos: Number(amountCentavos) },
  };
}

function outcomeWords(
  { outcome, left }: { outcome: Decided['outcome']; left: string },
  what: string,
  end: string,
): string {
  return outcome === 'proposed'
    ? `${what} is proposed; another person confirms it`
    : `${what} is ${end}; ${left} is left`;
}
