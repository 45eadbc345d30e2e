import { useText } from '#/i18n/text.ts';
import { dueParts } from '#/screens/DueAmount.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading } from '#/ui/Text.tsx';
import type { CalendarEntry } from './useCalendar.ts';

export type CalendarRowsProps = { entries: readonly CalendarEntry[]; busyWith: string | null; onAdd(entry: CalendarEntry): void };

/** My due dates, each to be put into the phone's own calendar. */
export function CalendarRows({ entries, busyWith, onAdd }: CalendarRowsProps) {
  const text = useText();
  if (entries.length === 0) return null;
  return (
    <Stack gap={2}>
      <Heading level={2} size="m">
        {text('reminder.calendar')}
      </Heading>
      <List>
        {entries.map((entry) => (
          <Row
            key={entry.loanId}
            icon="calendar"
            title={dueParts(entry.due).day}
            detail={text(detailOf(entry, busyWith))}
            end={dueParts(entry.due).sum}
            onClick={() => onAdd(entry)}
          />
        ))}
      </List>
    </Stack>
  );
}

function detailOf({ loanId, outcome }: CalendarEntry, busyWith: string | null) {
  if (loanId === busyWith) return 'reminder.calendar.adding';
  if (outcome === 'added') return 'reminder.calendar.isAdded';
  return outcome === 'saved' ? 'reminder.calendar.isSaved' : 'reminder.calendar.add';
}
