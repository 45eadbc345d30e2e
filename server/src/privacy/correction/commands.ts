// The staff commands that correct a person's data, with proof from one of the person's cases. A
// name, birthday or ID number identifies a person, so a second staff member must type the same
// value.
import { zComplaintNumber } from '@sandali/contract/caseNumber.ts';
import { typedPersonal } from '@sandali/contract/credit.ts';
import { zDataRequestId, zIdNumber } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import {
  choice,
  day,
  type InputOf,
  idOf,
  option,
  optional,
  person,
  text,
  word,
} from '#/commands/arguments.ts';
import {
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { afterRow, paged, pageOf } from '#/commands/page.ts';
import {
  checkIdNumberTaken,
  correctIdNumber,
  correctPersonal,
  idNumberOf,
  personalOf,
} from '#/credit/credit.ts';
import { isPlace } from '#/data/geography.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import type { Read, Tx } from '#/db/database.ts';
import { readAccountSummaries } from '#/payout-accounts/payout-accounts.ts';
import { wireInstant } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { findRequest } from '#/privacy/store.ts';
import * as store from './store.ts';

const { firstName, middleName, lastName, bornOn, provinceCode, cityCode, barangayCode, address } =
  typedPersonal.entries;
const zValues = v.variant('what', [
  v.strictObject({ what: v.literal('name'), firstName, middleName, lastName }),
  v.strictObject({ what: v.literal('birthday'), bornOn }),
  v.strictObject({ what: v.literal('address'), provinceCode, cityCode, barangayCode, address }),
  v.strictObject({ what: v.literal('idNumber'), idNumber: zIdNumber }),
]);
type Values = v.InferOutput<typeof zValues>;
const whats = ['name', 'birthday', 'address', 'idNumber'] as const;

/** Declares an optional argument. `what` decides which optional arguments a correction needs. */
const field = (about: string, name: string | null = null) =>
  optional(option(text(v.string()), about, name));
const zCase = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(40));
const correctArguments = {
  person: word(person, 'the person to correct'),
  what: option(choice(whats), 'the data to correct'),
  case: option(text(zCase, 'CS-… or id'), 'the complaint or request with the proof'),
  firstName: field('first name', 'first'),
  middleName: field('middle name, if any', 'middle'),
  lastName: field('last name', 'last'),
  bornOn: optional(option(day, 'the birthday', 'born')),
  idNumber: field('the ID number', 'id'),
  provinceCode: field('PSGC code of the province', 'province'),
  cityCode: field('PSGC code of the city', 'city'),
  barangayCode: field('PSGC code of the barangay', 'barangay'),
  address: field('house and street'),
};
type Input = InputOf<typeof correctArguments>;

/**
 * Parses the corrected values.
 * @throws Declined if fields are missing or invalid
 */
function parseValues({ person: _, case: __, middleName, idNumber, ...fields }: Input): Values {
  const name = fields.what === 'name' ? { middleName: middleName ?? null } : {};
  const parsed = v.safeParse(zValues, {
    ...fields,
    ...name,
    ...(idNumber !== undefined && { idNumber: idNumber.replace(/[\s-]/g, '') }),
  });
  if (parsed.success) return parsed.output;
  throw new Declined(
    parsed.issues
      .map((issue) => `${v.getDotPath(issue) ?? fields.what}: ${issue.message}`)
      .join('; '),
  );
}

/** The number of days, in business time, after which an unconfirmed proposal expires. */
const expiresAfterDays = 7;

/**
 * Checks that the case is a complaint or request of this person.
 * @throws Declined if it is not
 */
async function requireOwnCase(tx: Tx, borrowerId: string, caseNo: string): Promise<void> {
  const number = v.safeParse(zComplaintNumber, caseNo);
  const request = v.safeParse(zDataRequestId, caseNo);
  const owner = number.success
    ? await store.borrowerOfComplaint(tx, number.output)
    : request.success && ((await findRequest(tx, request.output))?.borrower_id ?? null);
  if (owner !== borrowerId)
    throw new Declined(
      `This person has no complaint or request ${caseNo}. The proof must be attached to one.`,
    );
}

/**
 * Returns the current values in the shape of the corrected ones.
 * @throws Declined if the person never entered these values, or if they already match
 */
async function currentValues(
  { app }: StaffCtx,
  tx: Tx,
  borrowerId: string,
  values: Values,
): Promise<Values> {
  const personal = await personalOf(app, tx, borrowerId);
  const idNumber = await idNumberOf(app.sealer, tx, borrowerId);
  const before = beforeOf(values.what, personal, idNumber);
  if (!before)
    throw new Declined(
      `This person has not entered ${values.what === 'idNumber' ? 'an ID number' : `a ${values.what}`}.`,
    );
  if (JSON.stringify(before) === JSON.stringify(values))
    throw new Declined('These are already the current values.');
  return before;
}

function beforeOf(
  what: Values['what'],
  personal: Awaited<ReturnType<typeof personalOf>>,
  idNumber: string | null,
): Values | null {
  if (what === 'idNumber') return idNumber === null ? null : { what, idNumber };
  if (!personal) return null;
  if (what === 'name')
    return {
      what,
      firstName: personal.firstName,
      middleName: personal.middleName,
      lastName: personal.lastName,
    };
  if (what === 'birthday') return { what, bornOn: personal.bornOn };
  const { provinceCode, cityCode, barangayCode, address } = personal;
  return { what, provinceCode, cityCode, barangayCode, address };
}

/** Puts the fields in a fixed order, so equal values have equal JSON. */
const inOrder = (values: Values): Values =>
  beforeOf(
    values.what,
    values as never,
    'idNumber' in values ? normaliseIdNumber(values.idNumber) : null,
  ) ?? values;

async function correct(ctx: StaffCtx, tx: Tx, input: Input): Promise<StaffAnswer<Corrected>> {
  const { person, case: caseNo } = input;
  const typed = parseValues(input);
  const { app, now, approvals, borrowerNamed } = ctx;
  const borrowerId = await borrowerNamed(tx, person);
  await lockBorrower(tx, borrowerId);
  await requireOwnCase(tx, borrowerId, caseNo);
  const values = inOrder(typed);
  const before = await currentValues(ctx, tx, borrowerId, values);
  await mustBePossible(ctx, tx, borrowerId, values);
  const id = newIdFor(borrowerId, now);
  const row = {
    id,
    borrower_id: borrowerId,
    field: values.what,
    case_no: caseNo,
    value_sealed: sealed(ctx, id, values),
    proposed_at: now,
  };
  if (values.what === 'address') {
    await store.insertCorrection(tx, {
      ...row,
      applied_at: now,
      previous_sealed: app.sealer.seal('corrected', id, JSON.stringify(before)),
    });
    return await apply(ctx, tx, { id, borrowerId, values, before });
  }
  const open = await store.openCorrection(tx, borrowerId, values.what);
  const isExpired = open?.expires_at && Temporal.Instant.compare(open.expires_at, now) < 0;
  const isSame =
    open && app.sealer.open('correction', open.id, open.value_sealed) === JSON.stringify(values);
  if (open && !isExpired && isSame) {
    await approvals.confirm(tx, open.approval_id);
    await store.setApplied(
      tx,
      open.id,
      now,
      app.sealer.seal('corrected', open.id, JSON.stringify(before)),
    );
    return await apply(ctx, tx, { id: open.id, borrowerId, values, before });
  }
  if (open && !isExpired && open.proposed_by !== ctx.who)
    throw new Declined(
      `${open.proposed_by} has proposed another value. Read the proof together; they can propose again.`,
    );
  if (open) await approvals.drop(tx, open.approval_id, isExpired ? 'lapsed' : 'replaced');
  const approval_id = await approvals.propose(tx, 'correction', {
    lapsesAt: now.add({ hours: 24 * expiresAfterDays }),
    isReasonKept: false,
  });
  await store.insertCorrection(tx, { ...row, approval_id });
  return answer({ id, borrowerId, what: values.what, outcome: 'proposed' });
}

function sealed({ app }: StaffCtx, id: string, values: Values): Buffer {
  return app.sealer.seal('correction', id, JSON.stringify(values));
}

/**
 * Checks that a correction can be applied.
 * @throws Declined if the place does not exist, or if another person has submitted the same ID
 * number
 */
async function mustBePossible(
  { app }: StaffCtx,
  tx: Tx,
  borrowerId: string,
  values: Values,
): Promise<void> {
  if (
    values.what === 'address' &&
    !isPlace({
      province: values.provinceCode,
      city: values.cityCode,
      barangay: values.barangayCode,
    })
  )
    throw new Declined('There is no such place (PSGC).');
  if (
    values.what === 'idNumber' &&
    (await checkIdNumberTaken(app, tx, borrowerId, values.idNumber))
  )
    throw new Declined('Another person has submitted this ID number. First find out whose it is.');
}

type Applied = { id: string; borrowerId: string; values: Values; before: Values };

/** Applies a correction and updates everything that depends on the value. Notifies the borrower. */
async function apply(ctx: StaffCtx, tx: Tx, { id, borrowerId, values, before }: Applied) {
  const { app } = ctx;
  const work = { app, now: ctx.now, wall: ctx.wall };
  if (values.what === 'idNumber') {
    if (before.what === 'idNumber')
      await correctIdNumber(work, tx, borrowerId, before.idNumber, values.idNumber);
  } else {
    const { what: _, ...change } = values;
    await correctPersonal(work, tx, borrowerId, change);
  }
  const { telephone } = await app.settings.all();
  await app.notices.notify(ctx, tx, await recipientOf(app, tx, borrowerId), 'correctionMade', {
    what: values.what,
    telephone,
  });
  const accounts = await readAccountSummaries({ app }, tx, borrowerId);
  const unpaid = accounts.filter(({ whyNotPaid }) => whyNotPaid === 'nameDiffers').length;
  return answer({
    id,
    borrowerId,
    what: values.what,
    outcome: 'corrected',
    accountsWithAnotherName: unpaid,
  });
}

/** Leaves out the values, because the second person types them from the proof. */
async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  return (await store.correctionsById(read, ids)).map(
    ({ approval_id, what, borrower_id: person, case_no: proof }) => ({
      id: approval_id,
      confirmedBy: 'person correct',
      what: `the ${what} of ${person}, by ${proof}`,
      facts: [
        { name: 'data', before: null, after: what },
        { name: 'proof', before: null, after: caseCell(proof) },
      ],
      input: { person, what, case: proof },
      about: { as: 'person', id: person },
    }),
  );
}

/** Returns a cell that leads to the complaint or request. */
const caseCell = (proof: string) =>
  entity(v.is(zComplaintNumber, proof) ? 'case' : 'dataRequest', proof);

type Corrected = {
  correction: string;
  what: string;
  outcome: 'proposed' | 'corrected';
  accountsWithAnotherName?: number;
};

function answer({
  id,
  borrowerId,
  ...rest
}: Omit<Corrected, 'correction'> & { id: string; borrowerId: string }): StaffAnswer<Corrected> {
  return {
    data: { correction: id, ...rest },
    person: borrowerId,
    detail: { correction: id, what: rest.what, outcome: rest.outcome },
  };
}

const roles = ['support', 'reviewer', 'compliance'] as const;

export const correctionCommands: readonly StaffCommand[] = [
  command({
    name: 'person correct',
    menu: 'Cases',
    label: 'Correct a person’s data',
    about: `Corrects a person’s data, with proof from their complaint or request. A proposal expires after ${expiresAfterDays} days.`,
    examples: [
      'person correct 4021938857 --what name --first Ligaya --middle Santos --last "Dela Cruz" --case CS-7KQ2-M4XX --reason "birth certificate seen"',
      'person correct 4021938857 --what birthday --born 1996-02-28 --case CS-7KQ2-M4XX --reason "birth certificate seen"',
      'person correct 4021938857 --what idNumber --id 012345678901 --case CS-7KQ2-M4XX --reason "UMID seen"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the second person types the value again, from the proof' },
    roles,
    twoPeople: { act: 'correction', when: 'Of a name, a birthday or an ID number', waiting },
    arguments: correctArguments,
    run: correct,
    shows: ({ lines }) =>
      lines(({ what, outcome, accountsWithAnotherName: accounts = 0 }) => [
        outcome === 'proposed'
          ? `proposed; another staff member must type the same to correct the ${what}`
          : 'corrected; the person was notified.',
        ...(accounts > 0
          ? [
              `${accounts} of their accounts are in another name and cannot be paid until added again.`,
            ]
          : []),
      ]),
  }),
  command({
    name: 'person corrections',
    menu: 'Cases',
    label: 'List proposed corrections',
    about:
      'Lists corrections that wait for a second approver, with the case that has the proof. Hides the values, because the approver types them.',
    examples: ['person corrections'],
    kind: 'look',
    readsStandby: true,
    roles,
    arguments: afterRow(idOf('approval')),
    run: async (_ctx, tx, { after = null }) => {
      const { page, next } = pageOf(
        await store.openCorrections(tx, after),
        ({ approval_id }) => approval_id,
      );
      return {
        data: {
          next,
          corrections: page.map((proposal) => ({
            correction: proposal.id,
            person: proposal.borrower_id,
            what: proposal.what,
            case: proposal.case_no,
            proposedBy: proposal.proposed_by,
            proposedAt: wireInstant(proposal.proposed_at),
            lapsesAt: proposal.expires_at && wireInstant(proposal.expires_at),
          })),
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.corrections,
        {
          person: (correction) => entity('person', correction.person),
          what: (correction) => correction.what,
          case: (correction) => caseCell(correction.case),
          'proposed by': (correction) => correction.proposedBy,
          until: (correction) => correction.lapsesAt,
        },
        { none: 'No correction is waiting.', ...paged('person corrections') },
      ),
  }),
];
