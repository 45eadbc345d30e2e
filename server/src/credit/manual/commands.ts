// What reviewers do: take an application that waits for a person, see it and its pictures, note a call, decide.
import { reasonGroups } from '@sandali/contract/credit.ts';
import { zInstant } from '@sandali/contract/day.ts';
import { zPositiveCentavos } from '@sandali/contract/money.ts';
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { Declined, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { shownAt, wireInstant } from '#/kit/days.ts';
import { noteCall } from './call.ts';
import { approve, confirm, type Deciding, decline, reject } from './decide.ts';
import { release, take } from './lease.ts';
import { askPicture, markedPicture, type PictureAsked } from './photo.ts';
import { callResults } from './rules.ts';
import { applicationSeen, queueSeen } from './view.ts';

const zApplication = v.pipe(v.string(), v.uuid('that is no application: ask review list'), v.toLowerCase());
const justOne = v.strictObject({ application: zApplication });
const reviewer = { roles: ['reviewer'] } as const;

/** A change has a reason, or it is not performed. */
function deciding(ctx: StaffCtx): Deciding {
  return { ...ctx, reason: ctx.reason ?? '' };
}

const lookCommands: StaffCommand[] = [
  staffCommand({
    name: 'review list',
    kind: 'look',
    roles: ['reviewer', 'engineer'],
    request: v.strictObject({}),
    run: async (ctx, tx) => ({ data: { applications: await queueSeen(ctx, tx) } }),
  }),
  staffCommand({
    name: 'review show',
    kind: 'look',
    roles: ['reviewer', 'engineer'],
    isAboutPerson: true,
    mayReveal: ['reviewer'],
    request: justOne,
    run: async (ctx, tx, { application }) => {
      const found = await applicationSeen(ctx, tx, application);
      if (!found) throw new Declined('There is no such application that was sent.');
      return { data: { application: found.seen }, subject: found.borrowerId, detail: { application } };
    },
  }),
  staffCommand({
    name: 'review photo',
    kind: 'look',
    ...reviewer,
    isAboutPerson: true,
    request: v.strictObject({ application: zApplication, which: v.picklist(['front', 'selfie']) }),
    run: async (ctx, tx, { application, which }) => {
      const { borrowerId, ...asked } = await askPicture(ctx, tx, application, which);
      return { data: asked, subject: borrowerId, detail: { application, which } };
    },
    answer: async (ctx, asked) => await markedPicture(ctx, asked as PictureAsked),
  }),
];

/** To hold an application changes nothing of it and tells nothing of the person, so it needs no reason; the trail names who, and the application. */
const holdCommands: StaffCommand[] = [
  staffCommand({
    name: 'review take',
    kind: 'look',
    ...reviewer,
    request: v.strictObject({ application: v.optional(zApplication) }),
    run: async (ctx, tx, { application = null }) => {
      const { applicationId, until } = await take(ctx, tx, application);
      return { data: { application: applicationId, until: wireInstant(shownAt(until, ctx)) }, subject: applicationId };
    },
  }),
  staffCommand({
    name: 'review release',
    kind: 'look',
    ...reviewer,
    request: justOne,
    run: async (ctx, tx, { application }) => {
      await release(ctx, tx, application);
      return { data: { application }, subject: application };
    },
  }),
];

const changeCommands: StaffCommand[] = [
  staffCommand({
    name: 'review call-log',
    kind: 'change',
    ...reviewer,
    request: v.strictObject({
      application: zApplication,
      result: v.picklist(callResults),
      note: v.optional(zLine(500)),
      callBackAt: v.optional(zInstant),
    }),
    run: async (ctx, tx, { application, result, note = null, callBackAt }) => {
      const at = callBackAt === undefined ? null : Temporal.Instant.from(callBackAt);
      const { borrowerId } = await noteCall(ctx, tx, application, { result, note, callBackAt: at });
      return { data: { application, result, callBackAt: at && wireInstant(at) }, subject: borrowerId, detail: { application, result } };
    },
  }),
  staffCommand({
    name: 'review approve',
    kind: 'change',
    ...reviewer,
    request: v.strictObject({ application: zApplication, limitCentavos: v.optional(zPositiveCentavos) }),
    run: async (ctx, tx, { application, limitCentavos: named = null }) => {
      const { borrowerId, limitCentavos, lapsesAt } = await approve(deciding(ctx), tx, application, named);
      // A proposal is no answer yet, so it is a row about the application and none that the borrower reads.
      const subject = lapsesAt === null ? borrowerId : application;
      const detail = { application, limitCentavos, outcome: lapsesAt === null ? 'approved' : 'proposed' };
      return { data: { application, limitCentavos, lapsesAt: lapsesAt && wireInstant(lapsesAt) }, subject, detail };
    },
    after: ({ house }) => house.wake(),
  }),
  staffCommand({
    name: 'review reject',
    kind: 'change',
    ...reviewer,
    request: v.strictObject({ application: zApplication, group: v.picklist(reasonGroups) }),
    run: async (ctx, tx, { application, group }) => {
      const { borrowerId } = await reject(deciding(ctx), tx, application, group);
      return { data: { application, group }, subject: borrowerId, detail: { application, group } };
    },
    after: ({ house }) => house.wake(),
  }),
  staffCommand({
    name: 'review confirm',
    kind: 'change',
    ...reviewer,
    request: justOne,
    run: async (ctx, tx, { application }) => {
      const { borrowerId, limitCentavos } = await confirm(deciding(ctx), tx, application);
      return { data: { application, limitCentavos }, subject: borrowerId, detail: { application, limitCentavos } };
    },
    after: ({ house }) => house.wake(),
  }),
  staffCommand({
    name: 'review decline',
    kind: 'change',
    ...reviewer,
    request: justOne,
    run: async (ctx, tx, { application }) => {
      const { limitCentavos } = await decline(deciding(ctx), tx, application);
      return { data: { application, limitCentavos }, subject: application, detail: { limitCentavos } };
    },
  }),
];

export const reviewCommands: StaffCommand[] = [...lookCommands, ...holdCommands, ...changeCommands];
