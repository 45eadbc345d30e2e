// The staff command that explains a decision from the facts that were stored with it.

import { idOf, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { inManila, inPesos } from '#/commands/display.ts';
import { applicationById, type DecisionRow, decisionsOn } from '#/credit/store.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { findingShown, findingsOf } from './why.ts';

export const whyCommands: readonly StaffCommand[] = [
  command({
    name: 'review why',
    menu: 'Review',
    label: 'Explain a decision',
    about:
      'Explains the decision on an application: each rule that fired with its facts, and the versions of rules and lists.',
    examples: [
      'review why 019a9f00-0000-7000-8000-000000000001 --reason "asks why, ticket 77"',
      'review why 019a9f00-0000-7000-8000-000000000001 --reveal --reason "compares a listed name"',
    ],
    kind: 'look',
    roles: ['reviewer', 'support', 'compliance'],
    aboutPerson: 'reported',
    mayReveal: ['reviewer'],
    arguments: { application: word(idOf('application'), 'the application') },
    run: async (ctx, tx, { application }) => {
      const stored = await applicationById(tx, application);
      if (!stored) throw new Declined('There is no such application.');
      const decisions = (await decisionsOn(tx, application)).map((row) => decisionShown(ctx, row));
      const { borrower_id: person, number, submitted_at: submittedAt } = stored.row;
      const data = {
        application,
        person,
        number,
        submittedAt: submittedAt && wireInstant(submittedAt),
        decisions,
      };
      return { data, person, detail: { application } };
    },
    shows: ({ record }) =>
      record(
        ({ application, person, number, submittedAt, decisions }) => [
          ['application', `${application}, number ${number} of ${person}`],
          ['sent', submittedAt],
          ...decisions.flatMap(decisionRows),
        ],
        { lines: ({ decisions }) => (decisions.length === 0 ? ['No decision yet.'] : []) },
      ),
  }),
];

type Row = [name: string, value: unknown];

function decisionRows(decision: ReturnType<typeof decisionShown>): Row[] {
  const { limitCentavos, reasonGroup, resubmitOn, findings } = decision;
  const more = [
    limitCentavos === null ? '' : inPesos(limitCentavos),
    reasonGroup,
    resubmitOn && `again from ${resubmitOn}`,
  ];
  const screened = Object.entries((decision.screened ?? {}) as Record<string, number | null>);
  const lists = screened.map(
    ([list, version]) => `${list} ${version === null ? 'none' : `version ${version}`}`,
  );
  return [
    [`decision ${decision.number}`, [decision.outcome, ...more].filter(Boolean).join(', ')],
    [
      'by',
      `${decision.decidedBy}, ${inManila(decision.decidedAt)}, rules ${decision.rulesVersion}`,
    ],
    ...(lists.length > 0 ? [['screened against', lists.join(', ')] as Row] : []),
    ...findings.flatMap((finding): Row[] => [
      ['rule', finding.words],
      ...finding.listed.map((where): Row => ['listed', where]),
      ...finding.others.map((other): Row => ['see application', other]),
    ]),
    ['facts (keyed hash)', decision.inputsHash],
  ];
}

function decisionShown(ctx: StaffCtx, row: DecisionRow) {
  return {
    number: row.number,
    outcome: row.outcome,
    decidedAt: wireInstant(row.decided_at),
    decidedBy: row.decided_by,
    limitCentavos: row.limit_centavos === null ? null : Number(row.limit_centavos),
    reasonGroup: row.reason_group,
    resubmitOn: row.resubmit_on && wireDay(row.resubmit_on),
    rulesVersion: row.rules_version,
    inputsHash: row.inputs_hash.toString('hex'),
    screened: row.screened,
    findings: findingsOf(row.rules_fired).map((finding) => findingShown(ctx.mask, finding)),
  };
}
