// The shape of the list of staff.
import { type Instant, zInstant } from '@sandali/contract/day.ts';
import * as v from 'valibot';

const zPasskey = v.looseObject({
  fingerprint: v.string(),
  /** When it begins to sign in; null if it may since it was added. */
  signsInFrom: v.nullable(zInstant),
  endsAt: zInstant,
});
export type Passkey = v.InferOutput<typeof zPasskey>;

const zMember = v.looseObject({
  id: v.string(),
  name: v.string(),
  roles: v.array(v.string()),
  madeAt: zInstant,
  madeBy: v.string(),
  endsAt: zInstant,
  endedAt: v.nullable(zInstant),
  endedBy: v.nullable(v.string()),
  suspendedBy: v.nullable(v.string()),
  /** When the key begins to confirm proposals; null for the first keys. */
  confirmsFrom: v.nullable(zInstant),
  sessions: v.number(),
  proposed: v.nullable(v.picklist(['end', 'resume'])),
  passkeys: v.array(zPasskey),
});
export type Member = v.InferOutput<typeof zMember>;

const waiting = {
  id: v.string(),
  name: v.string(),
  proposedBy: v.string(),
  proposedAt: zInstant,
};
const zNewcomer = v.looseObject({ ...waiting, roles: v.array(v.string()) });
type Newcomer = v.InferOutput<typeof zNewcomer>;
const zNewPasskey = v.looseObject(waiting);
type NewPasskey = v.InferOutput<typeof zNewPasskey>;

export const zStaffList = v.looseObject({
  /** Business time, in which all instants of the list are. */
  asOf: zInstant,
  staff: v.array(zMember),
  waiting: v.array(zNewcomer),
  waitingPasskeys: v.array(zNewPasskey),
});

/** A row of the screen. All instants are compared with `asOf`. */
export type Row = { id: string; group: string; name: string; asOf: Instant } & (
  | { newcomer: Newcomer }
  | { passkey: NewPasskey }
  | { member: Member }
);
