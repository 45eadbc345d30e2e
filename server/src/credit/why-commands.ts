// Ops: why an application was decided as it was, from what was stored with each decision.
import * as v from 'valibot';
import { Declined, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { wireDay, wireInstant } from '#/kit/days.ts';
import { applicationById, type DecisionRow, decisionsOn } from './store.ts';
import { findingsIn, whereListed, wordsOf } from './why.ts';

export const whyCommands: readonly StaffCommand[] = [
  staffCommand({
    name: 'review why',
    kind: 'look',
    roles: ['reviewer', 'support'],
    isAboutPerson: true,
    mayReveal: ['reviewer'],
    request: v.strictObject({ application: v.pipe(v.string(), v.uuid()) }),
    run: async (ctx, tx, { application }) => {
      const found = await applicationById(tx, application);
      if (!found) throw new Declined('There is no such application.');
      const decisions = (await decisionsOn(tx, application)).map((row) => decisionShown(ctx, row));
      const { borrower_id: person, number, submitted_at: submittedAt } = found.row;
      const data = { application, person, number, submittedAt: submittedAt && wireInstant(submittedAt), decisions };
      return { data, subject: person, detail: { application } };
    },
  }),
];

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
    findings: findingsIn(row.rules_fired).map((finding) => {
      const listed = whereListed(finding);
      const isListed = listed.length > 0;
      // Whoever may have to be reported must not learn it (RA 9160), so neither does everybody who talks to them.
      const shown = (text: string) => (isListed ? ctx.veil.over('screening', text, () => 'shown to reviewers with --reveal') : text);
      return {
        rule: shown(finding.rule),
        says: finding.says,
        words: shown(wordsOf(finding)),
        listed: listed.map(shown),
        others: finding.others ?? [],
      };
    }),
  };
}
