import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';
import type { Cell } from '#/table.ts';

type Decision = {
  at: string;
  by: string;
  outcome: string;
  reasonGroup: string | null;
  limitCentavos: number | null;
  rulesVersion: string;
  findings: { rule: string; says: string }[];
};
type Application = {
  application: string;
  person: string;
  number: number;
  submittedAt: string;
  waitingSince: string | null;
  waitingMinutes: number | null;
  callBackAt: string | null;
  holder: { by: string; until: string } | null;
  decisions: Decision[];
  firstLimitCentavos: number | null;
  affordableCentavos: number | null;
  proposal: { limitCentavos: number; by: string; at: string; lapsesAt: string; hasLapsed: boolean; reason: string | null } | null;
  calls: { at: string; by: string; result: string; callBackAt: string | null; note: string | null }[];
  name: string;
  phone: string;
  personal: Record<string, Cell>;
  contacts: { name: string; phone: string; relationship: string }[];
  work: Record<string, Cell>;
  identity: Record<string, Cell>;
  likeness: Record<'idNumber' | 'picture' | 'device', string[]>;
  earlier: { application: string; number: number; submittedAt: string | null; outcome: string | null; reasonGroup: string | null }[];
};

const pesos = (amount: number) => formatPesos(centavos(amount), { drop00: true });
const listed = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(', ');

export const reviewShow: Command = {
  name: 'review show',
  usage: '<application> [--reveal] --reason "…"',
  about:
    'Shows all that a decision needs: findings, what was given, calls, earlier applications, likeness to others. Masked, unless --reveal is given.',
  examples: [
    'review show 019a9f00-0000-7000-8000-000000000001 --reason "first look"',
    'review show 019a9f00-0000-7000-8000-000000000001 --reveal --reason "to phone the borrower"',
  ],
  isAboutPerson: true,
  canReveal: true,
  input: ({ words: [application, ...rest] }) => (application && rest.length === 0 ? { application } : null),
  show: ({ application }: { application: Application }) => ({
    rows: [['what', 'is'], ...standing(application), ...given(application), ...history(application)],
  }),
};

function standing(one: Application): Cell[][] {
  const { holder, proposal } = one;
  return [
    ['application', listed(one.application, `no. ${one.number} of this person`)],
    ['person', one.person],
    ['sent', one.submittedAt],
    ['waits for a person', one.waitingSince ? listed(`since ${one.waitingSince}`, `${one.waitingMinutes} min`) : 'no'],
    ['held by', holder && `${holder.by} until ${holder.until}`],
    ...(one.callBackAt ? [['phone again', one.callBackAt]] : []),
    ...one.decisions.flatMap((decision) => [
      [
        `decided ${decision.at}`,
        listed(
          decision.outcome,
          decision.reasonGroup,
          decision.limitCentavos !== null && pesos(decision.limitCentavos),
          `by ${decision.by}`,
          `rules ${decision.rulesVersion}`,
        ),
      ],
      ...decision.findings.map((finding) => ['finding', listed(finding.rule, finding.says)]),
    ]),
    ['limit of this income', one.firstLimitCentavos === null ? null : pesos(one.firstLimitCentavos)],
    ['most it carries', one.affordableCentavos === null ? null : pesos(one.affordableCentavos)],
    ...(proposal
      ? [
          [
            `proposed ${proposal.at}`,
            listed(
              pesos(proposal.limitCentavos),
              `by ${proposal.by}`,
              proposal.hasLapsed ? 'has lapsed' : `lapses ${proposal.lapsesAt}`,
              proposal.reason,
            ),
          ],
        ]
      : []),
  ];
}

function given({ name, phone, personal, contacts, work, identity }: Application): Cell[][] {
  return [
    ['name', name],
    ['number', phone],
    ...Object.entries(personal),
    ...contacts.map((one) => [`contact, ${one.relationship}`, listed(one.name, one.phone)]),
    ...Object.entries(work).map(([field, value]) => [`work ${field}`, value]),
    ...Object.entries(identity),
  ];
}

function history({ calls, likeness, earlier }: Application): Cell[][] {
  return [
    ...calls.map((call) => [
      `called ${call.at}`,
      listed(call.result, call.callBackAt && `again ${call.callBackAt}`, `by ${call.by}`, call.note),
    ]),
    ...Object.entries(likeness).flatMap(([what, people]) => people.map((person) => [`same ${what}`, person])),
    ...earlier.map((one) => [
      `earlier no. ${one.number}`,
      listed(one.submittedAt ?? 'never sent', one.outcome, one.reasonGroup, one.application),
    ]),
  ];
}
