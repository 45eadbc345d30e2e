// A borrower's payout accounts: bank accounts and e-wallets.
import * as v from 'valibot';
import { zSmsCode } from './account.ts';
import { zPasskeyProof } from './assertion.ts';
import { call } from './call.ts';
import { zAccountId, zChallengeId } from './id.ts';
import { zMobile } from './mobile.ts';
import { zCentavos } from './money.ts';
import { zPassword } from './password.ts';
import { payable } from './payable.ts';
import { drawn, zName } from './text.ts';

/** The fee that the borrower pays for a payout to the account; null if no channel reaches it. */
const payoutFee = { feeCentavos: v.nullable(zCentavos) };

const zBank = v.object({
  bankId: v.string(),
  name: v.string(),
  mark: v.string(),
  canBePaid: v.boolean(),
});

/** Banks that the borrower can choose. */
export const bankList = call({
  path: '/bank/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ banks: v.array(zBank), ...payoutFee }),
  refusals: [],
});

const zBankCard = v.object({
  accountId: zAccountId,
  cardType: v.literal('bank'),
  /** The last four digits, with dots before them. */
  cardNo: v.string(),
  bankId: v.string(),
  bankName: v.string(),
  mark: v.string(),
  ownerName: v.string(),
  ...payable,
  isDefault: v.boolean(),
});
export type BankCard = v.InferOutput<typeof zBankCard>;

/** The borrower's bank accounts, masked. */
export const bankcardList = call({
  path: '/bankcard/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ cards: v.array(zBankCard) }),
  refusals: [],
});

export const zAccountNumber = v.pipe(v.string(), v.regex(/^\d{6,20}$/));

/**
 * Proof that the borrower adds the account: an SMS code, the password if `smsSwitch` is off, or a
 * passkey's assertion for this account number.
 */
const zProof = v.variant('by', [
  v.strictObject({ by: v.literal('code'), challengeId: zChallengeId, code: zSmsCode }),
  v.strictObject({ by: v.literal('password'), password: zPassword }),
  zPasskeyProof,
]);

/**
 * Adds a bank account. The owner's name must match the borrower's, regardless of case, accents and
 * word order. `newAccountsHeld` returns the `hours` until accounts can be added again.
 */
export const bankcardAdd = call({
  path: '/bankcard/add',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    ownerName: drawn(zName),
    bankId: v.string(),
    accountNumber: zAccountNumber,
    phone: zMobile,
    proof: zProof,
  }),
  data: v.object({ card: zBankCard }),
  refusals: [
    'nameNotKnownYet',
    'newAccountsHeld',
    'bankUnknown',
    'accountNumberInvalid',
    'ownerNameDiffers',
    'codeWrong',
    'passwordWrong',
    'passkeyWrong',
    'accountAlreadyAdded',
    'accountLimitReached',
    'accountsAddedOften',
  ],
});

const zWalletType = v.object({
  walletId: v.string(),
  name: v.string(),
  mark: v.string(),
  canBePaid: v.boolean(),
});

/**
 * The e-wallets that the borrower can choose, and the borrower's number, which most wallets use.
 */
export const walletType = call({
  path: '/wallet/type',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ wallets: v.array(zWalletType), ownPhone: zMobile, ...payoutFee }),
  refusals: [],
});

const zWallet = v.object({
  accountId: zAccountId,
  walletId: v.string(),
  walletName: v.string(),
  mark: v.string(),
  accountName: v.string(),
  /** The last four digits of the wallet's number, with dots before them. */
  phoneMasked: v.string(),
  ...payable,
  isDefault: v.boolean(),
});
export type Wallet = v.InferOutput<typeof zWallet>;

/** The borrower's e-wallets, masked. */
export const walletList = call({
  path: '/wallet/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ wallets: v.array(zWallet) }),
  refusals: [],
});

/**
 * Adds an e-wallet, whose account name must match the borrower's. If the last proof of identity is
 * over 15 minutes old, the call requires the password (`passwordNeeded`); a borrower without one
 * needs a new login (`proofTooOld`). A call with the same request id is the same request, even if
 * its password differs.
 */
export const walletAdd = call({
  path: '/wallet/add',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    walletId: v.string(),
    accountName: drawn(zName),
    phone: zMobile,
    password: v.optional(zPassword),
  }),
  data: v.object({ wallet: zWallet }),
  refusals: [
    'systemBusy',
    'nameNotKnownYet',
    'newAccountsHeld',
    'walletUnknown',
    'ownerNameDiffers',
    'proofTooOld',
    'passwordNeeded',
    'passwordWrong',
    'accountAlreadyAdded',
    'accountLimitReached',
    'accountsAddedOften',
  ],
});

const removal = {
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ accountId: zAccountId }),
  data: v.object({}),
  refusals: ['payoutAccountUnknown', 'payoutAccountAwaited'],
} as const;

/**
 * Removes a bank account permanently; the newest of its kind becomes the default. Refuses with
 * `payoutAccountAwaited` while a payout to it is in progress. Earlier payouts keep their own copy
 * of the receiver.
 */
export const bankcardDelete = call({ path: '/bankcard/delete', ...removal });

/** Removes an e-wallet, as `bankcardDelete` does for a bank account. */
export const walletDelete = call({ path: '/wallet/delete', ...removal });

/** Makes an account the default of its kind. */
export const payeeDefault = call({
  path: '/payee/default',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ accountId: zAccountId }),
  data: v.object({}),
  refusals: ['payoutAccountUnknown'],
});
