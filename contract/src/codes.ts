// Every code an answer may carry, by name. Groups: 1xxx session and transport, 2xxx account (2100 on: pictures), 3xxx credit, 4xxx loan and coupon,
// 5xxx repayment and extension, 6xxx payout accounts, 9xxx system. A code once given out keeps its meaning for good.

/** The code of success (spec §8). */
export const successCode = '0000';

export const codes = {
  bodyUnreadable: '1001',
  keyUnknown: '1002',
  sessionInvalid: '1003',
  clockWrong: '1004',
  tooManyRequests: '1005',
  clientTooOld: '1006',
  inputInvalid: '1007',
  notYetAvailable: '1008',
  requestIdReused: '1009',
  pathUnknown: '1010',
  lengthMissing: '1011',
  bodyTooLarge: '1012',
  originForeign: '1013',

  codeWrong: '2001',
  codeTooSoon: '2002',
  codeSendingFailed: '2003',
  codeBudgetSpent: '2004',
  alreadyRegistered: '2005',
  loginWrong: '2006',
  passwordTooCommon: '2007',
  passwordAlreadySet: '2008',
  smsLoginOff: '2009',
  feedbackTooOften: '2010',
  agreementUnknown: '2011',
  accountUnknown: '2020',
  passwordSame: '2021',
  idDigitsNeeded: '2022',
  idDigitsWrong: '2023',
  idDigitsSpent: '2024',
  pictureCodeNeeded: '2031',
  pictureCodeWrong: '2032',
  newDeviceCodeNeeded: '2040',
  passwordNeeded: '2041',
  phoneChangedLately: '2050',
  phoneSame: '2051',
  oldCodeWrong: '2052',
  idNumberUnknown: '2053',
  idNumberSpent: '2054',
  idNumberWrong: '2055',
  phoneTaken: '2056',
  deletionOpenLoan: '2060',
  deletionUnderReview: '2061',
  deletionHeldByLaw: '2062',
  consentNecessary: '2063',
  requestAlreadyOpen: '2064',
  proofTooOld: '2070',
  passkeyWrong: '2071',
  passkeyLimitReached: '2072',
  passkeyMissing: '2073',
  passkeyAlreadyAdded: '2074',

  pictureTooSmall: '2100',

  creditLocked: '3001',
  creditStepMissing: '3002',
  tooYoung: '3003',
  placeUnknown: '3004',
  contactsNotDistinct: '3005',
  contactIsOwnNumber: '3006',
  contactFamilyMissing: '3007',
  pictureUnreadable: '3008',
  pictureKindRefused: '3009',
  pictureTooLarge: '3010',
  pictureQuotaSpent: '3011',
  pictureMissing: '3012',
  idNumberTaken: '3013',
  creditNotApproved: '3014',

  billOverdue: '4001',
  accountMissing: '4002',
  bankCardMissing: '4003',
  amountNotOffered: '4004',
  termNotOffered: '4005',
  channelNotOffered: '4006',
  channelTooCostly: '4007',
  lineExceeded: '4008',
  quoteExpired: '4009',
  quoteUsed: '4010',
  disclosureChanged: '4011',
  loanUnknown: '4012',
  channelLimit: '4013',
  budgetSpent: '4014',

  repaymentClosed: '5001',
  repaymentTooSmall: '5002',
  repaymentTooLarge: '5003',
  repaymentChannelRefused: '5004',
  repaymentCodeUnknown: '5005',

  bankUnknown: '6001',
  walletUnknown: '6002',
  ownerNameDiffers: '6003',
  accountNumberInvalid: '6004',
  accountAlreadyAdded: '6005',
  passwordWrong: '6006',
  accountLimitReached: '6007',
  nameNotKnownYet: '6008',
  newAccountsHeld: '6009',

  systemError: '9001',
  systemBusy: '9002',
  stopping: '9003',
} as const;

export type RefusalName = keyof typeof codes;
export type Code = (typeof codes)[RefusalName];

const names = new Map<string, RefusalName>(Object.entries(codes).map(([name, code]) => [code, name as RefusalName]));

/** The name of a code, or null for success and for codes of a newer server. */
export function refusalName(code: string): RefusalName | null {
  return names.get(code) ?? null;
}

/** Every call may also answer these: they belong to the way in, not to one call. */
export const commonRefusals = [
  'bodyUnreadable',
  'keyUnknown',
  'sessionInvalid',
  'clockWrong',
  'tooManyRequests',
  'clientTooOld',
  'inputInvalid',
  'notYetAvailable',
  'requestIdReused',
  'pathUnknown',
  'lengthMissing',
  'bodyTooLarge',
  'originForeign',
  'systemError',
  'systemBusy',
  'stopping',
] as const satisfies RefusalName[];
