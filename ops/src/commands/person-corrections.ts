import type { Command } from '#/command.ts';

type Correction = { correction: string; person: string; what: string; case: string; proposedBy: string; lapsesAt: string | null };

export const personCorrections: Command = {
  name: 'person corrections',
  usage: '',
  about:
    'Lists the corrections that wait for a second person, with the case where the proof lies. What is to stand there is typed again, not shown.',
  examples: ['person corrections'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ corrections }: { corrections: Correction[] }) => ({
    rows: [
      ['person', 'what', 'case', 'proposed by', 'until'],
      ...corrections.map((one) => [one.person, one.what, one.case, one.proposedBy, one.lapsesAt]),
    ],
    line: corrections.length === 0 ? 'Nothing waits.' : '',
  }),
};
