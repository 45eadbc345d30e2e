// Query sections for other slices' snapshots. `open` decrypts.
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { sql } from 'kysely';
import { type OfBorrower, onePart } from '#/db/snapshot.ts';
import { invariant } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { holdsFrom } from './holds.ts';
import { namesFrom, phoneFrom, profileFrom } from './view.ts';

/** The borrower's own number in E.164, and their language. */
export const phonePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(['id', 'phone_sealed', 'locale'])
      .where('id', '=', borrowerId),
  (row) => ({
    locale: row?.locale,
    open: (sealer: Sealer): MobileNumber => {
      invariant(row, 'the borrower does not exist');
      return phoneFrom(sealer, row);
    },
  }),
);

/** The profile without payout accounts. */
export const profilePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers as b')
      .select(['b.id', 'b.phone_sealed', 'b.name_sealed', 'b.first_name_sealed', 'b.registered_at'])
      .select((row) => [
        sql<boolean>`b.password_hash is not null`.as('has_password'),
        row
          .exists(
            row
              .selectFrom('passkeys as k')
              .select('k.id')
              .whereRef('k.borrower_id', '=', 'b.id')
              .where('k.removed_at', 'is', null),
          )
          .$castTo<boolean>()
          .as('has_passkey'),
      ])
      .where('b.id', '=', borrowerId),
  (row) => ({
    open: (sealer: Sealer) => {
      invariant(row, 'the session has no borrower');
      return profileFrom(sealer, row);
    },
  }),
);

/** The names from the personal information; null until it is saved. */
export const namesPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(['name_sealed', 'first_name_sealed'])
      .where('id', '=', borrowerId),
  (row) => ({
    open: (sealer: Sealer, borrowerId: string) => row && namesFrom(sealer, borrowerId, row),
  }),
);

export const hasPasswordPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(sql<boolean>`password_hash is not null`.as('has_password'))
      .where('id', '=', borrowerId),
  (row) => row?.has_password ?? false,
);

/** The holds after a borrower's latest phone change. */
export const holdsPart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('borrowers')
      .select(({ selectFrom }) => [
        'new_accounts_held_until as accounts_held_until_at',
        selectFrom('phone_changes')
          .select(({ fn }) => fn.max('changed_at').as('at'))
          .where('borrower_id', '=', borrowerId)
          .as('phone_changed_at'),
      ])
      .where('id', '=', borrowerId),
  (row) => holdsFrom(row ?? { accounts_held_until_at: null, phone_changed_at: null }),
);
