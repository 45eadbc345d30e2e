// All calls. The server mounts them, docs/integrators/openapi.json is generated from them, and
// tests iterate over them.
import { codeSms, logonRegister, logout, userInfo } from './account.ts';
import { billStatement, billStatementFile } from './accountStatement.ts';
import { billDetail } from './billDetail.ts';
import { calendarCallback, calendarQuery } from './calendar.ts';
import type { AnyCall } from './call.ts';
import { billCancel } from './cancel.ts';
import {
  complaintCreate,
  complaintDetail,
  complaintList,
  complaintPdf,
  complaintPicture,
  complaintPictureShow,
  complaintWrite,
} from './cases.ts';
import { voucherList } from './coupon.ts';
import {
  basicSave,
  contactSave,
  creditQuery,
  identitySave,
  pictureReplace,
  pictureUpload,
  workSave,
} from './credit.ts';
import { deviceList, logoutOthers } from './device.ts';
import { documentGet, documentList } from './document.ts';
import { draftSave } from './draft.ts';
import { productExample } from './example.ts';
import { renewApply, renewCal } from './extension.ts';
import {
  feedbackClose,
  feedbackList,
  feedbackSubmit,
  tradePopCheck,
  userMulti,
  userStatusQuery,
} from './home.ts';
import { init } from './init.ts';
import { quotaAddApply } from './limit.ts';
import {
  billList,
  loanAgain,
  loanApply,
  loanDetail,
  paychannelList,
  productCal,
  productList,
} from './loan.ts';
import { loanStatement } from './loanText.ts';
import { changePassword, resetPassword, setPassword } from './newPassword.ts';
import { noticeList } from './notifications.ts';
import { documentCheck } from './paperCode.ts';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyChallenge,
  passkeyList,
  passkeyRemove,
} from './passkey.ts';
import {
  bankcardAdd,
  bankcardDelete,
  bankcardList,
  bankList,
  payeeDefault,
  walletAdd,
  walletDelete,
  walletList,
  walletType,
} from './payoutAccounts.ts';
import { changePhone, changePhoneQuery } from './phoneChange.ts';
import { codePic } from './pictureCode.ts';
import { district } from './place.ts';
import { planApply, planCal } from './plan.ts';
import { consentWithdraw, dataDelete, dataExport, dataQuery, dataRequest } from './privacy.ts';
import { recoveryBegin, recoveryPicture, recoveryQuery, recoveryStop } from './recovery.ts';
import { refundApply, refundQuery } from './refund.ts';
import { refuseDispute, refuseQuery } from './rejection.ts';
import { reminderQuery, reminderSave } from './reminder.ts';
import { repaymentApply, repaymentChannelList, repaymentStatus } from './repayment.ts';
import { configQuery } from './settings.ts';
import { codeCheck, register } from './signUp.ts';

export const allCalls: readonly AnyCall[] = [
  init,
  configQuery,
  codePic,
  codeSms,
  codeCheck,
  register,
  logonRegister,
  setPassword,
  resetPassword,
  changePassword,
  changePhoneQuery,
  changePhone,
  recoveryBegin,
  recoveryPicture,
  recoveryQuery,
  recoveryStop,
  logout,
  userInfo,
  deviceList,
  logoutOthers,
  passkeyList,
  passkeyBegin,
  passkeyAdd,
  passkeyRemove,
  passkeyChallenge,
  userMulti,
  userStatusQuery,
  feedbackSubmit,
  feedbackClose,
  feedbackList,
  tradePopCheck,
  dataQuery,
  dataExport,
  dataRequest,
  consentWithdraw,
  dataDelete,
  quotaAddApply,
  refuseQuery,
  refuseDispute,
  creditQuery,
  basicSave,
  contactSave,
  workSave,
  identitySave,
  draftSave,
  district,
  pictureUpload,
  pictureReplace,
  bankList,
  bankcardList,
  bankcardAdd,
  bankcardDelete,
  walletType,
  walletList,
  walletAdd,
  walletDelete,
  payeeDefault,
  productExample,
  productList,
  loanAgain,
  paychannelList,
  productCal,
  loanStatement,
  loanApply,
  loanDetail,
  billList,
  billDetail,
  billCancel,
  billStatement,
  billStatementFile,
  renewCal,
  renewApply,
  planCal,
  planApply,
  repaymentChannelList,
  repaymentApply,
  repaymentStatus,
  refundQuery,
  refundApply,
  voucherList,
  documentList,
  documentGet,
  documentCheck,
  reminderQuery,
  reminderSave,
  calendarQuery,
  calendarCallback,
  noticeList,
  complaintCreate,
  complaintPicture,
  complaintWrite,
  complaintList,
  complaintDetail,
  complaintPictureShow,
  complaintPdf,
];
