// Sign-up, login and the borrower's profile.
import * as v from 'valibot';
import { zAssertion, zPasskeyProof } from './assertion.ts';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zChallengeId, zPictureCodeId, zUserGid } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

export const zSmsCode = v.pipe(v.string(), v.regex(/^\d{6}$/));

/** Purposes of SMS codes; a code is valid for its own purpose only. */
export const codePurposes = [
  'register',
  'login',
  'reset',
  'newDevice',
  'bankAccount',
  'oldPhone',
  'newPhone',
  'recovery',
  'stopRecovery',
] as const;
export const zCodePurpose = v.picklist(codePurposes);
export type CodePurpose = v.InferOutput<typeof zCodePurpose>;

/** The digits shown in a picture from /code/pic. */
export const zPictureDigits = v.pipe(v.string(), v.regex(/^\d{5}$/));

const zPictureAnswer = v.union([
  v.strictObject({ pictureCodeId: zPictureCodeId, digits: zPictureDigits }),
  v.strictObject({
    pictureCodeId: zPictureCodeId,
    derivedKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
]);

/**
 * Sends a code by SMS. The response depends only on the caller, so it reveals neither whether a
 * number has an account nor what others have requested. The third code within an hour requires the
 * digits of a picture (/code/pic), as does any code while many strangers request codes.
 *
 * Codes for a bank account and for the old number require a session and go to the borrower's own
 * number; all others require `phone`. A code for a new number requires a session too.
 */
export const codeSms = call({
  path: '/code/sms',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({
    phone: v.optional(zMobile),
    purpose: zCodePurpose,
    pictureCode: v.optional(zPictureAnswer),
  }),
  data: v.object({ challengeId: zChallengeId, resendAfterSeconds: v.number(), endsAt: zInstant }),
  refusals: [
    'sessionInvalid',
    'phoneSame',
    'phoneChangedLately',
    'smsLoginOff',
    'codeTooSoon',
    'pictureCodeNeeded',
    'pictureCodeWrong',
    'codeBudgetSpent',
    'codeSendingFailed',
  ],
});

/** A version in `agreementVersions`; any other is refused with `agreementUnknown`. */
export const zAgreementVersion = v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/));
export const zSessionOpened = v.object({
  token: v.string(),
  userGid: zUserGid,
  needsPassword: v.boolean(),
});

/** The last four characters of the ID number in an application. */
export const zIdLast4 = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9]{4}$/));

/**
 * The proof required besides the password on a new device: a code sent to the borrower's number or
 * an assertion by one of their passkeys, both for the purpose `newDevice`.
 */
const zDeviceProof = v.variant('by', [
  v.strictObject({ by: v.literal('code'), challengeId: zChallengeId, code: zSmsCode }),
  zPasskeyProof,
]);

/**
 * Logs in with a password or an SMS code. A correct code for an unknown number opens an account,
 * which requires a password. On a new device, or one that was logged out remotely, a password alone
 * is refused with `newDeviceCodeNeeded`: repeat the call with `proof`. A login by code on such a
 * device also requires the last four characters of the ID number (`idDigitsNeeded`, five attempts a
 * day), since the phone number may belong to another person now. After such a login, no payout
 * account can be added for 24 hours.
 */
export const logonRegister = call({
  path: '/v2/logonRegister',
  who: 'anyone',
  kind: 'write',
  request: v.variant('by', [
    v.strictObject({
      by: v.literal('password'),
      phone: zMobile,
      password: zPassword,
      agreementVersion: zAgreementVersion,
      proof: v.optional(zDeviceProof),
    }),
    v.strictObject({
      by: v.literal('code'),
      phone: zMobile,
      challengeId: zChallengeId,
      code: zSmsCode,
      agreementVersion: zAgreementVersion,
      idLast4: v.optional(zIdLast4),
      passkey: v.optional(zAssertion),
    }),
  ]),
  data: zSessionOpened,
  refusals: [
    'agreementUnknown',
    'smsLoginOff',
    'systemBusy',
    'tooManyRequests',
    'loginWrong',
    'newDeviceCodeNeeded',
    'codeWrong',
    'passkeyWrong',
    'idDigitsNeeded',
    'idDigitsSpent',
    'idDigitsWrong',
  ],
});

export const logout = call({
  path: '/user/logonout',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({}),
  data: v.object({}),
  refusals: [],
});

/** The borrower's profile for /my, with the number masked. */
export const userInfo = call({
  path: '/user/info',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    userGid: zUserGid,
    phoneMasked: v.string(),
    name: v.nullable(v.string()),
    firstName: v.nullable(v.string()),
    hasPassword: v.boolean(),
    hasPasskey: v.boolean(),
    registeredAt: zInstant,
    /** Short names of the payout accounts, such as 'BDO' and 'GCash'; banks first. */
    payoutAccounts: v.array(v.string()),
  }),
  refusals: [],
});
