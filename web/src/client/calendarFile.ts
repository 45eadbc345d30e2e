// A due date as a calendar file (iCalendar, RFC 5545), which any calendar app can open.
import { addDays, type Day } from '@sandali/contract/day.ts';

type CalendarDay = {
  /** Identifies the entry. A newer file with the same id updates the entry. */
  id: string;
  title: string;
  note: string;
  /** The Manila day. The entry lasts all day, so it has this date in every time zone. */
  day: Day;
  /** When the file was created, in ms since 1970. */
  madeAtMs: number;
};

/** The maximum number of octets per line, not counting the CR LF at its end (3.1). */
const mostOctets = 75;

/**
 * Returns the file's text: an all-day entry with alarms at 9:00 on that day and the day before, in
 * the phone's time.
 */
export function calendarFile({ id, title, note, day, madeAtMs }: CalendarDay): string {
  const alarm = (trigger: string) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:${trigger}`,
    'END:VALARM',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sandali//Due dates//EN',
    'BEGIN:VEVENT',
    `UID:${id}@sandali`,
    // The sequence number grows with the day, so an entry that is moved to a later day counts as
    // newer (3.8.7.4).
    `SEQUENCE:${basic(day)}`,
    `DTSTAMP:${stamp(madeAtMs)}`,
    `DTSTART;VALUE=DATE:${basic(day)}`,
    `DTEND;VALUE=DATE:${basic(addDays(day, 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(note)}`,
    'TRANSP:TRANSPARENT',
    ...alarm('-PT15H'),
    ...alarm('PT9H'),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const basic = (day: Day) => day.replaceAll('-', '');
/** Formats an instant in UTC: '20261120T020000Z'. */
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Escapes a text value (3.3.11) and drops the control characters that a file must not contain. */
function escaped(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a file must not have these
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

/** Folds a long line without splitting a character. Each continuation line begins with a space. */
function folded(line: string): string {
  const octets = new TextEncoder();
  let room = mostOctets;
  let text = '';
  for (const letter of line) {
    const size = octets.encode(letter).length;
    if (size > room) {
      text += '\r\n ';
      room = mostOctets - 1;
    }
    text += letter;
    room -= size;
  }
  return text;
}
