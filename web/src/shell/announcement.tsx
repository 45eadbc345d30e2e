// Announcements (spec §4): each place shows its text once, and again when the text differs from the
// stored one.
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '#/client/storage.ts';
import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';

/**
 * The places that show announcements. Each is the key under which the last text is stored (spec
 * §3).
 */
type AnnouncementPlace = 'homeDialog' | 'loanDialog' | 'repaymentDialog';

/**
 * Whether to show a text at a place: the text is not empty and differs from the last text shown
 * there.
 */
export function isUnread(place: AnnouncementPlace, text: string): boolean {
  return text !== '' && readStored(place) !== text;
}

/** The announcement to render: its text, or null. */
export type Announcement = { shown: string | null; close(): void };

/**
 * Returns the announcement to show. Records its text as shown at once. The announcement stays on
 * the screen until it is closed or the borrower leaves.
 */
export function useAnnouncement(place: AnnouncementPlace, text: string): Announcement {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!isUnread(place, text)) return;
    writeStored(place, text);
    setShown(text);
  }, [place, text]);
  return { shown: shown === text ? shown : null, close: () => setShown(null) };
}

/** The announcement's note at the top of its screen; renders nothing without an announcement. */
export function AnnouncementNote({
  announcement: { shown, close },
}: {
  announcement: Announcement;
}) {
  const text = useText();
  return (
    shown && (
      <Note tone="news" role="status" onClose={close} closeLabel={text('shell.close')}>
        {shown}
      </Note>
    )
  );
}
