// The application for a credit line: personal information, references, income and ID, and the
// result of the review.
import * as v from 'valibot';
import { call } from './call.ts';
import { zBirthday, zDay, zInstant } from './day.ts';
import { zFacebookLink } from './facebookLink.ts';
import { zIdNumber, zPictureId } from './id.ts';
import { zLeastIncome } from './income.ts';
import { zMobile, zWorkPhone } from './mobile.ts';
import { idPictureRefusals, pictureBodyBytes, zPictureBytes } from './picture.ts';
import { drawnEntries, zLine, zName } from './text.ts';

export const creditStates = [
  'none',
  'filling',
  'submitted',
  'autoReview',
  'manualReview',
  'approved',
  'rejected',
] as const;
export const zCreditState = v.picklist(creditStates);
export type CreditState = v.InferOutput<typeof zCreditState>;

/**
 * Groups of reasons for a rejection, which tell the borrower what to improve. The rules themselves
 * stay internal.
 */
export const reasonGroups = [
  'age',
  'income',
  'identity',
  'contacts',
  'information',
  'other',
] as const;
export const zReasonGroup = v.picklist(reasonGroups);
export type ReasonGroup = v.InferOutput<typeof zReasonGroup>;

/** What can be wrong with a picture that a reviewer requests again. Only an ID expires. */
export const pictureFaults = ['blurred', 'cut', 'otherPerson', 'expired'] as const;
export type PictureFault = (typeof pictureFaults)[number];

/** The four steps of an application, in order. A borrower may continue later, on any device. */
export const creditSteps = ['personal', 'contacts', 'work', 'identity'] as const;
export type CreditStep = (typeof creditSteps)[number];

export const genders = ['male', 'female'] as const;
export const maritalStatuses = ['single', 'married', 'separated', 'widowed', 'liveIn'] as const;
export const residenceYears = ['under1', 'from1to2', 'from3to5', 'from6to10', 'over10'] as const;
export const housingTypes = ['owned', 'rented', 'family', 'mortgaged', 'company', 'other'] as const;
export const educationLevels = [
  'elementary',
  'highSchool',
  'seniorHigh',
  'vocational',
  'college',
  'postgraduate',
] as const;
/** The relationships from the longest list in spec §3. */
export const relationships = [
  'parent',
  'child',
  'spouse',
  'relative',
  'friend',
  'colleague',
  'classmate',
  'oneself',
  'brother',
  'sister',
  'other',
] as const;
/** At least one reference must have one of these relationships. */
export const familyRelationships: readonly Relationship[] = [
  'parent',
  'child',
  'spouse',
  'relative',
  'brother',
  'sister',
];
export type Relationship = (typeof relationships)[number];
export const employmentTypes = [
  'private',
  'government',
  'selfEmployed',
  'business',
  'overseas',
  'gig',
  'pensioner',
  'student',
  'none',
] as const;
export type EmploymentType = (typeof employmentTypes)[number];
/** Bands of monthly income, lowest first. */
export const incomeBands = [
  'under10k',
  'from10to20k',
  'from20to40k',
  'from40to100k',
  'from100to250k',
  'from250to400k',
  'from400to500k',
  'from500to1300k',
  'over1300k',
] as const;
export type IncomeBand = (typeof incomeBands)[number];
export const servicePeriods = [
  'under6m',
  'from6to12m',
  'from1to3y',
  'from3to5y',
  'over5y',
] as const;
export const fundSources = [
  'salary',
  'business',
  'remittance',
  'pension',
  'allowance',
  'other',
] as const;
export const paydays = [
  'weekly',
  'day15and30',
  'day10and25',
  'monthEnd',
  'daily',
  'irregular',
] as const;
export const idTypes = [
  'philsys',
  'umid',
  'sss',
  'tin',
  'driversLicence',
  'passport',
  'prc',
  'philhealth',
  'pagibig',
  'postal',
  'voters',
  'other',
] as const;
export type IdType = (typeof idTypes)[number];

export const zPlaceCode = v.pipe(v.string(), v.regex(/^\d{5,10}$/));
const placeCodes = { provinceCode: zPlaceCode, cityCode: zPlaceCode, barangayCode: zPlaceCode };
/** A place that can be chosen in a form. */
export const zPlace = v.object({ code: v.string(), name: v.string() });
/** Makes a field optional; an empty field is sent as null. */
const optional = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

/**
 * Personal information. Stored applications are parsed by these schemas too, so a new field must be
 * `v.optional` with a default (sealed.test.ts in the server). New input is parsed by the `typed…`
 * schemas.
 */
export const zPersonal = v.strictObject({
  lastName: zName,
  firstName: zName,
  middleName: optional(zName),
  bornOn: zBirthday,
  birthPlace: zLine(80),
  nationality: zLine(40),
  gender: v.picklist(genders),
  ...placeCodes,
  address: zLine(160),
  maritalStatus: v.picklist(maritalStatuses),
  residenceYears: v.picklist(residenceYears),
  housingType: v.picklist(housingTypes),
  education: v.picklist(educationLevels),
  facebookLink: optional(zFacebookLink),
});
export type Personal = v.InferOutput<typeof zPersonal>;
export const typedPersonal = v.strictObject(drawnEntries(zPersonal.entries));

export const zContact = v.strictObject({
  name: zName,
  phone: zMobile,
  relationship: v.picklist(relationships),
});
export const typedContact = v.strictObject(drawnEntries(zContact.entries));
export type Contacts = v.InferOutput<typeof typedContact>[];

/** Employment types without a job: employer, position and place of work are null. */
export const withoutJob: readonly EmploymentType[] = ['pensioner', 'student', 'none'];
export const jobEntries = {
  employer: zLine(80),
  position: zLine(60),
  servicePeriod: v.picklist(servicePeriods),
  ...placeCodes,
  address: zLine(160),
};

export const zWork = v.strictObject({
  employmentType: v.picklist(employmentTypes),
  workPhone: optional(zWorkPhone),
  employer: optional(jobEntries.employer),
  position: optional(jobEntries.position),
  servicePeriod: optional(jobEntries.servicePeriod),
  provinceCode: optional(zPlaceCode),
  cityCode: optional(zPlaceCode),
  barangayCode: optional(zPlaceCode),
  address: optional(jobEntries.address),
  incomeBand: v.picklist(incomeBands),
  payday: v.picklist(paydays),
  fundSource: v.picklist(fundSources),
  /** Whether the borrower, knowing that this income is too low, requests a decision by staff. */
  asksPerson: v.optional(v.boolean(), false),
});
export const typedWork = v.strictObject(drawnEntries(zWork.entries));
export type Work = v.InferOutput<typeof zWork>;

export const zIdentity = v.strictObject({
  idType: v.picklist(idTypes),
  idNumber: zIdNumber,
  idExpiresOn: optional(zDay),
  frontPictureId: zPictureId,
  selfiePictureId: zPictureId,
});
export type Identity = v.InferOutput<typeof zIdentity>;

/** An uploaded picture, by id and time; the server never returns the picture itself. */
const zSentPicture = v.object({ id: zPictureId, sentAt: zInstant });

/** Values that were typed into a form but not saved yet, by field name (draft.ts). */
const zKeptDraft = v.object({
  form: v.picklist(creditSteps),
  values: v.record(v.string(), v.string()),
  /** The field that was edited last. */
  leftAt: v.nullable(v.string()),
  keptAt: zInstant,
  /** Whether the draft was typed on the calling device. */
  isFromHere: v.boolean(),
});
export type KeptDraft = v.InferOutput<typeof zKeptDraft>;

export const picturePurposes = ['idFront', 'selfie'] as const;

/**
 * A picture that a reviewer requests again, with the reason and the last day to send it. Upload it,
 * then send its id with /picture/replace.
 */
export const zRequestedPicture = v.object({
  purpose: v.picklist(picturePurposes),
  fault: v.picklist(pictureFaults),
  until: zDay,
});
export type RequestedPicture = v.InferOutput<typeof zRequestedPicture>;

const zSaved = v.object({ state: zCreditState, nextStep: v.nullable(v.picklist(creditSteps)) });

/**
 * The borrower's answers so far, to resume a form on another device. The last four characters of
 * the ID number are omitted, because they serve as proof of identity.
 */
export const creditQuery = call({
  path: '/credit/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    state: zCreditState,
    nextStep: v.nullable(v.picklist(creditSteps)),
    /** The borrower's own number, which no reference may have. */
    ownPhone: zMobile,
    personal: v.nullable(v.object({ ...zPersonal.entries })),
    contacts: v.nullable(v.array(v.object({ ...zContact.entries }))),
    work: v.nullable(v.object({ ...zWork.entries })),
    identity: v.nullable(
      v.object({
        idType: v.picklist(idTypes),
        idNumberStart: v.string(),
        idExpiresOn: v.nullable(zDay),
      }),
    ),
    /** The newest pictures of the open application. */
    frontPicture: v.nullable(zSentPicture),
    selfiePicture: v.nullable(zSentPicture),
    drafts: v.array(zKeptDraft),
    /**
     * The income that the smallest loan needs, the bands below it, and whether staff may still
     * decide.
     */
    income: v.object({
      least: zLeastIncome,
      below: v.array(v.picklist(incomeBands)),
      mayAskPerson: v.boolean(),
    }),
    /** The minimum age in whole years, and the date of birth of a person who reaches it today. */
    youngest: v.object({ age: v.number(), bornBy: zDay }),
    /** Names of the places in these answers and drafts. */
    places: v.array(zPlace),
    submittedAt: v.nullable(zInstant),
    answerBy: v.nullable(zInstant),
    /** Whether an automatic decision is overdue; a reviewer's decision has no promised time. */
    isLate: v.boolean(),
    decidedAt: v.nullable(zInstant),
    reasonGroup: v.nullable(zReasonGroup),
    resubmitOn: v.nullable(zDay),
  }),
  refusals: [],
});

/** Saves personal information (step 1). */
export const basicSave = call({
  path: '/credit/basic/save',
  who: 'borrower',
  kind: 'write',
  request: typedPersonal,
  data: zSaved,
  refusals: ['creditLocked', 'tooYoung', 'placeUnknown'],
});

/** Saves the three references (step 2). */
export const contactSave = call({
  path: '/credit/emergent/contact',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ contacts: v.pipe(v.array(typedContact), v.length(3)) }),
  data: zSaved,
  refusals: [
    'creditLocked',
    'creditStepMissing',
    'contactsNotDistinct',
    'contactIsOwnNumber',
    'contactFamilyMissing',
    'contactAskedOut',
  ],
});

/** Requires all job fields, unless the employment type has no job. Reports each missing field. */
const zWholeWork = v.pipe(
  typedWork,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const work = dataset.value;
    const isNone = (work.employer ?? work.position ?? work.address) === null;
    if (isNone && withoutJob.includes(work.employmentType)) return;
    for (const key of Object.keys(jobEntries) as (keyof typeof jobEntries)[])
      if (work[key] === null)
        addIssue({
          message: 'job',
          path: [{ type: 'object', origin: 'value', input: work, key, value: null }],
        });
  }),
);

/** Saves work information (step 3). */
export const workSave = call({
  path: '/credit/common/save',
  who: 'borrower',
  kind: 'write',
  request: zWholeWork,
  data: zSaved,
  refusals: ['creditLocked', 'creditStepMissing', 'placeUnknown', 'incomeTooLow'],
});

/** Saves the ID with its two pictures (step 4) and submits the application for review. */
export const identitySave = call({
  path: '/credit/idcardpic/save',
  who: 'borrower',
  kind: 'write',
  request: zIdentity,
  data: zSaved,
  refusals: [
    'creditLocked',
    'creditStepMissing',
    'applicationsPaused',
    'idExpired',
    'incomeTooLow',
    'contactAskedOut',
    'pictureMissing',
    'tooManyRequests',
    'idNumberTaken',
  ],
});

const zShare = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** The phone's measurements of a picture: blur and overexposed share, from 0 (good) to 1 (bad). */
export const zPictureQuality = v.strictObject({ blur: zShare, glare: zShare });
export type PictureQuality = v.InferOutput<typeof zPictureQuality>;

/**
 * Uploads a picture: JPEG, PNG or WebP, at most 5 MB and 25 megapixels, each side 200 px or more.
 */
export const pictureUpload = call({
  path: '/picture/upload',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    purpose: v.picklist(picturePurposes),
    bytes: zPictureBytes,
    quality: v.optional(zPictureQuality),
  }),
  data: v.object({ pictureId: zPictureId }),
  refusals: ['pictureQuotaSpent', ...idPictureRefusals],
  bodyLimitBytes: pictureBodyBytes,
});

/**
 * Sends an uploaded picture in place of the one that a reviewer requests again. The application
 * keeps its place in the queue.
 */
export const pictureReplace = call({
  path: '/picture/replace',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ pictureId: zPictureId }),
  data: v.object({}),
  refusals: ['pictureNotRequested'],
});
