// A borrower's profile as /my shows it.
import type { userInfo } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import type { changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { findLast } from './change-phone.store.ts';
import { phoneChangeableOn } from './rules.ts';
import { findBorrower } from './store.ts';

type Query = DataOf<typeof changePhoneQuery>;
type Changed = DataOf<typeof changePhone>;
type Info = DataOf<typeof userInfo>;

type Names = { name_sealed: Buffer | null; first_name_sealed: Buffer | null };
type SealedPhone = { id: string; phone_sealed: Buffer };
type Profile = SealedPhone &
  Names & { has_password: boolean; has_passkey: boolean; registered_at: Temporal.Instant };

/** Returns the borrower's own number in E.164. */
export function phoneFrom(sealer: Sealer, row: SealedPhone): MobileNumber {
  return sealer.open('phone', row.id, row.phone_sealed) as MobileNumber;
}

/** Returns the names that setKnownName stored; null until personal information is saved. */
export function namesFrom(
  sealer: Sealer,
  borrowerId: string,
  row: Names,
): { name: string; firstName: string } | null {
  if (!row.name_sealed || !row.first_name_sealed) return null;
  return {
    name: sealer.open('name', borrowerId, row.name_sealed),
    firstName: sealer.open('first name', borrowerId, row.first_name_sealed),
  };
}

/**
 * Returns the profile without payout accounts. Names are null until personal information is saved.
 */
export function profileFrom(sealer: Sealer, row: Profile): Omit<Info, 'payoutAccounts'> {
  return {
    userGid: row.id as Info['userGid'],
    phoneMasked: maskMobile(phoneFrom(sealer, row)),
    name: row.name_sealed && sealer.open('name', row.id, row.name_sealed),
    firstName: row.first_name_sealed && sealer.open('first name', row.id, row.first_name_sealed),
    hasPassword: row.has_password,
    hasPasskey: row.has_passkey,
    registeredAt: wireInstant(row.registered_at) as Info['registeredAt'],
  };
}

/** Returns what a borrower sees before changing the phone number. */
export async function phoneChangeOf(ctx: BorrowerCtx, read: Read): Promise<Query> {
  const { borrowerId } = ctx.who;
  const row = await findBorrower(read, borrowerId);
  invariant(row, 'the session has no borrower');
  const today = manilaDayOf(ctx.now);
  const possibleOn = phoneChangeableOn(
    (await findLast(read, borrowerId))?.changed_on ?? null,
    today,
    ctx.app.rulesOn(today),
  );
  return {
    phoneMasked: maskMobile(ctx.app.sealer.open('phone', row.id, row.phone_sealed) as MobileNumber),
    possibleOn: possibleOn && wireDay(possibleOn),
    hasPassword: row.password_hash !== null,
    hasIdNumber: (await ctx.app.ports.account.idNumberOf(ctx.app, read, borrowerId)) !== null,
  };
}

export async function showChangedPhone(ctx: BorrowerCtx, read: Read): Promise<Changed> {
  const row = await findBorrower(read, ctx.who.borrowerId);
  const last = await findLast(read, ctx.who.borrowerId);
  invariant(row?.new_accounts_held_until && last, 'the phone change was not stored');
  const { phoneChangeDays } = ctx.app.rulesOn(manilaDayOf(ctx.now));
  return {
    phoneMasked: maskMobile(ctx.app.sealer.open('phone', row.id, row.phone_sealed) as MobileNumber),
    possibleOn: wireDay(last.changed_on.add({ days: phoneChangeDays })),
    accountsHeldUntil: wireInstant(row.new_accounts_held_until),
  };
}
