// Hints on the values of the ID form, loaded after the form is shown.

import type { IdType } from '@sandali/contract/credit.ts';
import { isInShell } from '#/client/bridge.ts';
import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';

/** The hint under an ID's number: what is odd about it, or else the usual one. */
export function ShapeHint({
  idType,
  idNumber,
  usual,
}: {
  idType: string;
  idNumber: string;
  usual: string;
}) {
  const text = useText();
  const warning = shapeWarning(idType, idNumber);
  if (!warning) return usual;
  return (
    <Text as="span" size="s" tone="warn">
      {text(`credit.shape.${warning}`)}
    </Text>
  );
}

/**
 * What is said of photos that are sent: that an earlier one counts, and that the camera's
 * permission has served its purpose (NPC Circular 20-01 as amended by 2022-02, 3(D)).
 */
export function SentPhotos({
  wasSentBefore,
  wasByCamera,
}: {
  wasSentBefore: boolean;
  wasByCamera: boolean;
}) {
  const text = useText();
  return (
    <>
      {wasSentBefore && <Text size="s">{text('credit.photo.before')}</Text>}
      {wasByCamera && (
        <Note tone="plain" icon="camera" role="status">
          {text(isInShell() ? 'credit.photo.cameraOff' : 'credit.photo.cameraOffWeb')}
        </Note>
      )}
    </>
  );
}

// The number of an ID as it is typed. Shapes come from practice rather than from the issuers (the
// server's data/identity.ts names the sources), so an unusual number is pointed at and never
// refused.

const shapes: Partial<Record<IdType, RegExp>> = {
  philsys: /^\d{16}$/,
  umid: /^\d{12}$/,
  sss: /^\d{10}$/,
  tin: /^\d{9}(\d{3}(\d{2})?)?$/,
  driversLicence: /^[A-Z]\d{10}$/,
  passport: /^([A-Z]\d{7}[A-Z]|[A-Z]{2}\d{7})$/,
  prc: /^\d{7}$/,
  philhealth: /^\d{12}$/,
  pagibig: /^\d{12}$/,
};

/** `psn`: it looks like the confidential 12-digit PhilSys number, for which nobody may ask. */
type ShapeWarning = 'unusual' | 'psn';

/**
 * What is odd about a number, as it is sent (`normalizeIdNumber`), that may be sent all the same;
 * null where nothing is, or nothing is typed.
 */
export function shapeWarning(type: string, number: string): ShapeWarning | null {
  if (number === '') return null;
  if (type === 'philsys' && /^\d{12}$/.test(number)) return 'psn';
  const shape = shapes[type as IdType];
  return shape && !shape.test(number) ? 'unusual' : null;
}

/** Whether an ID's number has digits only, so that the digits' keyboard serves it. */
export function hasOnlyDigits(type: string): boolean {
  return type in shapes && type !== 'driversLicence' && type !== 'passport';
}
