// Accounts for other slices: the account to pay, summaries for borrowers and staff, and the
// unsealed accounts for the export of personal data.
import type { PayoutRail } from '@sandali/contract/channel.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import {
  accountFromRead,
  type accountListParts,
  accountsFromRead,
  allAccounts,
  bothKinds,
  oneAccount,
  type PayoutAccount,
} from './accounts.ts';
import { providerById } from './provider.ts';
import { arrivalBy, type Ways } from './rails.ts';
import { type AccountKind, everyAccountOf } from './store.ts';

type Keeper = { app: AppContext };

/**
 * Returns an account to be paid, with its full number, or null if the borrower has no account with
 * this id. The caller must check `whyNotPaid`.
 */
export async function accountForPayout(
  ctx: Keeper,
  read: Read,
  borrowerId: string,
  accountId: string,
): Promise<PayoutAccount | null> {
  return await oneAccount(ctx, read, borrowerId, accountId);
}

/** A summary of an account. `label` is the bank's or wallet's name. */
export type AccountSummary = Pick<
  PayoutAccount,
  'accountId' | 'kind' | 'last4' | 'mark' | 'heldUntil' | 'heldHours' | 'whyNotPaid'
> & {
  label: string;
  /** The rails to the account, and the maximum of one payment. */
  ways: Ways;
};

/**
 * Reads the borrower's accounts of these kinds (by default, of both kinds), default accounts first.
 */
export async function readAccountSummaries(
  ctx: Keeper,
  read: Read,
  borrowerId: string,
  kinds: readonly AccountKind[] = bothKinds,
): Promise<AccountSummary[]> {
  return (await allAccounts(ctx, read, borrowerId, kinds)).map(summaryOf);
}

/** Returns the borrower's accounts for a reviewer, default accounts first. */
export async function payoutAccountsOf(ctx: Keeper, read: Read, borrowerId: string) {
  const accounts = await allAccounts(ctx, read, borrowerId, bothKinds);
  return accounts.map(({ kind, providerName: provider, ownerName, last4 }) => ({
    kind,
    provider,
    ownerName,
    last4,
  }));
}

/** Returns the borrower's accounts of both kinds from facts that the caller has read. */
export async function accountSummariesFrom(
  app: AppContext,
  read: FactsOf<typeof accountListParts>,
): Promise<AccountSummary[]> {
  return (await accountsFromRead(app, read, bothKinds)).map(summaryOf);
}

/** Returns the account with this id from facts that the caller has read; null if it is missing. */
export async function accountSummaryById(
  app: AppContext,
  read: FactsOf<typeof accountListParts>,
  id: string,
): Promise<AccountSummary | null> {
  const [account] = await accountSummariesFrom(app, {
    ...read,
    accounts: read.accounts.filter(({ row }) => row.id === id),
  });
  return account ?? null;
}

/** Returns the summary of one account that the caller has read. */
export function accountSummaryFrom(
  app: AppContext,
  read: Parameters<typeof accountFromRead>[1],
): AccountSummary {
  return summaryOf(accountFromRead(app, read));
}

/**
 * Returns the Manila day on which an order sent now on a rail arrives; null if it arrives within
 * minutes.
 */
export function expectedOn(
  { app, now: at }: Pick<WorkCtx, 'app' | 'now'>,
  rail: PayoutRail | null,
): Temporal.PlainDate | null {
  if (rail === null || !app.bank.rails) return null;
  const { how, on } = arrivalBy(rail, app.bank.rails[rail], { at, holidays: app.holidays });
  return how === 'minutes' ? null : Temporal.PlainDate.from(on);
}

function summaryOf({
  accountId,
  kind,
  providerName,
  last4,
  mark,
  heldUntil,
  heldHours,
  whyNotPaid,
  rails,
  terms,
}: PayoutAccount): AccountSummary {
  return {
    accountId,
    kind,
    label: providerName,
    last4,
    mark,
    heldUntil,
    heldHours,
    whyNotPaid,
    ways: { rails, terms },
  };
}

export type PayoutAccountPersonalData = {
  kind: AccountKind;
  provider: string;
  ownerName: string;
  number: string;
  /** The mobile number registered with the bank or wallet, which the borrower entered. */
  phone: string;
  addedAt: Temporal.Instant;
  removedAt: Temporal.Instant | null;
}[];

/** Returns a borrower's accounts, unsealed, including removed ones. */
export async function exportPersonalData(
  { app }: Keeper,
  read: Read,
  borrowerId: string,
): Promise<PayoutAccountPersonalData> {
  const { sealer } = app;
  const rows = await everyAccountOf(read, borrowerId);
  return rows.map((row) => ({
    kind: row.kind as AccountKind,
    provider: providerById(row.kind as AccountKind, row.provider_id)?.name ?? row.provider_id,
    ownerName: sealer.open('ownerName', row.id, row.owner_name_sealed),
    number: sealer.open('accountNumber', row.id, row.number_sealed),
    phone: sealer.open('account phone', row.id, row.phone_sealed),
    addedAt: row.added_at,
    removedAt: row.removed_at,
  }));
}
