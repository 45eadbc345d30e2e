// Announcements (spec §4): each place shows its text once, and again when the text differs from the
// one stored.
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '#/client/storage.ts';
import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';

/** The places of announcements, by the key under which the last text is stored (spec §3). */
type AnnouncementPlace = 'homeDialog' | 'loanDialog' | 'repaymentDialog';

/**
 * Whether a text is to be shown at a place: there is one, and it is not the one that was shown
 * before.
 */
export function isUnread(place: AnnouncementPlace, text: string): boolean {
  return text !== '' && readStored(place) !== text;
}

/** An announcement as it is drawn: its text, null for none. */
export type Announcement = { shown: string | null; close(): void };

/**
 * The announcement to show now; it counts as shown from here on and stays until it is closed or the
 * screen is left.
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

/** The note at the top of its screen; nothing where there is no announcement. */
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
