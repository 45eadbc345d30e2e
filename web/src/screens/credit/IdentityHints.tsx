// What the form of an ID says of what was given, loaded once it stands.
import { isInShell } from '#/client/bridge.ts';
import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { hasOnlyDigits, shapeWarning } from './idShapes.ts';

export { hasOnlyDigits };

/** The hint under an ID's number: what is odd about it, or else the usual one. */
export function ShapeHint({ idType, idNumber, usual }: { idType: string; idNumber: string; usual: string }) {
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
 * What is said of photos that are sent: that an earlier one counts, and that the camera's permission has served its purpose (NPC Circular 20-01 as
 * amended by 2022-02, 3(D)).
 */
export function SentPhotos({ wasSentBefore, wasByCamera }: { wasSentBefore: boolean; wasByCamera: boolean }) {
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
