// The shapes of the review commands' responses. A response of another shape is an error that the
// reviewer sees.
import { zInstant } from '@sandali/contract/day.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

const zText = v.nullable(v.string());
const zMinutes = v.nullable(v.number());

const zProposal = v.object({
  limitCentavos: zCentavos,
  by: v.string(),
  at: zInstant,
  lapsesAt: zInstant,
  hasLapsed: v.boolean(),
  reason: zText,
});
const zHolder = v.nullable(v.object({ by: zText, until: zInstant }));

const zQueued = v.object({
  application: v.string(),
  name: zText,
  waitingMinutes: v.number(),
  callBackAt: v.nullable(zInstant),
  rules: v.array(v.string()),
  holder: zHolder,
  proposal: v.nullable(zProposal),
  isLate: v.boolean(),
});
export type Queued = v.InferOutput<typeof zQueued>;

const zFinding = v.object({
  rule: v.string(),
  says: v.string(),
  words: v.string(),
  listed: v.array(v.string()),
  others: v.array(v.string()),
});
export type Finding = v.InferOutput<typeof zFinding>;

const zDecision = v.object({
  at: zInstant,
  by: v.string(),
  outcome: v.string(),
  reasonGroup: zText,
  limitCentavos: v.nullable(zCentavos),
  screened: v.nullable(v.record(v.string(), v.nullable(v.number()))),
  findings: v.array(zFinding),
});

const zPersonal = v.object({
  birthPlace: zText,
  nationality: zText,
  gender: zText,
  maritalStatus: zText,
  residenceYears: zText,
  housingType: zText,
  education: zText,
  age: v.number(),
  bornOn: zText,
  address: zText,
  facebookLink: zText,
});
const zWork = v.object({
  employmentType: v.string(),
  employer: zText,
  position: zText,
  workPhone: zText,
  address: zText,
  incomeBand: v.string(),
  payday: zText,
  servicePeriod: zText,
  fundSource: zText,
});
const zCall = v.object({
  at: zInstant,
  by: v.string(),
  result: v.string(),
  callBackAt: v.nullable(zInstant),
  note: zText,
});
const zPictureRequest = v.object({
  at: zInstant,
  by: v.string(),
  which: v.picklist(['front', 'selfie']),
  fault: v.string(),
  until: v.string(),
  outcome: v.string(),
});
const zEarlier = v.object({
  application: v.string(),
  number: v.number(),
  submittedAt: v.nullable(zInstant),
  outcome: zText,
  reasonGroup: zText,
  decidedBy: zText,
});

const zApplication = v.object({
  application: v.string(),
  person: v.string(),
  number: v.number(),
  submittedAt: zInstant,
  waitingMinutes: zMinutes,
  holder: zHolder,
  decisions: v.array(zDecision),
  firstLimitCentavos: v.nullable(zCentavos),
  affordableCentavos: v.nullable(zCentavos),
  belowShare: v.nullable(v.object({ asksPerson: v.boolean(), mostCentavos: zCentavos })),
  limits: v.object({
    minimumCentavos: zCentavos,
    maximumCentavos: zCentavos,
    stepCentavos: zCentavos,
    twoPeopleAboveCentavos: zCentavos,
  }),
  proposal: v.nullable(zProposal),
  name: zText,
  phone: zText,
  personal: zPersonal,
  contacts: v.array(v.object({ name: zText, phone: zText, relationship: v.string() })),
  work: zWork,
  identity: v.object({
    idType: v.string(),
    idNumber: zText,
    idExpiresOn: zText,
    warning: zText,
  }),
  accounts: v.array(
    v.object({ kind: v.string(), provider: v.string(), ownerName: zText, last4: v.string() }),
  ),
  calling: v.object({
    hours: v.object({ from: v.number(), until: v.number() }),
    whyNotNow: zText,
    script: v.array(v.string()),
  }),
  borrowerReads: v.object({
    reject: v.array(v.object({ group: v.string(), reads: v.string() })),
    askPhoto: v.array(v.object({ fault: v.string(), reads: v.string() })),
  }),
  calls: v.array(zCall),
  pictureRequests: v.array(zPictureRequest),
  likeness: v.record(v.string(), v.array(v.string())),
  earlier: v.array(zEarlier),
});
export type Application = v.InferOutput<typeof zApplication>;

export const pictureSides = ['front', 'selfie'] as const;
export type PictureSide = (typeof pictureSides)[number];

/** What the looks of a case have shown. A picture is null when its minutes are over. */
export type Seen = { application: Application; pictures: Record<PictureSide, string | null> };

/** What each command of the screen responds. */
export const answers = {
  'review list': v.object({ applications: v.array(zQueued) }),
  'review take': v.object({ application: v.string(), until: zInstant }),
  'review release': v.object({ application: v.string() }),
  'review show': v.object({ application: zApplication }),
  'review photo': v.object({ which: v.picklist(pictureSides), jpeg: v.string() }),
  'review call-log': v.object({ callBackAt: v.nullable(zInstant) }),
  'review ask-photo': v.object({ which: v.picklist(pictureSides), until: v.string() }),
  'review approve': v.object({ limitCentavos: zCentavos, lapsesAt: v.nullable(zInstant) }),
  'review reject': v.object({ group: v.string() }),
  'review confirm': v.object({ limitCentavos: zCentavos }),
  'review decline': v.object({ limitCentavos: zCentavos }),
} as const;
export type ReviewCommand = keyof typeof answers;
export type AnswerOf<C extends ReviewCommand> = v.InferOutput<(typeof answers)[C]>;
