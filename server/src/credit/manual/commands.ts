// The ops commands of reviewers: take an application, view it, note calls, decide.

import { pictureFaults, reasonGroups } from '@sandali/contract/credit.ts';
import { zLine } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import {
  choice,
  minute,
  naming,
  option,
  optional,
  pesos,
  text,
  word,
} from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  type TwoPeople,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity, inManila, money } from '#/commands/display.ts';
import { lookAt } from '#/commands/looks.ts';
import { instantPageArguments, paged, pageLength } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { shownAt, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { noteCall } from './call.ts';
import { approve, confirm, type DecisionCtx, decline, reject } from './decide.ts';
import { release, take } from './lease.ts';
import { applicationSight } from './looks.ts';
import { askPicture, markedPicture } from './photo.ts';
import { requestPicture } from './request-picture.ts';
import { callResults } from './rules.ts';
import { ageOf, applicationRows, limit, nextOf } from './shown.ts';
import { proposalsById } from './store.ts';
import { applicationView, queueView } from './view.ts';

const application = word(
  naming(
    'application',
    text(v.pipe(v.string(), v.uuid('is not an application id, see review list'), v.toLowerCase())),
  ),
  'the application, as review list shows it',
);
const justOne = { application };
const reviewer = { roles: ['reviewer'] } as const;
const decided = { ...reviewer, kind: 'change' } as const;
const largeLimit: TwoPeople = {
  act: 'limit',
  when: 'For a large limit',
  confirmedBy: 'review confirm',
  declinedBy: 'review decline',
  waiting,
};

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  return (await proposalsById(read, ids)).map((proposal) => ({
    id: proposal.id,
    confirmedBy: 'review confirm',
    what: `${proposal.application_id}, ${limit(Number(proposal.limit_centavos))}`,
    facts: [{ name: 'limit', before: null, after: money(proposal.limit_centavos) }],
    input: { application: proposal.application_id },
    about: { as: 'application', id: proposal.application_id },
  }));
}

/** `reason` is never empty here, because the command framework refuses a change without one. */
function deciding(ctx: StaffCtx): DecisionCtx {
  return { ...ctx, reason: ctx.reason ?? '' };
}

const lookCommands: StaffCommand[] = [
  command({
    name: 'review list',
    menu: 'Review',
    label: 'List applications',
    about: `Lists the applications that wait for a reviewer, oldest first, ${pageLength} a page, with the reason and the holder. Exit code 1 if one of the page waits too long.`,
    examples: ['review list', 'review list --json'],
    kind: 'look',
    readsStandby: true,
    roles: ['reviewer', 'engineer'],
    arguments: instantPageArguments,
    run: async (ctx, tx, { after = null }) => ({ data: await queueView(ctx, tx, after) }),
    shows: ({ table }) =>
      table(
        (data) => data.applications,
        {
          application: (row) => entity('application', row.application),
          name: (row) => row.name,
          waits: (row) => `${ageOf(row.waitingMinutes)}${row.isLate ? ' LATE' : ''}`,
          reason: (row) => row.rules.join(', '),
          'held by': (row) => row.holder?.by,
          until: (row) => row.holder?.until,
          next: nextOf,
        },
        {
          none: 'Nobody waits.',
          ...paged('review list'),
          isWell: (data) => data.applications.every((row) => !row.isLate),
        },
      ),
  }),
  command({
    name: 'review show',
    menu: 'Review',
    label: 'Show an application',
    about:
      'Shows an application: findings, form, calls, earlier applications, matches with other people.',
    examples: [
      'review show 019a9f00-0000-7000-8000-000000000001 --reason "first look"',
      'review show 019a9f00-0000-7000-8000-000000000001 --reveal --reason "to phone the borrower"',
    ],
    kind: 'look',
    roles: ['reviewer', 'engineer'],
    aboutPerson: 'reported',
    mayReveal: ['reviewer'],
    arguments: justOne,
    run: async (ctx, tx, { application }) => {
      const look = await lookAt(tx, applicationSight(application), ctx.who);
      const view = await applicationView(ctx, tx, application);
      if (!view) throw new Declined('There is no submitted application with this id.');
      // Masked data cannot be compared with a picture, so only unmasked access counts.
      const detail = { application, ...(ctx.mask.revealed().length > 0 ? look : {}) };
      return { data: { application: view.seen }, person: view.borrowerId, detail };
    },
    shows: ({ record }) => record((data) => applicationRows(data.application)),
  }),
  command({
    name: 'review photo',
    menu: 'Review',
    label: 'Show a picture',
    about: 'Shows a picture of an application you hold, marked with your name, for a few minutes.',
    examples: [
      'review photo 019a9f00-0000-7000-8000-000000000001 --which front --reason "the name on the ID"',
      'review photo 019a9f00-0000-7000-8000-000000000001 --which selfie --minutes 2 --reason "the face beside the ID"',
    ],
    kind: 'look',
    ...reviewer,
    aboutPerson: 'reported',
    arguments: { application, which: option(choice(['front', 'selfie']), 'the picture') },
    run: async (ctx, tx, { application, which }) => {
      const look = await lookAt(tx, applicationSight(application), ctx.who, which);
      const { borrowerId, ...asked } = await askPicture(ctx, tx, application, which);
      return { data: asked, person: borrowerId, detail: { application, which, ...look } };
    },
    answer: markedPicture,
    shows: ({ picture }) => picture(({ which }) => `${which}.jpg`),
  }),
];

/** Taking an application neither decides on it nor reveals the person. */
const leased = {
  ...reviewer,
  kind: 'change',
  needsNoReason: true,
  seenFirst: { notNeeded: 'it decides nothing' },
} as const;

const takeCommands: StaffCommand[] = [
  command({
    name: 'review take',
    menu: 'Review',
    label: 'Take an application',
    about: 'Takes an application for 30 minutes. Taking it again restarts the time.',
    examples: ['review take', 'review take 019a9f00-0000-7000-8000-000000000001'],
    ...leased,
    arguments: {
      application: optional({
        ...application,
        about: 'the application; by default the oldest free one',
      }),
    },
    run: async (ctx, tx, { application = null }) => {
      const { applicationId, until } = await take(ctx, tx, application);
      return {
        data: { application: applicationId, until: wireInstant(shownAt(until, ctx)) },
        subject: applicationId,
      };
    },
    shows: ({ lines }) =>
      lines(({ application, until }) => [
        `${application} is yours until ${inManila(until)}.`,
        `See it: review show ${application} --reason "…"`,
      ]),
  }),
  command({
    name: 'review release',
    menu: 'Review',
    label: 'Release an application',
    about: 'Releases an application to the other reviewers, undecided.',
    examples: ['review release 019a9f00-0000-7000-8000-000000000001'],
    ...leased,
    arguments: justOne,
    run: async (ctx, tx, { application }) => {
      await release(ctx, tx, application);
      return { data: { application }, subject: application };
    },
    shows: ({ lines }) => lines(({ application }) => `${application} is free again.`),
  }),
];

const changeCommands: StaffCommand[] = [
  command({
    ...decided,
    name: 'review call-log',
    menu: 'Review',
    label: 'Note a call',
    seenFirst: { notNeeded: 'it only notes a call' },
    about:
      'Notes a call to the borrower. Call on working days, 08:00 to 20:00 Manila time, and first say the company’s name.',
    examples: [
      'review call-log 019a9f00-0000-7000-8000-000000000001 --result reached --note "confirms employer and payday" --reason "questions about work"',
      'review call-log 019a9f00-0000-7000-8000-000000000001 --result callBack --at "2026-11-23 14:00" --reason "questions about work"',
    ],
    arguments: {
      application,
      result: option(choice(callResults), 'the result of the call'),
      callBackAt: optional(
        option(minute, 'the callback time, in Manila time; only with callBack', 'at'),
      ),
      note: optional(option(text(zLine(500)), 'a note on the call; the borrower may read it')),
    },
    run: async (ctx, tx, { application, result, note = null, callBackAt }) => {
      const at = callBackAt === undefined ? null : Temporal.Instant.from(callBackAt);
      const { borrowerId } = await noteCall(ctx, tx, application, { result, note, callBackAt: at });
      return {
        data: { application, result, callBackAt: at && wireInstant(at) },
        person: borrowerId,
        detail: { application, result },
      };
    },
    shows: ({ lines }) =>
      lines(({ application, result, callBackAt }) =>
        callBackAt
          ? `Noted. ${application} is free again; phone again at ${inManila(callBackAt)}.`
          : `Noted: ${result}. ${application} stays yours.`,
      ),
  }),
  command({
    ...decided,
    name: 'review ask-photo',
    menu: 'Review',
    label: 'Ask for a picture again',
    seenFirst: { notNeeded: 'it decides nothing, and the application keeps its place' },
    about:
      'Asks the borrower to send a picture again, for an application that you hold. The application waits for them and keeps its place. Without an answer, it returns after seven days.',
    examples: [
      'review ask-photo 019a9f00-0000-7000-8000-000000000001 --which front --fault blurred --reason "the number cannot be read"',
      'review ask-photo 019a9f00-0000-7000-8000-000000000001 --which selfie --fault otherPerson --reason "not the face on the ID"',
    ],
    arguments: {
      application,
      which: option(choice(['front', 'selfie']), 'the picture'),
      fault: option(choice(pictureFaults), 'what is wrong with it, which the borrower reads'),
    },
    run: async (ctx, tx, { application, which, fault }) => {
      const { borrowerId, endsOn } = await requestPicture(ctx, tx, application, { which, fault });
      return {
        data: { application, which, until: wireDay(endsOn) },
        person: borrowerId,
        detail: { application, which, fault },
      };
    },
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ application, which, until }) => [
        `The borrower gets an SMS. ${application} waits for the ${which} until ${until}, and keeps its place.`,
        `Until it arrives, you can ask for the other picture too.`,
      ]),
  }),
  command({
    ...decided,
    name: 'review approve',
    menu: 'Review',
    label: 'Approve an application',
    seenFirst: 'application',
    about:
      'Approves an application you hold. First look at its current state: review show --reveal, and review photo of front and selfie.',
    examples: [
      'review approve 019a9f00-0000-7000-8000-000000000001 --reason "employer confirmed by phone"',
      'review approve 019a9f00-0000-7000-8000-000000000001 --limit 80,000 --reason "employer confirmed by phone"',
    ],
    twoPeople: largeLimit,
    arguments: {
      application,
      limitCentavos: optional(
        option(pesos, 'the limit; by default the usual one for the income', 'limit'),
      ),
    },
    run: async (ctx, tx, { application, limitCentavos: named = null }) => {
      const { borrowerId, limitCentavos, lapsesAt } = await approve(
        deciding(ctx),
        tx,
        application,
        named,
      );
      // Borrowers can read trail rows that name them, and a proposal is not yet a decision.
      // Therefore the row names the application instead.
      const whose = lapsesAt === null ? { person: borrowerId } : { subject: application };
      const detail = {
        application,
        limitCentavos,
        outcome: lapsesAt === null ? 'approved' : 'proposed',
      };
      return {
        data: { application, limitCentavos, lapsesAt: lapsesAt && wireInstant(lapsesAt) },
        ...whose,
        detail,
      };
    },
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ application, limitCentavos, lapsesAt }) =>
        lapsesAt === null
          ? `${application} is approved with ${limit(limitCentavos)}; the borrower gets an SMS.`
          : `${limit(limitCentavos)} needs two people, so it is now a proposal. Another reviewer confirms or declines it until ${lapsesAt && inManila(lapsesAt)}.`,
      ),
  }),
  command({
    ...decided,
    name: 'review reject',
    menu: 'Review',
    label: 'Reject an application',
    seenFirst: { notNeeded: 'it lends nothing, and the borrower may dispute it' },
    about: 'Rejects an application you hold. The reason is stored, and the borrower may read it.',
    examples: [
      'review reject 019a9f00-0000-7000-8000-000000000001 --group identity --reason "the ID in the photos is not the one that was typed"',
    ],
    arguments: {
      application,
      group: option(choice(reasonGroups), 'the reason that the borrower reads'),
    },
    run: async (ctx, tx, { application, group }) => {
      const { borrowerId } = await reject(deciding(ctx), tx, application, group);
      return { data: { application, group }, person: borrowerId, detail: { application, group } };
    },
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(
        ({ application, group }) =>
          `${application} is rejected (${group}); the borrower gets an SMS.`,
      ),
  }),
  command({
    ...decided,
    name: 'review confirm',
    menu: 'Review',
    label: 'Confirm a limit',
    seenFirst: 'application',
    about:
      'Confirms another reviewer’s proposed limit, which approves the application. First look at the proposal, and at everything that review approve needs.',
    examples: [
      'review confirm 019a9f00-0000-7000-8000-000000000001 --reason "papers of both shops seen"',
    ],
    twoPeople: largeLimit,
    arguments: justOne,
    run: async (ctx, tx, { application }) => {
      const { borrowerId, limitCentavos } = await confirm(deciding(ctx), tx, application);
      return {
        data: { application, limitCentavos },
        person: borrowerId,
        detail: { application, limitCentavos },
      };
    },
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(
        ({ application, limitCentavos }) =>
          `${application} is approved with ${limit(limitCentavos)}; the borrower gets an SMS.`,
      ),
  }),
  command({
    ...decided,
    name: 'review decline',
    menu: 'Review',
    label: 'Decline a limit',
    seenFirst: { notNeeded: 'it lends nothing: the application waits for a reviewer again' },
    about:
      'Declines the limit that another reviewer proposed; the application stays yours, undecided.',
    examples: [
      'review decline 019a9f00-0000-7000-8000-000000000001 --reason "the second shop is closed"',
    ],
    arguments: justOne,
    run: async (ctx, tx, { application }) => {
      const { limitCentavos } = await decline(deciding(ctx), tx, application);
      return {
        data: { application, limitCentavos },
        subject: application,
        detail: { limitCentavos },
      };
    },
    shows: ({ lines }) =>
      lines(
        ({ application }) =>
          `The proposal for ${application} is declined; the application stays yours.`,
      ),
  }),
];

export const reviewCommands: StaffCommand[] = [...lookCommands, ...takeCommands, ...changeCommands];
