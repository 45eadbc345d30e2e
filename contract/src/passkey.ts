// Passkeys: keys on a person's device that prove the person's identity once the device has checked
// a fingerprint, face or screen lock.
import * as v from 'valibot';
import { zBytes, zClientData, zCredentialId } from './assertion.ts';
import { call, type DataOf } from './call.ts';
import { zInstant } from './day.ts';
import { browsers, systems } from './device.ts';
import { zChallengeId, zPasskeyId } from './id.ts';
import { zPassword } from './password.ts';
import { zAccountNumber } from './payoutAccounts.ts';

/**
 * Transports by which a browser may reach the device with a passkey (WebAuthn §5.8.4). Others are
 * not stored.
 */
export const passkeyTransports = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] as const;
/** Maximum number of passkeys per borrower. */
export const passkeysLimit = 10;

const zCredential = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.array(v.picklist(passkeyTransports)),
});
const zPasskey = v.object({
  passkeyId: zPasskeyId,
  /** The browser that added the passkey. */
  browser: v.picklist(browsers),
  system: v.picklist(systems),
  /** Whether the passkey's provider copies it to the person's other devices. */
  isBackedUp: v.boolean(),
  addedAt: zInstant,
  lastUsedAt: v.nullable(zInstant),
});
export type Passkey = v.InferOutput<typeof zPasskey>;

/** The borrower's passkeys, newest first. */
export const passkeyList = call({
  path: '/user/passkey/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ passkeys: v.array(zPasskey) }),
  refusals: [],
});

/**
 * The options for creating a passkey (PublicKeyCredentialCreationOptionsJSON), valid once within
 * five minutes. The call requires the password (`passwordNeeded`) even right after a login, because
 * a passkey proves identity from then on. An account without a password requires a login within the
 * last 15 minutes (`proofTooOld`).
 */
export const passkeyBegin = call({
  path: '/user/passkey/begin',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ password: v.optional(zPassword) }),
  data: v.object({
    challengeId: zChallengeId,
    endsAt: zInstant,
    options: v.object({
      rp: v.object({ id: v.string(), name: v.string() }),
      user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
      challenge: v.string(),
      pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
      timeout: v.number(),
      attestation: v.literal('none'),
      excludeCredentials: v.array(zCredential),
      authenticatorSelection: v.object({
        residentKey: v.literal('required'),
        requireResidentKey: v.literal(true),
        userVerification: v.literal('required'),
      }),
    }),
  }),
  refusals: [
    'systemBusy',
    'proofTooOld',
    'passwordNeeded',
    'passwordWrong',
    'passkeyLimitReached',
    'tooManyRequests',
  ],
});

/** Stores the passkey created for a challenge of /user/passkey/begin, on the same device. */
export const passkeyAdd = call({
  path: '/user/passkey/add',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    challengeId: zChallengeId,
    credentialId: zCredentialId,
    clientDataJSON: zClientData,
    attestationObject: zBytes(16_384),
    transports: v.pipe(
      v.array(v.picklist(passkeyTransports)),
      v.maxLength(passkeyTransports.length),
    ),
  }),
  data: v.object({ passkey: zPasskey }),
  refusals: ['passkeyWrong', 'passkeyAlreadyAdded', 'passkeyLimitReached'],
});

/**
 * Removes a passkey, which then no longer proves identity. If the last proof of identity is over
 * 15 minutes old, the call requires the password; an account without one requires a new login
 * (`proofTooOld`).
 */
export const passkeyRemove = call({
  path: '/user/passkey/remove',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ passkeyId: zPasskeyId, password: v.optional(zPassword) }),
  data: v.object({}),
  refusals: ['systemBusy', 'proofTooOld', 'passwordNeeded', 'passwordWrong', 'passkeyMissing'],
});

/**
 * The options for requesting an assertion by a passkey (PublicKeyCredentialRequestOptionsJSON),
 * valid once within five minutes, on this device and for this purpose. For a login on a new device,
 * the options name no passkeys, because naming them would reveal whether a number has an account.
 * For a bank account the call requires a session, and the options are valid only for that account
 * number. Refuses with `passkeyMissing` if the borrower has no passkey.
 */
export const passkeyChallenge = call({
  path: '/user/passkey/challenge',
  who: 'anyone',
  kind: 'write',
  request: v.variant('purpose', [
    v.strictObject({ purpose: v.literal('newDevice') }),
    v.strictObject({ purpose: v.literal('bankAccount'), accountNumber: zAccountNumber }),
  ]),
  data: v.object({
    challengeId: zChallengeId,
    endsAt: zInstant,
    options: v.object({
      rpId: v.string(),
      challenge: v.string(),
      timeout: v.number(),
      userVerification: v.literal('required'),
      allowCredentials: v.array(zCredential),
    }),
  }),
  refusals: ['sessionInvalid', 'passkeyMissing', 'tooManyRequests'],
});

/** WebAuthn's options as JSON: to make a passkey, and to sign a challenge by one. */
export type CreationOptions = DataOf<typeof passkeyBegin>['options'];
export type SigningOptions = DataOf<typeof passkeyChallenge>['options'];
