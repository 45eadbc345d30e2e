// The shapes of the responses about cases.
import { entities } from '@sandali/contract/commands.ts';
import { zInstant } from '@sandali/contract/day.ts';
import { locales } from '@sandali/contract/locale.ts';
import * as v from 'valibot';

const zText = v.nullable(v.string());

export const caseKinds = ['complaint', 'dispute', 'request', 'recovery', 'feedback'] as const;

const zCase = v.looseObject({
  kind: v.picklist(caseKinds),
  id: v.string(),
  of: v.looseObject({ as: v.picklist(entities), id: v.string() }),
  person: v.string(),
  name: zText,
  number: zText,
  openedAt: zInstant,
  dueOn: zText,
  source: v.string(),
  clock: v.picklist(['late', 'soon', 'running', 'stopped']),
  state: v.string(),
  stateText: v.string(),
  lastBy: v.string(),
  assignedTo: zText,
});
export type OpenCase = v.InferOutput<typeof zCase>;
export const zCases = v.looseObject({ cases: v.array(zCase) });

const zTurn = v.looseObject({
  turn: v.number(),
  at: v.string(),
  by: v.string(),
  shownAs: zText,
  isAnswer: v.boolean(),
  words: zText,
  /** The number of the attachment; 'deleted' after its ninety days. */
  picture: v.nullable(v.union([v.number(), v.literal('deleted')])),
  kind: v.nullable(v.picklist(['picture', 'pdf'])),
});
export type Turn = v.InferOutput<typeof zTurn>;

const zPaid = v.nullable(v.union([v.string(), v.looseObject({ as: v.literal('money') })]));
export const zComplaint = v.looseObject({
  complaint: v.looseObject({
    kind: v.string(),
    phone: v.string(),
    loan: zText,
    paidThrough: zText,
    paidOn: zText,
    amount: zPaid,
    reference: zText,
    words: zText,
    openedAt: zInstant,
    acknowledgeOn: v.string(),
    resolveOn: v.string(),
    acknowledgedAt: v.nullable(zInstant),
    acknowledgedBy: zText,
    answeredAt: v.nullable(zInstant),
    answeredBy: zText,
  }),
  turns: v.array(zTurn),
});
export type Complaint = v.InferOutput<typeof zComplaint>['complaint'];

const zTemplate = v.looseObject({
  name: v.string(),
  title: v.string(),
  sentBy: v.string(),
  outcome: zText,
  words: v.string(),
  english: v.string(),
});
export type Template = v.InferOutput<typeof zTemplate>;
export const zTemplates = v.looseObject({
  borrowerLanguage: v.picklist(locales),
  language: v.picklist(locales),
  templates: v.array(zTemplate),
});

export const zPicture = v.looseObject({ jpeg: v.string() });
