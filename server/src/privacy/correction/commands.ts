// Ops: corrects what a person entered wrongly, with proof that is attached to a case of theirs. A
// name, a birthday and an ID number identify a person: one member of staff proposes, and another
// types exactly the same. An address identifies nobody, so one member of staff corrects it.
import { zComplaintNumber } from '@sandali/contract/caseNumber.ts';
import { typedPersonal } from '@sandali/contract/credit.ts';
import { zDataRequestId, zIdNumber } from '@sandali/contract/id.ts';
import * as v from 'valibot';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import { borrowerOfComplaint } from '#/cases/cases.ts';
import {
  choice,
  day,
  type InputOf,
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
} from '#/commands/command.ts';
import {
  correctIdNumber,
  correctPersonal,
  idNumberOf,
  personalOf,
  readIsIdNumberTaken,
} from '#/credit/credit.ts';
import { isPlace } from '#/data/geography.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import type { Read, Tx } from '#/db/database.ts';
import { accountsShort } from '#/payout-accounts/payout-accounts.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { findRequest } from '#/privacy/store.ts';
import * as store from './store.ts';

const { firstName, middleName, lastName, bornOn, provinceCode, cityCode, barangayCode, address } =
  typedPersonal.entries;
const zGiven = v.variant('what', [
  v.strictObject({ what: v.literal('name'), firstName, middleName, lastName }),
  v.strictObject({ what: v.literal('birthday'), bornOn }),
  v.strictObject({ what: v.literal('address'), provinceCode, cityCode, barangayCode, address }),
  v.strictObject({ what: v.literal('idNumber'), idNumber: zIdNumber }),
]);
type Given = v.InferOutput<typeof zGiven>;
const whats = ['name', 'birthday', 'address', 'idNumber'] as const;

/** One part of what may be given: which parts a correction needs follows from what it corrects. */
const part = (about: string, name: string | null = null) =>
  optional(option(text(v.string()), about, name));
const zCase = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(40));
const correctArguments = {
  person: word(person, 'whose'),
  what: option(choice(whats), 'what is corrected'),
  case: option(text(zCase, 'CS-… or id'), 'the complaint or request that the proof came with'),
  firstName: part('of a name', 'first'),
  middleName: part('of a name that has one', 'middle'),
  lastName: part('of a name', 'last'),
  bornOn: optional(option(day, 'the birthday', 'born')),
  idNumber: part('the ID number', 'id'),
  provinceCode: part('of an address: its code (PSGC)', 'province'),
  cityCode: part('of an address: its code', 'city'),
  barangayCode: part('of an address: its code', 'barangay'),
  address: part('of an address: house and street'),
};
type Asked = InputOf<typeof correctArguments>;

/** The corrected values. @throws Declined if parts are missing or invalid. */
function completedSteps({ person: _, case: __, middleName, idNumber, ...parts }: Asked): Given {
  const name = parts.what === 'name' ? { middleName: middleName ?? null } : {};
  const given = v.safeParse(zGiven, {
    ...parts,
    ...name,
    ...(idNumber !== undefined && { idNumber: idNumber.replace(/[\s-]/g, '') }),
  });
  if (given.success) return given.output;
  throw new Declined(
    given.issues
      .map((issue) => `${v.getDotPath(issue) ?? parts.what}: ${issue.message}`)
      .join('; '),
  );
}

/** A proposal that nobody confirms ends after this many days of business time. */
const lapsesDays = 7;

/** The proof must be attached to a complaint or a request of this person. @throws Declined */
async function mustBeTheirCase(tx: Tx, borrowerId: string, named: string): Promise<void> {
  const number = v.safeParse(zComplaintNumber, named);
  const request = v.safeParse(zDataRequestId, named);
  const owner = number.success
    ? await borrowerOfComplaint(tx, number.output)
    : request.success && ((await findRequest(tx, request.output))?.borrower_id ?? null);
  if (owner !== borrowerId)
    throw new Declined(
      `This person has no complaint or request ${named}. The proof must be attached to one.`,
    );
}

/**
 * The present values, in the same shape.
 * @throws Declined if the person never entered them, or they are already the same.
 */
async function standing(
  { app }: StaffCtx,
  tx: Tx,
  borrowerId: string,
  given: Given,
): Promise<Given> {
  const personal = await personalOf(app, tx, borrowerId);
  const idNumber = await idNumberOf(app.sealer, tx, borrowerId);
  const before = beforeOf(given.what, personal, idNumber);
  if (!before)
    throw new Declined(
      `This person has never given ${given.what === 'idNumber' ? 'an ID number' : `their ${given.what}`}.`,
    );
  if (JSON.stringify(before) === JSON.stringify(given))
    throw new Declined('These are the present values already.');
  return before;
}

function beforeOf(
  what: Given['what'],
  personal: Awaited<ReturnType<typeof personalOf>>,
  idNumber: string | null,
): Given | null {
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

/** In one order of its parts, so that two who type the same give the same. */
const inOrder = (given: Given): Given =>
  beforeOf(
    given.what,
    given as never,
    'idNumber' in given ? normaliseIdNumber(given.idNumber) : null,
  ) ?? given;

async function correct(ctx: StaffCtx, tx: Tx, asked: Asked): Promise<StaffAnswer<Corrected>> {
  const { person, case: caseNo } = asked;
  const typed = completedSteps(asked);
  const { app, now, approvals, borrowerNamed } = ctx;
  const borrowerId = await borrowerNamed(tx, person);
  await lockBorrower(tx, borrowerId);
  await mustBeTheirCase(tx, borrowerId, caseNo);
  const given = inOrder(typed);
  const before = await standing(ctx, tx, borrowerId, given);
  await mustBePossible(ctx, tx, borrowerId, given);
  const id = newId(now);
  const row = {
    id,
    borrower_id: borrowerId,
    field: given.what,
    case_no: caseNo,
    value_sealed: sealed(ctx, id, given),
    proposed_at: now,
  };
  if (given.what === 'address') {
    await store.insertCorrection(tx, {
      ...row,
      applied_at: now,
      previous_sealed: app.sealer.seal('corrected', id, JSON.stringify(before)),
    });
    return await apply(ctx, tx, { id, borrowerId, given, before });
  }
  const open = await store.openCorrection(tx, borrowerId, given.what);
  const hasLapsed = open?.expires_at && Temporal.Instant.compare(open.expires_at, now) < 0;
  const isSame =
    open && app.sealer.open('correction', open.id, open.value_sealed) === JSON.stringify(given);
  if (open && !hasLapsed && isSame) {
    await approvals.confirm(tx, open.approval_id);
    await store.setApplied(
      tx,
      open.id,
      now,
      app.sealer.seal('corrected', open.id, JSON.stringify(before)),
    );
    return await apply(ctx, tx, { id: open.id, borrowerId, given, before });
  }
  if (open && !hasLapsed && open.proposed_by !== ctx.who)
    throw new Declined(
      `${open.proposed_by} has proposed something else. Agree on what the proof says; they may propose it anew.`,
    );
  if (open) await approvals.drop(tx, open.approval_id, hasLapsed ? 'lapsed' : 'replaced');
  const approval_id = await approvals.propose(tx, 'correction', {
    lapsesAt: now.add({ hours: 24 * lapsesDays }),
    isReasonKept: false,
  });
  await store.insertCorrection(tx, { ...row, approval_id });
  return answer({ id, borrowerId, what: given.what, outcome: 'proposed' });
}

function sealed({ app }: StaffCtx, id: string, given: Given): Buffer {
  return app.sealer.seal('correction', id, JSON.stringify(given));
}

/** @throws Declined where the place is none, or another person sent the ID number. */
async function mustBePossible(
  { app }: StaffCtx,
  tx: Tx,
  borrowerId: string,
  given: Given,
): Promise<void> {
  if (
    given.what === 'address' &&
    !isPlace({ province: given.provinceCode, city: given.cityCode, barangay: given.barangayCode })
  )
    throw new Declined('There is no such place (PSGC).');
  if (given.what === 'idNumber' && (await readIsIdNumberTaken(app, tx, borrowerId, given.idNumber)))
    throw new Declined('Another person has sent this ID number. Find out whose it is first.');
}

type Made = { id: string; borrowerId: string; given: Given; before: Given };

/** What depends on it follows, and the borrower is notified. */
async function apply(ctx: StaffCtx, tx: Tx, { id, borrowerId, given, before }: Made) {
  const { app } = ctx;
  const work = { app, now: ctx.now, wall: ctx.wall };
  if (given.what === 'idNumber') {
    if (before.what === 'idNumber')
      await correctIdNumber(work, tx, borrowerId, before.idNumber, given.idNumber);
  } else {
    const { what: _, ...change } = given;
    await correctPersonal(work, tx, borrowerId, change);
  }
  const { telephone } = await app.settings.all();
  await app.notices.notify(ctx, tx, await recipientOf(app, tx, borrowerId), 'correctionMade', {
    what: given.what,
    telephone,
  });
  const accounts = await accountsShort({ app }, tx, borrowerId);
  const unpaid = accounts.filter((one) => one.whyNotPaid === 'nameDiffers').length;
  return answer({
    id,
    borrowerId,
    what: given.what,
    outcome: 'corrected',
    accountsWithAnotherName: unpaid,
  });
}

async function waiting(read: Read): Promise<Waiting[]> {
  return (await store.openCorrections(read)).map((one) => ({
    id: one.approval_id,
    confirmedBy: 'person correct',
    what: `the ${one.what} of ${one.borrower_id}, by ${one.case_no}`,
  }));
}

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

const roles = ['support', 'reviewer'] as const;

export const correctionCommands: readonly StaffCommand[] = [
  command({
    name: 'person correct',
    about: `Corrects what a person entered, with a proof that came with their complaint or request. What is proposed waits for ${lapsesDays} days.`,
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
          ? `proposed; another person types the same to correct the ${what}`
          : 'corrected; the person was notified.',
        ...(accounts > 0
          ? [
              `${accounts} of their accounts are in another name by now and cannot be paid: they add them anew.`,
            ]
          : []),
      ]),
  }),
  command({
    name: 'person corrections',
    about:
      'Lists the corrections that wait for a second person, with the case that has the proof. The corrected values are not shown: they are typed again.',
    examples: ['person corrections'],
    kind: 'look',
    roles,
    run: async (_ctx, tx) => ({
      data: {
        corrections: (await store.openCorrections(tx)).map((one) => ({
          correction: one.id,
          person: one.borrower_id,
          what: one.what,
          case: one.case_no,
          proposedBy: one.proposed_by,
          proposedAt: wireInstant(one.proposed_at),
          lapsesAt: one.expires_at && wireInstant(one.expires_at),
        })),
      },
    }),
    shows: ({ table }) =>
      table(
        (data) => data.corrections,
        {
          person: (one) => one.person,
          what: (one) => one.what,
          case: (one) => one.case,
          'proposed by': (one) => one.proposedBy,
          until: (one) => one.lapsesAt,
        },
        { none: 'Nothing waits.' },
      ),
  }),
];
