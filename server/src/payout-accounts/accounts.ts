// Payout accounts, unsealed and joined with their bank or wallet.
import type { AccountId } from '@sandali/contract/id.ts';
import type { WhyNotPaid } from '@sandali/contract/payable.ts';
import type { PersonName } from '@sandali/contract/personName.ts';
import { accountHoldHoursLeft, type Holds, holdsPart } from '#/account/account.ts';
import type { RailTerms } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { standingPart } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { type FactsOf, snapshot } from '#/db/snapshot.ts';
import { railsInUse } from '#/gateway/routing.ts';
import { invariant } from '#/platform/refuse.ts';
import { sameHash } from '#/platform/seal.ts';
import { type AccountAsListed, accountPart, accountsPart } from './parts.ts';
import { providerById, type RailsNow, railsBy } from './provider.ts';
import { isPayable, type Rails } from './rails.ts';
import { isSameName, whyNotPaid } from './rules.ts';
import type { AccountKind, ShownRow } from './store.ts';

export type PayoutAccount = {
  accountId: AccountId;
  kind: AccountKind;
  providerId: string;
  providerName: string;
  mark: string;
  last4: string;
  ownerName: string;
  /**
   * The unsealed digits, used only for the order to the bank and for the borrower's data export.
   */
  number: string;
  /** The gateway's codes for the bank or wallet. */
  rails: Rails;
  /** The terms of the gateway's rails; null if the gateway has no rails. */
  terms: RailTerms | null;
  /**
   * The end of the hold after a phone change, or after an addition proven only by codes; null if
   * the account is not held.
   */
  heldUntil: Temporal.Instant | null;
  /** The remaining time of the hold, in hours rounded up; 0 if the account is not held. */
  heldHours: number;
  /** Why no money may be sent to the account now; null if it may. */
  whyNotPaid: WhyNotPaid | null;
  isDefault: boolean;
  addedAt: Temporal.Instant;
};

type Keeper = { app: AppContext };
export const bothKinds: readonly AccountKind[] = ['bank', 'wallet'];

/** The query sections that accounts need in addition to their own rows. */
const besideAccounts = { standing: standingPart, holds: holdsPart };
export const accountListParts = { accounts: accountsPart, ...besideAccounts };
type ReadBeside = FactsOf<typeof besideAccounts>;

const [allParts, singleParts] = [
  snapshot(accountListParts),
  snapshot({ account: accountPart, ...besideAccounts }),
];

/** Reads the borrower's accounts of these kinds. Default accounts come first. */
export async function allAccounts(
  { app }: Keeper,
  read: Read,
  borrowerId: string,
  kinds: readonly AccountKind[],
): Promise<PayoutAccount[]> {
  return await accountsFromRead(
    app,
    await allParts.read(read, { borrowerId, gateway: app.bank.name }),
    kinds,
  );
}

/** Returns the borrower's accounts of these kinds from facts that the caller has read. */
export async function accountsFromRead(
  app: AppContext,
  read: FactsOf<typeof accountListParts>,
  kinds: readonly AccountKind[],
): Promise<PayoutAccount[]> {
  const known = await knownIn(app, read);
  const wanted = read.accounts.filter(({ row }) => kinds.some((kind) => kind === row.kind));
  return wanted.map((account) => accountFromRead(app, { account, ...known }));
}

/** Returns one account of the borrower, or null if the borrower has no account with this id. */
export async function oneAccount(
  { app }: Keeper,
  read: Read,
  borrowerId: string,
  accountId: string,
): Promise<PayoutAccount | null> {
  const facts = await singleParts.read(read, { borrowerId, accountId, gateway: app.bank.name });
  return (
    facts.account &&
    accountFromRead(app, { account: facts.account, ...(await knownIn(app, facts)) })
  );
}

async function knownIn(app: AppContext, { standing, holds }: ReadBeside) {
  return { holds, name: standing?.nameIn(app.sealer) ?? null, terms: await railsInUse(app) };
}

function laterOf(a: Temporal.Instant | null, b: Temporal.Instant | null): Temporal.Instant | null {
  if (!a || !b) return a ?? b;
  return Temporal.Instant.compare(a, b) > 0 ? a : b;
}

/** Returns an account from facts that the caller has read. */
export function accountFromRead(
  app: AppContext,
  {
    account,
    holds,
    name,
    terms,
  }: { account: AccountAsListed; holds: Holds; name: PersonName | null; terms: RailTerms | null },
): PayoutAccount {
  const now = app.clocks.now();
  return accountFrom(app, account.row, {
    now,
    name,
    holdByChange: holds.onAccounts(now),
    ...railsBy(app, () => account.listed, terms),
  });
}

type Known = {
  now: Temporal.Instant;
  name: PersonName | null;
  holdByChange: ReturnType<Holds['onAccounts']>;
} & RailsNow;

function accountFrom(
  { sealer }: AppContext,
  row: ShownRow,
  { now, name, holdByChange, railsOf, terms }: Known,
): PayoutAccount {
  const kind = row.kind as AccountKind;
  const provider = providerById(kind, row.provider_id);
  // We only ever add banks and wallets to our lists and never remove them.
  invariant(provider, 'the account names an unknown bank or wallet');
  const { id: providerId, name: providerName, mark } = provider;
  const rails = railsOf(kind, provider);
  const byChange =
    holdByChange && Temporal.Instant.compare(row.added_at, holdByChange.since) > 0
      ? holdByChange.until
      : null;
  const heldUntil = laterOf(byChange, row.held_until);
  const heldHours = accountHoldHoursLeft(heldUntil, now);
  const ownerName = sealer.open('ownerName', row.id, row.owner_name_sealed);
  const number = sealer.open('accountNumber', row.id, row.number_sealed);
  const isAsShown =
    number.slice(-4) === row.last4 &&
    sameHash(sealer.hash('accountNumber', number), row.number_hash);
  invariant(isAsShown, 'the sealed number differs from the number that is shown and found');
  // The borrower's name may have changed after the account was added.
  const facts = {
    isBankPaid: isPayable(rails),
    isOwnName: name !== null && isSameName(ownerName, name),
    heldHours,
  };
  return {
    accountId: row.id as AccountId,
    kind,
    providerId,
    providerName,
    mark,
    last4: row.last4,
    ownerName,
    number,
    rails,
    terms,
    heldUntil: heldHours > 0 ? heldUntil : null,
    heldHours,
    whyNotPaid: whyNotPaid(facts),
    isDefault: row.is_default,
    addedAt: row.added_at,
  };
}
