// What we hold about a person, and what they may ask of it (RA 10173): to see it, take it along,
// have it corrected or deleted, take back a consent.
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay, zInstant } from './day.ts';
import { zDataRequestId } from './id.ts';
import { zPassword } from './password.ts';
import { zRequestWords } from './text.ts';

/**
 * The groups of data, in the order in which they are shown. What each is for and on what ground it
 * is held: docs/lenders/privacy.md.
 */
export const dataGroups = [
  'account',
  'personal',
  'contacts',
  'work',
  'identity',
  'drafts',
  'pictures',
  'payoutAccounts',
  'loans',
  'messages',
  'devices',
  'feedback',
  'complaints',
] as const;
export type DataGroup = (typeof dataGroups)[number];

/**
 * The ground on which data is held: the contract and what comes before it, a law, a consent, or our
 * legitimate interest.
 */
const legalBases = ['contract', 'law', 'consent', 'interest'] as const;
/**
 * Until when it is kept: while there is an account, or until the fifth year after the last loan was
 * closed.
 */
const keepings = ['account', 'law'] as const;

const consentKinds = ['agreements', 'identity', 'facebookPage'] as const;
const zConsentKind = v.picklist(consentKinds);
export type ConsentKind = v.InferOutput<typeof zConsentKind>;

const dataRequestKinds = ['correction', 'deletion', 'withdrawal'] as const;
const zDataRequestKind = v.picklist(dataRequestKinds);
export type DataRequestKind = v.InferOutput<typeof zDataRequestKind>;
export const dataRequestOutcomes = ['done', 'refused'] as const;

/** Who on staff; null if the trail knows no role. */
export const staffRoles = ['reviewer', 'finance', 'support', 'engineer'] as const;

/**
 * How an account may be deleted: `now` by its owner, or by a `request` because a law keeps part of
 * it. `openLoan` and `underReview` say why it cannot be deleted at all yet, `later` that its owner
 * can do so `from` a day: the one from which materials may be sent again after a refusal.
 * `heldUntil` is the day up to which the law keeps the records of a loan. It is null if no day
 * is known yet: the five years count from the last movement of money, and `money` of theirs is
 * still kept here or on its way back to them.
 */
const zDeletion = v.object({
  way: v.picklist(['now', 'request', 'openLoan', 'underReview', 'later']),
  from: v.nullable(zDay),
  heldUntil: v.nullable(zDay),
  money: v.nullable(v.picklist(['kept', 'onItsWay'])),
});

/**
 * What is held about me, in groups, with masked values; who on staff looked; my consents; what I
 * asked for.
 */
export const dataQuery = call({
  path: '/user/data/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    groups: v.array(
      v.object({
        name: v.picklist(dataGroups),
        count: v.number(),
        firstAt: v.nullable(zInstant),
        lastAt: v.nullable(zInstant),
        /** Masked as everywhere: a few values by which somebody knows what is meant. */
        shown: v.array(v.string()),
        basis: v.picklist(legalBases),
        keeping: v.picklist(keepings),
        keptUntil: v.nullable(zDay),
      }),
    ),
    /** The newest first, at most 100. `act` is the words of the command: 'person show'. */
    looks: v.array(
      v.object({
        at: zInstant,
        role: v.nullable(v.picklist(staffRoles)),
        act: v.string(),
        reason: v.nullable(v.string()),
      }),
    ),
    consents: v.array(
      v.object({
        kind: zConsentKind,
        version: v.nullable(v.string()),
        givenAt: v.nullable(zInstant),
        withdrawnAt: v.nullable(zInstant),
        isOptional: v.boolean(),
      }),
    ),
    /** The newest first. */
    requests: v.array(
      v.object({
        requestId: zDataRequestId,
        kind: zDataRequestKind,
        askedAt: zInstant,
        dueOn: zDay,
        answeredAt: v.nullable(zInstant),
        outcome: v.nullable(v.picklist(dataRequestOutcomes)),
        answer: v.nullable(v.string()),
      }),
    ),
    deletion: zDeletion,
    hasPassword: v.boolean(),
    /** Export and deletion ask for the password again. */
    needsProof: v.boolean(),
  }),
  refusals: ['tooManyRequests'],
});

const exportFormats = ['json', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * All of my data as one file, in base64: JSON as docs/lenders/privacy.md describes it, or the same
 * as PDF in my language. Values that are mine come unmasked, so that a proof older than 15 minutes
 * has to be repeated with the password. Numbers of references are theirs and stay masked. Every
 * copy counts, also to a repeated request; twenty a Manila day are enough.
 */
export const dataExport = call({
  path: '/user/data/export',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ format: v.picklist(exportFormats), password: v.optional(zPassword) }),
  data: v.object({
    name: v.string(),
    mediaType: v.picklist(['application/json', 'application/pdf']),
    bytes: v.string(),
  }),
  refusals: ['proofTooOld', 'passwordNeeded', 'passwordWrong', 'exportsSpent', 'systemBusy'],
});

/**
 * Asks staff for something that the app cannot do by itself. One open request a kind; it is
 * answered within 30 working days.
 */
export const dataRequest = call({
  path: '/user/data/request',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ kind: zDataRequestKind, words: zRequestWords }),
  data: v.object({ requestId: zDataRequestId, dueOn: zDay }),
  refusals: ['requestAlreadyOpen'],
});

/**
 * Takes back a consent that no loan needs, at once. One that is needed is refused with what
 * withdrawing it means.
 */
export const consentWithdraw = call({
  path: '/user/consent/withdraw',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ kind: zConsentKind }),
  data: v.object({}),
  refusals: ['consentNecessary'],
});

/**
 * Deletes the account of somebody who never had a loan, at once and permanently, and notifies their
 * number. It ends the calling session, so that a repeated request is answered `sessionInvalid`.
 */
export const dataDelete = call({
  path: '/user/data/delete',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ password: v.optional(zPassword) }),
  data: v.object({}),
  refusals: [
    'systemBusy',
    'deletionOpenLoan',
    'deletionUnderReview',
    'deletionLater',
    'deletionHeldByLaw',
    'proofTooOld',
    'passwordNeeded',
    'passwordWrong',
  ],
});
