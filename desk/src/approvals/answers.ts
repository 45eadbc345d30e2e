// The shape of the list of proposals.
import { entities } from '@sandali/contract/commands.ts';
import { zDay, zInstant } from '@sandali/contract/day.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

const zEntity = v.looseObject({ as: v.picklist(entities), id: v.string() });
const zCell = v.nullable(
  v.union([
    v.string(),
    v.number(),
    v.boolean(),
    v.looseObject({ as: v.literal('money'), centavos: zCentavos }),
    v.looseObject({ as: v.literal('instant'), at: zInstant }),
    v.looseObject({ as: v.literal('day'), day: zDay }),
    zEntity,
  ]),
);
const zProposal = v.looseObject({
  id: v.string(),
  confirmedBy: v.string(),
  what: v.string(),
  facts: v.array(v.looseObject({ name: v.string(), before: zCell, after: zCell })),
  input: v.record(v.string(), v.unknown()),
  about: v.nullable(zEntity),
  proposedBy: v.string(),
  proposedAt: zInstant,
  lapsesAt: v.nullable(zInstant),
  reason: v.nullable(v.string()),
});
export type Waiting = v.InferOutput<typeof zProposal>;

export const zProposals = v.looseObject({
  approvals: v.array(zProposal),
  next: v.nullable(v.string()),
});
