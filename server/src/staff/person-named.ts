// Whom an operator means: a mobile number in any way people write it, a userGid, or the ten digits of a loan's reference number.
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import { borrowerOfPhone, isBorrower } from '#/account/account.ts';
import { Declined } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { borrowerOfReference } from '#/loan/loan.ts';

const reference = /^[1-9]\d{9}$/;

/** The borrower's id. Ten digits are a reference number; a mobile number has its 0 or 63. @throws Declined where nobody is meant. */
export async function borrowerNamed(app: Pick<AppContext, 'sealer'>, read: Read, named: string): Promise<string> {
  const found = await find(app, read, named);
  if (!found) throw new Declined('Nobody has this number, userGid or reference number.');
  return found;
}

async function find({ sealer }: Pick<AppContext, 'sealer'>, read: Read, text: string): Promise<string | null> {
  if (v.is(v.pipe(v.string(), v.uuid()), text)) {
    const id = text.toLowerCase();
    return (await isBorrower(read, id)) ? id : null;
  }
  if (reference.test(text)) return await borrowerOfReference(read, text);
  const phone = parsePhilippineMobile(text);
  return phone && (await borrowerOfPhone(read, sealer, phone));
}
