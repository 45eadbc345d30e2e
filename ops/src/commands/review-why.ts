import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';
import type { Cell } from '#/table.ts';

type Decision = {
  number: number;
  outcome: string;
  decidedAt: string;
  decidedBy: string;
  limitCentavos: number | null;
  reasonGroup: string | null;
  resubmitOn: string | null;
  rulesVersion: string;
  inputsHash: string;
  screened: Record<string, number | null>;
  findings: { words: string; listed: string[]; others: string[] }[];
};
type Why = { application: string; person: string; number: number; submittedAt: string | null; decisions: Decision[] };

export const reviewWhy: Command = {
  name: 'review why',
  usage: '<application> [--reveal] --reason "…"',
  about: 'Tells why an application was decided as it was: each rule that fired, what on, by which rules and lists.',
  examples: [
    'review why 019a9f00-0000-7000-8000-000000000001 --reason "asks why, ticket 77"',
    'review why 019a9f00-0000-7000-8000-000000000001 --reveal --reason "compares a listed name"',
  ],
  isAboutPerson: true,
  canReveal: true,
  input: ({ words: [application, ...rest] }) => (application && rest.length === 0 ? { application } : null),
  show: ({ application, person, number, submittedAt, decisions }: Why) => ({
    rows: [
      ['what', 'is'],
      ['application', `${application}, number ${number} of ${person}`],
      ['sent', submittedAt],
      ...decisions.flatMap(decisionRows),
    ],
    line: decisions.length === 0 ? 'Nothing was decided yet.' : '',
  }),
};

function decisionRows(decision: Decision): Cell[][] {
  const { limitCentavos, reasonGroup, resubmitOn, screened, findings } = decision;
  const more = [limitCentavos === null ? '' : formatPesos(centavos(limitCentavos)), reasonGroup, resubmitOn && `again from ${resubmitOn}`];
  const lists = Object.entries(screened).map(([list, version]) => `${list} ${version === null ? 'none' : `version ${version}`}`);
  return [
    [`decision ${decision.number}`, [decision.outcome, ...more].filter(Boolean).join(', ')],
    ['by', `${decision.decidedBy}, ${decision.decidedAt}, rules ${decision.rulesVersion}`],
    ...(lists.length > 0 ? [['screened against', lists.join(', ')]] : []),
    ...findings.flatMap((finding) => [
      ['rule', finding.words],
      ...finding.listed.map((where) => ['listed', where]),
      ...finding.others.map((other) => ['see application', other]),
    ]),
    ['facts (keyed hash)', decision.inputsHash],
  ];
}
