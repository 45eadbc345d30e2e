// A valid request for every call with an input, for tests that change one value of it.

import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { billStatement, billStatementFile } from '@sandali/contract/accountStatement.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { calendarCallback } from '@sandali/contract/calendar.ts';
import type { AnyCall } from '@sandali/contract/call.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import {
  complaintCreate,
  complaintDetail,
  complaintPdf,
  complaintPicture,
  complaintPictureShow,
  complaintWrite,
} from '@sandali/contract/cases.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import {
  basicSave,
  contactSave,
  identitySave,
  pictureReplace,
  pictureUpload,
  workSave,
} from '@sandali/contract/credit.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { draftSave } from '@sandali/contract/draft.ts';
import {
  examplePersonal,
  exampleWork,
  examplePlace as place,
} from '@sandali/contract/exampleAnswers.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { feedbackClose, feedbackSubmit, tradePopCheck } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { loanApply, loanDetail, paychannelList, productCal } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { changePassword, resetPassword, setPassword } from '@sandali/contract/newPassword.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { documentCheck } from '@sandali/contract/paperCode.ts';
import { passkeyAdd, passkeyChallenge, passkeyRemove } from '@sandali/contract/passkey.ts';
import {
  bankcardAdd,
  bankcardDelete,
  payeeDefault,
  walletAdd,
  walletDelete,
} from '@sandali/contract/payoutAccounts.ts';
import { changePhone } from '@sandali/contract/phoneChange.ts';
import { district } from '@sandali/contract/place.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { consentWithdraw, dataExport, dataRequest } from '@sandali/contract/privacy.ts';
import { recoveryBegin, recoveryPicture, recoveryStop } from '@sandali/contract/recovery.ts';
import { refundApply } from '@sandali/contract/refund.ts';
import { refuseDispute } from '@sandali/contract/rejection.ts';
import { reminderSave } from '@sandali/contract/reminder.ts';
import {
  repaymentApply,
  repaymentChannelList,
  repaymentStatus,
} from '@sandali/contract/repayment.ts';
import { codeCheck, register } from '@sandali/contract/signUp.ts';

type Of = {
  phone: string;
  amountCentavos: number;
  /** A payout account of the caller that can receive payouts. */
  walletId: string;
  /** An unknown id. */
  nobodys: string;
};

const textHash = '0'.repeat(64);
const paperCode = `SANDALI-1-receipt-2026-11-20${'0'.repeat(192)}`;
const password = 'hulaan mo nga ito';

/** Returns a valid request for each call. */
export function requestsOf({
  phone,
  amountCentavos,
  walletId,
  nobodys,
}: Of): Map<AnyCall, Record<string, unknown>> {
  const reference = { name: 'Rosa Tao', phone: '+639181110001', relationship: 'parent' };
  const code = { challengeId: nobodys, code: '123456' };
  const id = {
    idType: 'umid',
    idNumber: 'ZZ99887766',
    idExpiresOn: '2030-01-01',
    frontPictureId: nobodys,
    selfiePictureId: nobodys,
  };
  const card = {
    ownerName: 'Subok Tao',
    bankId: 'bdo',
    accountNumber: '1234567890',
    phone,
    proof: { by: 'code', ...code },
  };
  const agreed = {
    quoteId: nobodys,
    disclosureHash: 'a'.repeat(64),
    disclosureRead: true,
    agreementAccepted: true,
  };
  const price = { amountCentavos, termDays: 8, channel: 'wallet', accountId: walletId };
  const requests: [unknown, Record<string, unknown>][] = [
    [codeSms, { phone, purpose: 'login' }],
    [codeCheck, { phone, ...code }],
    [register, { phone, ...code, password, agreementVersion }],
    [logonRegister, { by: 'code', phone, ...code, agreementVersion }],
    ...otherNumbers(phone, nobodys),
    [basicSave, { ...examplePersonal, facebookLink: 'https://facebook.com/abc' }],
    [contactSave, { contacts: [reference, reference, reference] }],
    [workSave, { ...exampleWork, workPhone: '028888888' }],
    [identitySave, id],
    [
      draftSave,
      { form: 'work', values: { employer: 'Foods', position: 'Cashier' }, leftAt: 'employer' },
    ],
    [district, { level: 'cities', provinceCode: place.provinceCode }],
    [pictureUpload, { purpose: 'selfie', bytes: 'AAAA' }],
    [pictureReplace, { pictureId: nobodys }],
    ...aboutCases(nobodys),
    [bankcardAdd, card],
    [walletAdd, { walletId: 'maya', accountName: 'Iba Tao', phone }],
    [bankcardDelete, { accountId: nobodys }],
    [walletDelete, { accountId: nobodys }],
    [payeeDefault, { accountId: nobodys }],
    [paychannelList, { amountCentavos }],
    [productCal, price],
    [loanApply, agreed],
    [loanStatement, { quoteId: nobodys }],
    [loanDetail, { loanId: nobodys }],
    [billCancel, { loanId: nobodys, channel: 'sevenEleven' }],
    [billStatement, { fromOn: '2026-11-01', toOn: '2026-11-20' }],
    [billStatementFile, { fromOn: '2026-11-01', toOn: '2026-11-20' }],
    [documentList, { loanId: nobodys, before: nobodys }],
    [documentGet, { kind: 'receipt', loanId: nobodys, itemId: nobodys }],
    [documentCheck, { code: paperCode }],
    [billDetail, { loanId: nobodys }],
    [repaymentChannelList, { loanId: nobodys }],
    [renewCal, { loanId: nobodys }],
    [
      renewApply,
      {
        loanId: nobodys,
        channel: 'sevenEleven',
        totalCentavos: 156_000,
        dueOn: '2026-12-06',
        textHash,
        textRead: true,
      },
    ],
    [planCal, { loanId: nobodys, count: 2 }],
    [planApply, { loanId: nobodys, count: 2, totalCentavos: 6_096_000, textHash, textRead: true }],
    [repaymentApply, { loanId: nobodys, channel: 'sevenEleven', amountCentavos: 100 }],
    [repaymentStatus, { repaymentId: nobodys }],
    [refundApply, { accountId: nobodys, amountCentavos: 100 }],
    [setPassword, { password }],
    [changePassword, { oldPassword: password, password: 'ibang salita na ito' }],
    [resetPassword, { phone: '+639189990002', ...code, password }],
    [feedbackSubmit, { type: 6, userGid: nobodys, describe: 'Salamat po' }],
    [quotaAddApply, { wantedCentavos: 20_000_000 }],
    [refuseDispute, { words: 'May trabaho ako' }],
    [passkeyRemove, { passkeyId: nobodys }],
    [
      passkeyAdd,
      {
        challengeId: nobodys,
        credentialId: 'AAAA',
        clientDataJSON: 'AAAA',
        attestationObject: 'AAAA',
        transports: ['usb'],
      },
    ],
    [passkeyChallenge, { purpose: 'bankAccount', accountNumber: '1234567890' }],
    [feedbackClose, { userGid: nobodys }],
    [tradePopCheck, { userGid: nobodys }],
    [voucherList, { userGid: nobodys }],
    [dataExport, { format: 'json' }],
    [consentWithdraw, { kind: 'facebookPage' }],
    [dataRequest, { kind: 'correction', words: 'Mali ang apelyido' }],
    [reminderSave, { channel: 'sms', hour: 9 }],
    [calendarCallback, { loanId: nobodys, dueOn: '2026-12-05', outcome: 'added' }],
    [noticeList, { before: nobodys }],
  ];
  return new Map(requests as [AnyCall, Record<string, unknown>][]);
}

/** Returns requests about complaints. */
function aboutCases(nobodys: string): [unknown, Record<string, unknown>][] {
  return [
    [
      complaintCreate,
      { kind: 'charges', loanId: null, payment: null, words: 'Bakit may dagdag na singil?' },
    ],
    [complaintPicture, { complaintId: nobodys, bytes: 'AAAA', words: 'Ito ang resibo.' }],
    [complaintWrite, { complaintId: nobodys, words: 'Noong Marso 28.' }],
    [complaintDetail, { complaintId: nobodys }],
    [complaintPictureShow, { complaintId: nobodys, turn: 1 }],
    [complaintPdf, { complaintId: nobodys, turn: 1 }],
  ];
}

/** Returns requests that change the phone number of an account. */
function otherNumbers(phone: string, nobodys: string): [unknown, Record<string, unknown>][] {
  const code = { challengeId: nobodys, code: '123456' };
  return [
    [
      changePhone,
      { by: 'code', oldChallengeId: nobodys, oldCode: '123456', phone: '+639189990001', ...code },
    ],
    [recoveryBegin, { phone, idNumber: 'ZZ99887766', newPhone: '+639189990001', ...code }],
    [recoveryPicture, { recoveryId: nobodys, purpose: 'selfie', bytes: 'aGFsbG8=' }],
    [recoveryStop, { by: 'session' }],
  ];
}
