// Query sections about credit for the snapshots of other slices. Functions that take a `sealer`
// decrypt.
import type { CreditStep, RequestedPicture } from '@sandali/contract/credit.ts';
import type { PersonName } from '@sandali/contract/personName.ts';
import { type OfBorrower, onePart, part } from '#/db/snapshot.ts';
import type { CreditLines } from '#/db/tables.ts';
import { wireDay } from '#/platform/days.ts';
import type { Sealer } from '#/platform/seal.ts';
import { homeAddressOf } from './application/address.ts';
import { type DraftRow, keptDrafts, type OfDrafts } from './application/draft.store.ts';
import { isRequestOpen } from './manual/rules.ts';
import { nameOf } from './names.ts';
import type { Application } from './rules.ts';
import { openStep, type StepValues } from './sealed.ts';
import { type ApplicationRow, factsOf, type Steps } from './store.ts';

/** The latest application, for screens: its state and its steps. */
export type Standing = {
  row: Steps & Pick<ApplicationRow, 'borrower_id'> & Pick<CreditLines, 'person_limit_centavos'>;
  facts: Application;
  /** Returns the name in the personal information; null until it is saved. */
  nameIn(sealer: Sealer): PersonName | null;
  /** Returns the payday; null until the work step is saved. */
  paydayIn(sealer: Sealer): StepValues<'work'>['payday'] | null;
  /** Whether the application has a Facebook link, which raises the estimated limit. */
  hasFacebookLink(sealer: Sealer): boolean;
};

/** The state of a borrower's latest application, or null. */
export const standingPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('credit_applications as a')
      .leftJoinLateral(
        (inner) =>
          inner
            .selectFrom('credit_decisions')
            .select(['outcome', 'decided_at', 'reason_group', 'resubmit_on'])
            .whereRef('application_id', '=', 'a.id')
            .orderBy('number', 'desc')
            .limit(1)
            .as('d'),
        (join) => join.onTrue(),
      )
      .leftJoin('credit_lines as l', 'l.borrower_id', 'a.borrower_id')
      .select('l.person_limit_centavos')
      .select([
        'a.borrower_id',
        'a.personal_sealed',
        'a.contacts_sealed',
        'a.work_sealed',
        'a.identity_sealed',
      ])
      .select(['a.submitted_at', 'a.review_from as review_from_at', 'a.answer_by as answer_by_at'])
      .select(['d.outcome', 'd.decided_at', 'd.reason_group', 'd.resubmit_on'])
      .where('a.borrower_id', '=', borrowerId)
      .orderBy('a.number', 'desc')
      .limit(1),
  (row): Standing | null => {
    if (!row) return null;
    const { outcome, decided_at, reason_group, resubmit_on } = row;
    const decision =
      outcome !== null && decided_at !== null
        ? { outcome, decided_at, reason_group, resubmit_on }
        : null;
    const personal = (sealer: Sealer) =>
      openStep(sealer, 'personal', row.borrower_id, row.personal_sealed);
    return {
      row,
      facts: factsOf(
        { ...row, review_from: row.review_from_at, answer_by: row.answer_by_at },
        decision,
      ),
      nameIn: (sealer) => nameOf(personal(sealer)),
      paydayIn: (sealer) =>
        openStep(sealer, 'work', row.borrower_id, row.work_sealed)?.payday ?? null,
      hasFacebookLink: (sealer) => (personal(sealer)?.facebookLink ?? null) !== null,
    };
  },
);

/** The home address in the newest saved personal information; null before it is saved. */
export const homeAddressPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('credit_applications')
      .select('personal_sealed')
      .where('borrower_id', '=', borrowerId)
      .where('personal_sealed', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1),
  (row) => ({
    open: (sealer: Sealer, borrowerId: string): string | null =>
      homeAddressOf(openStep(sealer, 'personal', borrowerId, row?.personal_sealed ?? null)),
  }),
);

/** The form of the newest unexpired draft, or null. */
export const newestDraftPart = onePart(
  (db, of: OfDrafts) => keptDrafts(db, of).select('form').limit(1),
  (row) => (row?.form ?? null) as CreditStep | null,
);

/** The work step's draft, which holds the income until that step is saved. */
export const workDraftPart = onePart(
  (db, of: OfDrafts) =>
    keptDrafts(db, of)
      .select(['borrower_id', 'form', 'answers_sealed', 'device_id', 'saved_at'])
      .where('form', '=', 'work'),
  (row): DraftRow | null => row,
);

/** Whether the borrower's line is held, because a screening list names them. */
export const isLineHeldPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('line_holds')
      .select('id')
      .where('borrower_id', '=', borrowerId)
      .where('cleared_at', 'is', null)
      .limit(1),
  (row) => row !== null,
);

/** The pictures that reviewers request again, oldest request first, on a Manila day. */
export const requestedPicturesPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('picture_requests as k')
      .innerJoin('credit_applications as a', 'a.id', 'k.application_id')
      .select(['k.purpose', 'k.fault', 'k.ends_on'])
      .$narrowType<Pick<RequestedPicture, 'purpose' | 'fault'>>()
      .where('a.borrower_id', '=', borrowerId)
      .where('k.ended_at', 'is', null)
      .orderBy('k.asked_at')
      .orderBy('k.id'),
  (rows) => ({
    on: (today: Temporal.PlainDate): RequestedPicture[] =>
      rows
        .filter((row) => isRequestOpen(row.ends_on, today))
        .map(({ purpose, fault, ends_on }) => ({
          purpose,
          fault,
          until: wireDay(ends_on),
        })),
  }),
);
