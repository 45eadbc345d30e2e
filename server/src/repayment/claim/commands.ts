import { idOf, option, optional, textLike, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  unchanged,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity, inPesos, money } from '#/commands/display.ts';
import { lookAt } from '#/commands/looks.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
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
  decisionsWithIds,
  findClaim,
  openClaims,
} from './store.ts';

/** The centavos and id of a claim, because a claim may shrink or end between two pages. */
const claimPlace = textLike(
  /\d{1,15}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  '150050/019a9f00-0000-7000-8000-000000000001',
);
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
    examples: ['claim list', 'claim list --after 150050/019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: ['finance', 'support'],
    arguments: afterRow(claimPlace),
    run: async (_, tx, { after }) => {
      const [owed, id = ''] = after?.split('/') ?? [];
      const place = owed === undefined ? null : { owedCentavos: Number(owed), id };
      const { page, next } = pageOf(
        await openClaims(tx, place, pageLength + 1),
        (row) => `${row.owed_centavos}/${row.id}`,
      );
      return { data: { claims: page.map(listed), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.claims,
        {
          id: (row) => entity('claim', row.id),
          owed: (row) => money(row.owedCentavos),
          'owed by': (row) => row.debtor && debtorCell(row.debtor),
          proposed: (row) => row.proposed && `${row.proposed} by ${row.proposedBy}`,
        },
        {
          none: 'There are no claims.',
          isWell: (data) => data.claims.length === 0,
          ...paged('claim list'),
        },
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
      record(({ claim: row }) => [
        ['id', entity('claim', row.id)],
        ['owed', money(row.owedCentavos)],
        ['owed by', row.debtor && debtorCell(row.debtor)],
        ['account', row.debtor?.isErased ? 'deleted' : null],
        ...row.steps.flatMap(({ what, amountCentavos, detail }): [string, unknown][] => [
          [what, money(amountCentavos)],
          ['by', detail],
        ]),
      ]),
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
      lines(({ claim }) =>
        outcomeWords(claim, `${inPesos(claim.amountCentavos)} of the claim`, 'settled'),
      ),
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
      lines(({ claim }) =>
        outcomeWords(claim, `the claim of ${inPesos(claim.amountCentavos)}`, 'written off'),
      ),
  }),
];

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const proposals: Waiting[] = [];
  for (const decision of await decisionsWithIds(read, ids)) {
    const { id, claim_id: claimId, amount_centavos: amount, bank_reference: transfer } = decision;
    const claim = await findClaim(read, claimId);
    const owed = claim?.owed_centavos ?? 0n;
    const isSettling = decision.act === 'settle';
    proposals.push({
      id,
      confirmedBy: isSettling ? 'claim settle' : 'claim write-off',
      what: `${inPesos(amount)} of ${claimId}`,
      facts: [
        unchanged('owed by', claim ? debtorCell(debtorOf(claim)) : null),
        // If less is owed by now, the command proposes again instead of confirming.
        { name: 'owed', before: money(owed), after: amount > owed ? null : money(owed - amount) },
        isSettling
          ? unchanged('paid from', transfer ? `transfer ${transfer}` : 'refundable money')
          : { name: 'written off', before: money(0), after: money(amount) },
      ],
      input: { id: claimId, ...(transfer && { bankReference: transfer }) },
      about: { as: 'claim', id: claimId },
    });
  }
  return proposals;
}

const debtorOf = ({ borrower_id: person, payment, is_erased: isErased }: Claim) => ({
  person,
  payment,
  isErased,
});

const debtorCell = ({ person, payment }: { person: string | null; payment: string | null }) =>
  entity('person', person) ?? `the payer of ${payment}`;

function listed(row: Awaited<ReturnType<typeof openClaims>>[number]) {
  return {
    id: row.id,
    owedCentavos: Number(row.owed_centavos),
    debtor: debtorOf(row),
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
  const steps = [
    ...reversals.map((row) => ({
      what: 'taken back',
      amountCentavos: Number(row.amount_centavos),
      detail: `payment ${row.gateway_payment_id} on ${wireDay(row.value_on)}, ${row.cause}`,
    })),
    ...decisions.map(decisionStep),
  ];
  const claim = {
    id,
    owedCentavos: Number(row?.owed_centavos ?? 0n),
    debtor: row ? debtorOf(row) : null,
    steps,
  };
  return { data: { claim }, detail: { claim: id, ...look } };
}

function decisionStep(decision: Decision) {
  const { act, amount_centavos, bank_reference, confirmed_by, proposed_by, state } = decision;
  const source = bank_reference ? `transfer ${bank_reference}` : 'refundable money';
  const status = confirmed_by
    ? `confirmed by ${confirmed_by}`
    : state === 'dropped'
      ? 'dropped'
      : 'proposed';
  return {
    what: act === 'settle' ? 'settled' : 'written off',
    amountCentavos: Number(amount_centavos),
    detail: `${act === 'settle' ? `${source}, ` : ''}by ${proposed_by}, ${status}`,
  };
}

async function decide(ctx: StaffCtx, tx: Tx, id: string, wish: Wish) {
  const { outcome, borrowerId, amountCentavos, leftCentavos } = await decideClaim(
    ctx,
    tx,
    id,
    wish,
  );
  return {
    data: {
      claim: {
        id,
        outcome,
        amountCentavos: Number(amountCentavos),
        leftCentavos: Number(leftCentavos),
      },
    },
    person: borrowerId,
    detail: { claim: id, [outcome]: wish.act, amountCentavos: Number(amountCentavos) },
  };
}

function outcomeWords(
  { outcome, leftCentavos }: { outcome: Decided['outcome']; leftCentavos: number },
  what: string,
  end: string,
): string {
  return outcome === 'proposed'
    ? `${what} is proposed; another person confirms it`
    : `${what} is ${end}; ${inPesos(leftCentavos)} is left`;
}
