// Step 4 as a form: the ID's type, number and end, and the ids of its two photos.
import { type Identity, zIdentity } from '@sandali/contract/credit.ts';
import { tidyIdNumber } from './idNumber.ts';
import { judge, orNull, type Verdict } from './verdict.ts';

export type IdentityField = 'idType' | 'idNumber' | 'idExpiresOn' | 'frontPictureId' | 'selfiePictureId';
export type IdentityValues = Record<IdentityField, string>;

/** What the form begins with. Of the number only its beginning comes back, and it is typed again; photos are taken again. */
export function identityStart(given: { idType: string; idExpiresOn: string | null } | null): IdentityValues {
  return { idType: given?.idType ?? '', idNumber: '', idExpiresOn: given?.idExpiresOn ?? '', frontPictureId: '', selfiePictureId: '' };
}

/** Reads the form by the call's own schema. */
export function readIdentity(values: IdentityValues): Verdict<IdentityField, Identity> {
  const { idType, idNumber, idExpiresOn, frontPictureId, selfiePictureId } = values;
  return judge<IdentityField, Identity>(zIdentity, {
    idType,
    idNumber: tidyIdNumber(idNumber),
    idExpiresOn: orNull(idExpiresOn),
    frontPictureId,
    selfiePictureId,
  });
}
