// Passkeys: a key in somebody's phone that answers for them once they have shown it their finger,
// face or screen lock.
import * as v from 'valibot';
import { zBytes, zClientData, zCredentialId } from './assertion.ts';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { browsers, systems } from './device.ts';
import { zChallengeId, zPasskeyId } from './id.ts';
import { zPassword } from './password.ts';
import { zAccountNumber } from './payoutAccounts.ts';

/**
 * How a browser may reach the device that holds a passkey (WebAuthn §5.8.4); others are forgotten.
 */
export const passkeyTransports = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] as const;
/** One borrower keeps at most so many. */
export const passkeysLimit = 10;

const zCredential = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.array(v.picklist(passkeyTransports)),
});
const zPasskey = v.object({
  passkeyId: zPasskeyId,
  /** What it was added with. */
  browser: v.picklist(browsers),
  system: v.picklist(systems),
  /** Whether its maker keeps a copy for the person's other devices. */
  isBackedUp: v.boolean(),
  addedAt: zInstant,
  lastUsedAt: v.nullable(zInstant),
});
export type Passkey = v.InferOutput<typeof zPasskey>;

/** My passkeys, the newest first. */
export const passkeyList = call({
  path: '/user/passkey/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ passkeys: v.array(zPasskey) }),
  refusals: [],
});

/**
 * What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON), good for five
 * minutes and once. It asks for the password with `passwordNeeded`, however fresh the login is,
 * because a passkey proves who I am from then on. An account without a password has to log in again
 * where the last proof is more than 15 minutes old (`proofTooOld`).
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

/**
 * Keeps the passkey that was made for a challenge of /user/passkey/begin, on the device that asked
 * for it.
 */
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
 * Removes a passkey of mine: it proves nothing from then on. Where the last proof of who I am is
 * more than 15 minutes old, it asks for the password; an account without one has to log in again
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
 * What a browser needs to ask a passkey for its answer (PublicKeyCredentialRequestOptionsJSON),
 * good for five minutes, once, on this device and for this purpose. For a login on a new device it
 * names no passkey, so that it reveals nothing about any number. For a bank account it needs a
 * session, names the borrower's own passkeys, and is good for that account number alone;
 * `passkeyMissing` if it does not exist.
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
