import type { Command } from '#/command.ts';

type Counted = { day: string; kind: string; count: number; waiting: number };
type Listed = { id: string; person: string; kind: string; sentAt: string; wanted: string | null; answeredAt: string | null };

export const feedbackList: Command = {
  name: 'feedback list',
  usage: '[--day 2026-11-20] [--kind quota|term|interest|others]',
  about:
    'Shows how much feedback of each kind came on each of the last 30 days and how much of it has no answer; with a day, each that came on it. ' +
    'Its words are for feedback show.',
  examples: ['feedback list', 'feedback list --day 2026-11-20 --kind others'],
  options: ['day', 'kind'],
  input: ({ words, options: { day, kind } }) => (words.length === 0 ? { ...(day && { day }), ...(kind && { kind }) } : null),
  show: ({ days, feedback }: { days?: Counted[]; feedback?: Listed[] }) =>
    feedback
      ? {
          rows: [
            ['id', 'kind', 'wanted', 'sent', 'answered', 'person'],
            ...feedback.map((one) => [one.id, one.kind, one.wanted, one.sentAt, one.answeredAt, one.person]),
          ],
          line: feedback.length === 0 ? 'Nothing came on that day.' : '',
        }
      : {
          rows: [['day', 'kind', 'came', 'without an answer'], ...(days ?? []).map((one) => [one.day, one.kind, one.count, one.waiting])],
          line: days?.length ? '' : 'Nothing came in the last 30 days.',
        },
};
