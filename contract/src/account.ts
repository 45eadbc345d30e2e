// Sign-up, login and who I am.
import * as v from 'valibot';
import { zAssertion, zPasskeyProof } from './assertion.ts';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zChallengeId, zPictureCodeId, zUserGid } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/** Six digits, as they come by SMS. */
export const zSmsCode = v.pipe(v.string(), v.regex(/^\d{6}$/));

/** What an SMS code is for; a code is worth nothing for any other purpose. */
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

/** The digits of a picture of /code/pic. */
export const zPictureDigits = v.pipe(v.string(), v.regex(/^\d{5}$/));

const zPictureAnswer = v.union([
  v.strictObject({ pictureCodeId: zPictureCodeId, digits: zPictureDigits }),
  v.strictObject({
    pictureCodeId: zPictureCodeId,
    derivedKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
]);

/**
 * Sends a code by SMS. The answer depends on the caller alone: it is the same for known and unknown
 * numbers, and whatever others asked for them. If others have used up a number's codes, the caller
 * gets the usual answer and no message goes out.
 *
 * A caller's third code within an hour to a number, or the third from an address, needs the digits
 * of a picture (/code/pic); while many strangers request codes, the first one does too.
 * `codeTooSoon` has `seconds`, after which to try again.
 *
 * A code for a bank account, and one that proves access to the old number, need a session and go to
 * the borrower's own number, whatever number is given, if any; all others are `inputInvalid`
 * without a number. A code for a new number needs a session too, is valid for that borrower only,
 * and is refused for the number they have and while it may not be changed.
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

/** One of `agreementVersions` (agreements.ts); any other is refused as `agreementUnknown`. */
export const zAgreementVersion = v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/));
export const zSessionOpened = v.object({
  token: v.string(),
  userGid: zUserGid,
  needsPassword: v.boolean(),
});

/** The last four characters of the ID number that was sent with an application. */
export const zIdLast4 = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9]{4}$/));

/**
 * What a device that the borrower never used shows besides a right password: a code to their
 * number, sent for the purpose `newDevice`, or a passkey of theirs, which has answered a challenge
 * for that purpose.
 */
const zDeviceProof = v.variant('by', [
  v.strictObject({ by: v.literal('code'), challengeId: zChallengeId, code: zSmsCode }),
  zPasskeyProof,
]);

/**
 * Logs in by password, or by an SMS code; a right code for an unknown number opens the account and
 * asks for a password. On a device that the borrower never used, or that was logged out from
 * elsewhere, a right password alone is answered `newDeviceCodeNeeded`: the same again with `proof`
 * logs in. By code, an account that holds an ID number then asks for its last four
 * (`idDigitsNeeded`, five tries a day), since a number may have passed to somebody else, and new
 * payout accounts wait 24 hours.
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

/** My profile, as /my shows it; the number is masked. */
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
    /** Short names of my payout accounts, banks first: 'BDO', 'GCash'. */
    payoutAccounts: v.array(v.string()),
  }),
  refusals: [],
});
