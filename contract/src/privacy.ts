// A person's data and their rights (RA 10173): access, a copy, correction, deletion, and withdrawal
// of consent.
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay, zInstant } from './day.ts';
import { zDataRequestId } from './id.ts';
import { zPassword } from './password.ts';
import { zRequestWords } from './text.ts';

/**
 * The groups of data, in display order. docs/lenders/privacy.md lists the purpose and legal ground
 * of each.
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
 * The legal ground for storing data: the contract and its preparation, a law, consent, or our
 * legitimate interest.
 */
const legalBases = ['contract', 'law', 'consent', 'interest'] as const;
/**
 * How long data is stored: while the account exists, or for five years after the last loan was
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

export const staffRoles = ['reviewer', 'finance', 'support', 'engineer'] as const;

/**
 * How an account can be deleted. `request`: by staff, because the law requires keeping some
 * records. `later`: from the day `from`, when the borrower may apply again after a rejection.
 * `heldUntil`: when the law no longer requires keeping the loan records; null while the borrower's
 * `money` is still held or on its way back.
 */
const zDeletion = v.object({
  way: v.picklist(['now', 'request', 'openLoan', 'underReview', 'later']),
  from: v.nullable(zDay),
  heldUntil: v.nullable(zDay),
  money: v.nullable(v.picklist(['kept', 'onItsWay'])),
});

/**
 * The borrower's data in groups with masked values, the staff who accessed it, consents and
 * requests.
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
        /** Masked values that show what is stored. */
        shown: v.array(v.string()),
        basis: v.picklist(legalBases),
        keeping: v.picklist(keepings),
        keptUntil: v.nullable(zDay),
      }),
    ),
    /** Staff access, newest first, at most 100. `act` is the command: 'person show'. */
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
    /** The borrower's requests, newest first. */
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
    /** Whether export and deletion require the password again. */
    needsProof: v.boolean(),
  }),
  refusals: ['tooManyRequests'],
});

const exportFormats = ['json', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The borrower's data as one file in base64: JSON as described in docs/lenders/privacy.md, or PDF
 * in the caller's language. The borrower's own values are unmasked, so the password is required if
 * identity was last proven over 15 minutes ago. References' numbers stay masked, since they belong
 * to other people. At most 20 copies per Manila day, including repeated requests.
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
 * Sends staff a request that the app cannot fulfil by itself. At most one request of each kind is
 * open; staff respond within 30 working days.
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
 * Withdraws a consent at once, if no loan needs it. For a required consent, the refusal states the
 * consequences of withdrawing it.
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
 * Deletes the account of a borrower who never had a loan, at once and permanently, and sends a
 * notice to their number. This ends the calling session, so a repeated request gets
 * `sessionInvalid`.
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
