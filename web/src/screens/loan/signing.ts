// A signature whose answer never came. It is kept on the device until the server has decided, so that a reload, or opening /loan again,
// finishes the same request instead of taking a second loan.
import { loanApply } from '@sandali/contract/loan.ts';
import * as v from 'valibot';
import { isPending } from '#/client/pending.ts';
import { userGid } from '#/client/session.ts';
import { readStoredJson, writeStored } from '#/client/storage.ts';

const key = 'loanSigning';
const zSigning = v.object({ quoteId: v.string(), disclosureHash: v.string(), userGid: v.nullable(v.string()) });

export type Signing = { quoteId: string; disclosureHash: string };

/** What /loan/apply is sent. Made here for every try, because only equal input is the same request. */
export function signInput({ quoteId, disclosureHash }: Signing) {
  return { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true } as const;
}

/** Keeps a signature before it is sent. */
export function saveSigning({ quoteId, disclosureHash }: Signing): void {
  writeStored(key, JSON.stringify({ quoteId, disclosureHash, userGid: userGid() }));
}

/** The server has decided. */
export function clearSigning(): void {
  writeStored(key, null);
}

/** This borrower's signature that still waits for its answer, or null. */
export function pendingSigning(): Signing | null {
  const kept = v.safeParse(zSigning, readStoredJson(key));
  if (!kept.success || kept.output.userGid !== userGid()) return null;
  return isPending(loanApply.path, kept.output.quoteId) ? kept.output : null;
}
