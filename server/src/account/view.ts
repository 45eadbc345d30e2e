// A borrower's row as /my shows it.
import type { userInfo } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { maskMobile } from '@sandali/contract/phone.ts';
import type { Read } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { wireInstant } from '#/kit/days.ts';
import { invariant } from '#/kit/refuse.ts';
import { findBorrower } from './store.ts';

type Info = DataOf<typeof userInfo>;

/** My profile; the number is masked, and names are null until personal information was saved. */
export async function userInfoOf(ctx: BorrowerCtx, read: Read): Promise<Info> {
  const { sealer } = ctx.house;
  const row = await findBorrower(read, ctx.who.borrowerId);
  invariant(row, 'a session belongs to nobody');
  return {
    userGid: row.id as Info['userGid'],
    phoneMasked: maskMobile(sealer.open('phone', row.phone_sealed) as MobileNumber),
    name: row.name_sealed && sealer.open('name', row.name_sealed),
    firstName: row.first_name_sealed && sealer.open('name', row.first_name_sealed),
    hasPassword: row.password_hash !== null,
    registeredAt: wireInstant(row.registered_at) as Info['registeredAt'],
  };
}
