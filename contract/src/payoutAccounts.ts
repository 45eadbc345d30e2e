// Where a borrower's money may be paid to: bank accounts and e-wallets.
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

/** What it costs a borrower to be paid there; null if money goes there by no channel. */
const payoutFee = { feeCentavos: v.nullable(zCentavos) };

const zBank = v.object({
  bankId: v.string(),
  name: v.string(),
  mark: v.string(),
  canBePaid: v.boolean(),
});

/** Banks to pick from. */
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

/** My own bank accounts, masked. */
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
 * Proof that it is the borrower who adds an account: a code by SMS, or the password where
 * `smsSwitch` is off; or in either case a passkey, which has answered for this account number.
 */
const zProof = v.variant('by', [
  v.strictObject({ by: v.literal('code'), challengeId: zChallengeId, code: zSmsCode }),
  v.strictObject({ by: v.literal('password'), password: zPassword }),
  zPasskeyProof,
]);

/**
 * Adds a bank account; its owner's name must be the borrower's (compared without case, accents and
 * order). `newAccountsHeld` carries `hours`, after which accounts may be added again.
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

/** E-wallets to pick from, and my own number, which most wallets have. */
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
  /** The last four digits of its number, with dots before them. */
  phoneMasked: v.string(),
  ...payable,
  isDefault: v.boolean(),
});
export type Wallet = v.InferOutput<typeof zWallet>;

/** My own e-wallets, masked. */
export const walletList = call({
  path: '/wallet/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ wallets: v.array(zWallet) }),
  refusals: [],
});

/**
 * Adds an e-wallet; its account name must be the borrower's. If the last proof of identity is more
 * than 15 minutes old, it requires the password with `passwordNeeded`; a borrower without one has
 * to log in again (`proofTooOld`). The password is not part of the request's identity: the same id
 * with another one, or with none, is the same request.
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
 * Removes a bank account from my list permanently; the newest of its kind becomes the default.
 * `payoutAccountAwaited` while a payout to it is in progress. Earlier payouts keep their own copy
 * of the receiver.
 */
export const bankcardDelete = call({ path: '/bankcard/delete', ...removal });

/** The same for an e-wallet. */
export const walletDelete = call({ path: '/wallet/delete', ...removal });

/** Makes an account the first choice of its kind. */
export const payeeDefault = call({
  path: '/payee/default',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ accountId: zAccountId }),
  data: v.object({}),
  refusals: ['payoutAccountUnknown'],
});
