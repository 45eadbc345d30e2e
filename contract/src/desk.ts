// The desk's own calls on the inside listener: sign-in, session, confirmation. Staff commands go
// through `deskPaths.commands` in the form of the ops API, `{input, reason, reveal}`, with
// `confirmation`, a `SignedChallenge`, if they confirm a proposal, and with `act`, a UUID that a
// change keeps until it is answered. A response is `{data}`, or a sentence in `{wrong}` if its
// status is 400 or above: 401 for no session, 403 for a foreign page or the wrong role, 409 if the
// act was carried out already, 422 if declined.
import * as v from 'valibot';
import { zBytes, zClientData, zCredentialId } from './assertion.ts';
import type { Cell, DeclaredCommand, Entity } from './commands.ts';
import type { Instant } from './day.ts';
import type { SigningOptions } from './passkey.ts';

/** Where the desk's pages and calls are, on the inside listener. */
export const deskPaths = {
  /** The web app; its scripts and styles are in `/desk/assets`. */
  page: '/desk',
  /** GET: the `DeskSession`; 401 without one. */
  session: '/desk/api/session',
  /** POST `{}`: the options of a sign-in by passkey, a `PasskeyChallenge`. */
  signInChallenge: '/desk/api/sign-in/challenge',
  /** POST `{challengeId, response}`: opens a session, sets its cookie; a `DeskSession`. */
  signIn: '/desk/api/sign-in',
  /** POST `{isEverywhere}`: ends this session, or all sessions of this person. */
  signOut: '/desk/api/sign-out',
  /** POST `{name}`: the options that make a passkey, a `PasskeyChallenge<CreationOptions>`. */
  passkeyChallenge: '/desk/api/passkey/challenge',
  /** POST `{challengeId, response}`: keeps a passkey for two engineers to add; `MadePasskey`. */
  passkey: '/desk/api/passkey',
  /** POST `{name}`, only in the sandbox: signs in as a seeded member of staff. */
  sandboxSignIn: '/desk/api/sandbox/sign-in',
  /** GET, only in the sandbox: the seeded members of staff, as `SeededStaff[]`. */
  sandboxStaff: '/desk/api/sandbox/staff',
  /** POST `{command, input}`: what the command would confirm, with a challenge: `Confirmation`. */
  confirmation: '/desk/api/confirmation',
  /** POST to `<this>/<command's words joined by '/'>`: runs the command. */
  commands: '/desk/api/commands',
} as const;

/** Who is signed in. `commands` are those that this person may run now. */
export type DeskSession = {
  name: string;
  roles: readonly string[];
  commands: readonly DeclaredCommand[];
  companyName: string;
  isSandbox: boolean;
  isDrill: boolean;
  /** When the session ends at the latest, and how long it may be idle. */
  endsAt: Instant;
  idleMs: number;
  /** When the passkey that opened the session expires, if that is within 14 days. */
  passkeyEndsAt: Instant | null;
};

/** `options` is the JSON of WebAuthn's options: to sign, or to make a passkey. */
export type PasskeyChallenge<Options = SigningOptions> = { challengeId: string; options: Options };

/** The short fingerprint of a passkey, which two engineers type to add it. */
export type MadePasskey = { name: string; fingerprint: string };
export type SeededStaff = { name: string; roles: readonly string[] };

/** What a proposal changes, for the person who confirms it. */
export type Fact = { name: string; before: Cell; after: Cell };
export type Proposal = {
  id: string;
  act: string;
  /** The command that confirms it. */
  confirmedBy: string;
  what: string;
  facts: readonly Fact[];
  /** The stored input of the confirming command, without what the second person must type. */
  input: Readonly<Record<string, unknown>>;
  /** What the proposal is about, for a link to it. */
  about: { as: Entity; id: string } | null;
  proposedBy: string;
  proposedAt: Instant;
  lapsesAt: Instant | null;
  reason: string | null;
};

/**
 * What a command with this input would confirm, and the challenge that binds a passkey's assertion
 * to it. `proposal` is null if the command would confirm nothing, and then needs no assertion.
 * `challenge` is null for a session of the sandbox, which confirms without a passkey.
 */
export type Confirmation = { proposal: Proposal | null; challenge: PasskeyChallenge | null };

const zChallengeAnswer = <S extends v.GenericSchema>(response: S) =>
  v.strictObject({ challengeId: v.pipe(v.string(), v.uuid()), response });

/** The fields that the server checks of a RegistrationResponseJSON (WebAuthn level 3, §5.1). */
export const zMadePasskeyResponse = v.object({
  id: zCredentialId,
  response: v.object({ clientDataJSON: zClientData, attestationObject: zBytes(16_384) }),
});
/** The fields that the server checks of an AuthenticationResponseJSON. */
export const zSignedResponse = v.object({
  id: zCredentialId,
  response: v.object({
    clientDataJSON: zClientData,
    authenticatorData: zBytes(4096),
    signature: zBytes(4096),
    userHandle: v.nullish(zBytes(64)),
  }),
});

export const zMadePasskey = zChallengeAnswer(zMadePasskeyResponse);
/** The answer of a passkey to a challenge, for a sign-in or with a command that confirms. */
export const zSignedChallenge = zChallengeAnswer(zSignedResponse);
export type SignedChallenge = v.InferInput<typeof zSignedChallenge>;
