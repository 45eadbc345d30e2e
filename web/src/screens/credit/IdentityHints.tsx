// Hints for the ID form, loaded after it is shown.

import type { IdType } from '@sandali/contract/credit.ts';
import { isInShell } from '#/client/bridge.ts';
import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';

/** The hint below an ID number: a warning about an unusual number, otherwise the usual hint. */
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
 * Notes on sent photos: that an earlier photo is still valid, and that the camera's permission is
 * no longer needed (NPC Circular 20-01 as amended by 2022-02, 3(D)).
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

// Usual formats of ID numbers. The issuers do not publish them; the server's data/identity.ts names
// our sources. An unusual number causes a warning, never a refusal.

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

/**
 * `psn`: the number looks like the confidential 12-digit PhilSys number, which we must not ask for.
 */
type ShapeWarning = 'unusual' | 'psn';

/**
 * Returns a warning about a normalised number (`normalizeIdNumber`), which may still be sent; null
 * if it looks usual.
 */
export function shapeWarning(type: string, number: string): ShapeWarning | null {
  if (number === '') return null;
  if (type === 'philsys' && /^\d{12}$/.test(number)) return 'psn';
  const shape = shapes[type as IdType];
  return shape && !shape.test(number) ? 'unusual' : null;
}

/** Whether numbers of this ID type contain only digits, so that the numeric keyboard suffices. */
export function hasOnlyDigits(type: string): boolean {
  return type in shapes && type !== 'driversLicence' && type !== 'passport';
}
