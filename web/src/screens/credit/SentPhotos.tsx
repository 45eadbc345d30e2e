import { isInShell } from '#/kit/bridge.ts';
import { useText } from '#/kit/text.ts';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';

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
