import {
  type CalendarOutcome,
  calendarCallback,
  calendarQuery,
} from '@sandali/contract/calendar.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { useState } from 'react';
import { isInShell } from '#/client/bridge.ts';
import { addToCalendar } from '#/client/bridgeCalls.ts';
import { calendarFile } from '#/client/calendarFile.ts';
import { businessMs } from '#/client/clock.ts';
import { useServerQuery } from '#/client/query.ts';
import { saveFile } from '#/client/saveFile.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { dueParts } from '#/screens/DueAmount.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading } from '#/ui/Text.tsx';

export type CalendarRowsProps = {
  entries: readonly CalendarEntry[];
  busyWith: string | null;
  onAdd(entry: CalendarEntry): void;
};

/**
 * The borrower's due dates and plan parts, each with a button to add it to the phone's calendar.
 */
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
            key={idOf(entry)}
            icon="calendar"
            title={
              entry.part === null
                ? dueParts(entry.due).day
                : text('reminder.calendar.part', {
                    number: entry.part,
                    day: dueParts(entry.due).day,
                  })
            }
            detail={text(detailOf(entry, busyWith))}
            end={dueParts(entry.due).sum}
            onClick={() => onAdd(entry)}
          />
        ))}
      </List>
    </Stack>
  );
}

/**
 * Returns the id of a calendar entry. A date that moves keeps its id, and the first part of a plan
 * replaces the due date.
 */
function idOf({ loanId, part }: CalendarEntry): string {
  return part === null || part === 1 ? loanId : `${loanId}-${part}`;
}

function detailOf(entry: CalendarEntry, busyWith: string | null) {
  const { outcome } = entry;
  if (idOf(entry) === busyWith) return 'reminder.calendar.adding';
  if (outcome === 'added') return 'reminder.calendar.isAdded';
  return outcome === 'saved' ? 'reminder.calendar.isSaved' : 'reminder.calendar.add';
}

export type CalendarEntry = DataOf<typeof calendarQuery>['entries'][number];

/**
 * Loads the borrower's due dates, and adds one to the phone's calendar through the native shell or
 * as a file. Reports the result to the server.
 */
export function useCalendar() {
  const text = useText();
  const { data } = useServerQuery(calendarQuery, {});
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const write = useWrite(calendarCallback, { isSentOnce: true });

  const add = async (entry: CalendarEntry) => {
    const { loanId, referenceNo, due, part } = entry;
    const { on: dueOn } = due;
    const [id, amount] = [idOf(entry), dueParts(due).sum];
    setBusyWith(id);
    const title =
      part === null
        ? text('reminder.calendar.title', { amount })
        : text('reminder.calendar.partTitle', { number: part, amount });
    const note = text('reminder.calendar.note', { reference: referenceNo });
    const outcome = await addEntry({ id, title, note, day: dueOn });
    await write.send({ loanId, dueOn, outcome });
    setBusyWith(null);
    toast(text(`reminder.calendar.${outcome}`), {
      tone: outcome === 'added' || outcome === 'saved' ? 'plain' : 'bad',
    });
  };
  return {
    entries: data?.entries ?? [],
    busyWith,
    add: (entry: CalendarEntry) => void (busyWith === null && add(entry)),
  };
}

/**
 * Adds an entry to the calendar through the shell. A browser or an older shell saves a file
 * instead; a shell too old for both fails.
 */
async function addEntry(entry: {
  id: string;
  title: string;
  note: string;
  day: CalendarEntry['due']['on'];
}): Promise<CalendarOutcome> {
  if (isInShell()) {
    const { kind } = await addToCalendar(entry);
    if (kind === 'done') return 'added';
    if (kind === 'denied' || kind === 'cancelled') return kind;
    if (kind !== 'unsupported') return 'failed';
  }
  const file = calendarFile({ ...entry, madeAtMs: businessMs() });
  const letters = String.fromCharCode(...new TextEncoder().encode(file));
  const isTaken = await saveFile({
    name: `sandali-${entry.day}.ics`,
    mediaType: 'text/calendar',
    bytes: btoa(letters),
  });
  return isTaken ? 'saved' : 'failed';
}
