// Written by compile.ts from the .po files beside it (npm run texts).
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { RefusalName } from '@sandali/contract/codes.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** Every text, with the values that it needs. */
export type TextValues = {
  'refusal.bodyUnreadable': undefined;
  'refusal.keyUnknown': undefined;
  'refusal.sessionInvalid': undefined;
  'refusal.clockWrong': undefined;
  'refusal.tooManyRequests': undefined;
  'refusal.clientTooOld': undefined;
  'refusal.inputInvalid': undefined;
  'refusal.requestIdReused': undefined;
  'refusal.pathUnknown': undefined;
  'refusal.lengthMissing': undefined;
  'refusal.bodyTooLarge': undefined;
  'refusal.originForeign': undefined;
  'refusal.codeWrong': undefined;
  'refusal.codeTooSoon': { seconds?: string | number };
  'refusal.codeSendingFailed': undefined;
  'refusal.codeBudgetSpent': undefined;
  'refusal.alreadyRegistered': undefined;
  'refusal.loginWrong': undefined;
  'refusal.passwordTooCommon': undefined;
  'refusal.passwordAlreadySet': undefined;
  'refusal.pictureCodeNeeded': undefined;
  'refusal.pictureCodeWrong': undefined;
  'refusal.smsLoginOff': undefined;
  'refusal.feedbackTooOften': undefined;
  'refusal.agreementUnknown': undefined;
  'refusal.accountUnknown': undefined;
  'refusal.passwordSame': undefined;
  'refusal.idDigitsNeeded': undefined;
  'refusal.idDigitsWrong': undefined;
  'refusal.idDigitsSpent': undefined;
  'refusal.phoneChangedLately': { on?: string | number };
  'refusal.phoneSame': undefined;
  'refusal.oldCodeWrong': undefined;
  'refusal.idNumberUnknown': undefined;
  'refusal.idNumberSpent': undefined;
  'refusal.idNumberWrong': undefined;
  'refusal.phoneTaken': undefined;
  'refusal.newDeviceCodeNeeded': undefined;
  'refusal.passwordNeeded': undefined;
  'refusal.proofTooOld': undefined;
  'refusal.passkeyWrong': undefined;
  'refusal.passkeyLimitReached': undefined;
  'refusal.passkeyMissing': undefined;
  'refusal.passkeyAlreadyAdded': undefined;
  'refusal.creditLocked': undefined;
  'refusal.creditStepMissing': undefined;
  'refusal.tooYoung': undefined;
  'refusal.placeUnknown': undefined;
  'refusal.contactsNotDistinct': undefined;
  'refusal.contactIsOwnNumber': undefined;
  'refusal.contactFamilyMissing': undefined;
  'refusal.pictureUnreadable': undefined;
  'refusal.pictureKindRefused': undefined;
  'refusal.pictureTooLarge': undefined;
  'refusal.pictureTooSmall': undefined;
  'refusal.pictureQuotaSpent': undefined;
  'refusal.pictureMissing': undefined;
  'refusal.idExpired': undefined;
  'refusal.idNumberTaken': undefined;
  'refusal.creditNotApproved': undefined;
  'refusal.incomeTooLow': { fits?: string | number };
  'refusal.billOverdue': undefined;
  'refusal.accountMissing': undefined;
  'refusal.accountNotPaid': undefined;
  'refusal.accountNameDiffers': undefined;
  'refusal.bankCardMissing': undefined;
  'refusal.amountNotOffered': undefined;
  'refusal.termNotOffered': undefined;
  'refusal.channelNotOffered': undefined;
  'refusal.channelClosed': { hour?: string | number };
  'refusal.pickupHeld': { hours?: string | number };
  'refusal.channelTooCostly': { smallest?: string | number };
  'refusal.lineExceeded': { available?: string | number };
  'refusal.unaffordable': { fits?: string | number };
  'refusal.quoteExpired': undefined;
  'refusal.quoteUsed': undefined;
  'refusal.disclosureChanged': undefined;
  'refusal.loanUnknown': undefined;
  'refusal.channelLimit': { maximum?: string | number; minimum?: string | number };
  'refusal.lendingPaused': undefined;
  'refusal.applicationsPaused': undefined;
  'refusal.budgetSpent': undefined;
  'refusal.returnedTwice': { day?: string | number };
  'refusal.voucherMissing': undefined;
  'refusal.voucherNeedsMore': { minimum?: string | number };
  'refusal.cancelTooLate': undefined;
  'refusal.coolingOffClosed': undefined;
  'refusal.periodWrong': undefined;
  'refusal.statementsSpent': undefined;
  'refusal.documentMissing': undefined;
  'refusal.documentsSpent': { from?: string | number };
  'refusal.pushServiceUnknown': undefined;
  'refusal.pushMissing': undefined;
  'refusal.dueDateMoved': undefined;
  'refusal.complaintsSpent': undefined;
  'refusal.complaintDayWrong': undefined;
  'refusal.complaintUnknown': undefined;
  'refusal.complaintAnswered': undefined;
  'refusal.complaintPicturesFull': undefined;
  'refusal.repaymentClosed': undefined;
  'refusal.repaymentTooSmall': { minimum?: string | number };
  'refusal.repaymentTooLarge': { day?: string | number; owed?: string | number };
  'refusal.repaymentChannelRefused': undefined;
  'refusal.repaymentCodeUnknown': undefined;
  'refusal.extensionSpent': { most?: string | number };
  'refusal.extensionTooEarly': { from?: string | number };
  'refusal.extensionAboveRate': undefined;
  'refusal.extensionAboveTotal': undefined;
  'refusal.extensionTooSmall': undefined;
  'refusal.extensionChanged': undefined;
  'refusal.bankUnknown': undefined;
  'refusal.walletUnknown': undefined;
  'refusal.ownerNameDiffers': undefined;
  'refusal.accountNumberInvalid': undefined;
  'refusal.accountAlreadyAdded': undefined;
  'refusal.passwordWrong': undefined;
  'refusal.accountLimitReached': undefined;
  'refusal.accountsAddedOften': undefined;
  'refusal.payoutAccountUnknown': undefined;
  'refusal.payoutAccountAwaited': undefined;
  'refusal.nameNotKnownYet': undefined;
  'refusal.accountHeld': { hours?: string | number };
  'refusal.newAccountsHeld': { hours?: string | number };
  'refusal.systemError': undefined;
  'refusal.systemBusy': undefined;
  'refusal.stopping': undefined;
  'sms.code.register': { code: string | number; minutes: number };
  'sms.code.login': { code: string | number; minutes: number };
  'sms.code.reset': { code: string | number; minutes: number };
  'sms.code.newDevice': { code: string | number; minutes: number };
  'sms.code.bankAccount': { code: string | number; minutes: number };
  'sms.code.oldPhone': { code: string | number; minutes: number };
  'sms.code.newPhone': { code: string | number; minutes: number };
  'sms.newDeviceLogin': { telephone: string | number };
  'sms.passkeyAdded': { telephone: string | number };
  'sms.passkeyRemoved': { telephone: string | number };
  'sms.passkeyRefused': { telephone: string | number };
  'sms.passwordChanged': { telephone: string | number };
  'sms.payoutAccountAdded': { last4: string | number; telephone: string | number };
  'sms.phoneChangedFrom': { telephone: string | number };
  'sms.phoneChangedTo': { telephone: string | number };
  'refusal.disputeNotPossible': undefined;
  'refusal.disputeAlreadyOpen': { due?: string | number };
  'refusal.contactAskedOut': undefined;
  'refusal.lineHeld': undefined;
  'refusal.lineClosed': undefined;
  'sms.disputeUpheld': undefined;
  'sms.disputeDeclined': undefined;
  'sms.contactNotice': { lender: string | number; name: string | number; telephone: string | number };
  'reason.age': undefined;
  'reason.income': undefined;
  'reason.identity': undefined;
  'reason.contacts': undefined;
  'reason.information': undefined;
  'reason.other': undefined;
  'refusal.quotaNoLine': undefined;
  'refusal.quotaOverdue': undefined;
  'refusal.quotaRequestOpen': undefined;
  'refusal.quotaAtMaximum': undefined;
  'refusal.quotaUnaffordable': { fits?: string | number };
  'refusal.quotaAmountNotOffered': { maximum?: string | number };
  'refusal.quotaTooSoon': { day?: string | number };
  'refusal.quotaTooFewLoans': { count?: string | number };
  'refusal.quotaStepTooSoon': { day?: string | number };
  'sms.growthTakenBack': { later?: string | number; limit: string | number };
  'sms.quotaGranted': { limit: string | number };
  'sms.quotaDeclined': { from: string | number };
  'sms.reviewApproved': { limit: string | number };
  'sms.reviewRejected': { from: string | number };
  'sms.loanPaidOut': { arrival: string | number; due: string | number; receiver: string | number; repay: string | number };
  'sms.payoutOnItsWay': { arrival: string | number; day: string | number; days: number; receiver: string | number };
  'sms.payoutFailed': { arrival: string | number };
  'sms.loanReversed': { arrival: string | number; kept?: string | number; reference: string | number };
  'sms.pickupReady': { arrival: string | number; last: string | number; place: string | number };
  'sms.pickupLastDay': { arrival: string | number; last: string | number; place: string | number };
  'sms.pickupCollected': { arrival: string | number; due: string | number; place: string | number; repay: string | number };
  'sms.pickupOver': { arrival: string | number };
  'sms.nextPart': { paid: string | number; reference: string | number };
  'sms.billRepaid': { paid: string | number; reference: string | number };
  'sms.loanExtended': { due: string | number; reference: string | number; repay: string | number };
  'sms.chargeWaived': { amount: string | number; reference: string | number };
  'sms.promiseMade': { amount: string | number; due: string | number; reference: string | number };
  'sms.loanReturned': { paid: string | number; reference: string | number };
  'refusal.refundUnderWay': undefined;
  'refusal.refundTooMuch': { available?: string | number };
  'sms.refundOrdered': { amount: string | number; receiver: string | number; telephone: string | number };
  'sms.refundPaid': { amount: string | number; receiver: string | number };
  'sms.refundFailed': { amount: string | number; receiver: string | number };
  'sms.reminderSoon': { amount: string | number; due: string | number; telephone: string | number };
  'sms.reminderTomorrow': { amount: string | number; due: string | number; telephone: string | number };
  'sms.reminderToday': { amount: string | number; due: string | number; telephone: string | number };
  'sms.reminderOverdue': { amount: string | number; due: string | number; telephone: string | number };
  'sms.reminderPromise': { amount: string | number; due: string | number; telephone: string | number };
  'refusal.deletionOpenLoan': undefined;
  'refusal.deletionUnderReview': undefined;
  'refusal.deletionHeldByLaw': { until?: string | number };
  'refusal.deletionLater': { from?: string | number };
  'refusal.exportsSpent': { from?: string | number };
  'refusal.consentNecessary': undefined;
  'refusal.requestAlreadyOpen': { due?: string | number };
  'sms.accountDeleted': { telephone: string | number };
  'sms.deletionAsked': { telephone: string | number };
  'sms.dataRequestAnswered': undefined;
  'sms.feedbackAnswered': undefined;
  'sms.complaintAcknowledged': { number: string | number };
  'sms.complaintAnswered': { number: string | number };
  'complaint.transferBooked': { amount: string | number; day: string | number };
  'document.data.title': undefined;
  'document.data.madeFor': { day: string | number; name: string | number };
  'document.data.about': { lender: string | number };
  'document.data.page': undefined;
  'document.data.none': undefined;
  'document.statement.title': undefined;
  'document.statement.madeFor': { from: string | number; name: string | number; to: string | number };
  'document.statement.about': { day: string | number; lender: string | number };
  'document.statement.section.sum': undefined;
  'document.statement.section.entries': undefined;
  'document.statement.kind.paidOut': undefined;
  'document.statement.kind.reversed': undefined;
  'document.statement.kind.charges': undefined;
  'document.statement.kind.chargesBack': undefined;
  'document.statement.kind.repayment': undefined;
  'document.statement.kind.extension': undefined;
  'document.statement.kind.shared': undefined;
  'document.statement.kind.refundOrdered': undefined;
  'document.statement.kind.refundPaid': undefined;
  'document.statement.kind.refundBack': undefined;
  'document.statement.kind.returned': undefined;
  'document.statement.kind.waived': undefined;
  'document.statement.kind.waivedLess': undefined;
  'document.statement.kind.remainder': undefined;
  'document.statement.kind.remainderLess': undefined;
  'document.statement.kind.writtenOff': undefined;
  'document.statement.opening': { day: string | number };
  'document.statement.closing': { day: string | number };
  'document.statement.pendingInterest': undefined;
  'document.statement.pendingLate': undefined;
  'document.statement.owed': undefined;
  'document.statement.kept': undefined;
  'document.statement.loan': undefined;
  'document.statement.countsFrom': undefined;
  'document.statement.change': undefined;
  'document.statement.balance': undefined;
  'document.statement.part.sent': undefined;
  'document.statement.part.fees': undefined;
  'document.statement.part.paid': undefined;
  'document.statement.part.late': undefined;
  'document.statement.part.interest': undefined;
  'document.statement.part.principal': undefined;
  'document.statement.part.extensionFee': undefined;
  'document.statement.part.kept': undefined;
  'document.section.account': undefined;
  'document.section.personal': undefined;
  'document.section.contacts': undefined;
  'document.section.work': undefined;
  'document.section.identity': undefined;
  'document.section.drafts': undefined;
  'document.section.pictures': undefined;
  'document.section.reviews': undefined;
  'document.section.payoutAccounts': undefined;
  'document.section.loans': undefined;
  'document.section.messages': undefined;
  'document.section.devices': undefined;
  'document.section.feedback': undefined;
  'document.section.consents': undefined;
  'document.section.requests': undefined;
  'document.section.complaints': undefined;
  'document.section.looks': undefined;
  'document.label.phone': undefined;
  'document.label.name': undefined;
  'document.label.language': undefined;
  'document.label.registeredAt': undefined;
  'document.label.lastName': undefined;
  'document.label.firstName': undefined;
  'document.label.middleName': undefined;
  'document.label.nationality': undefined;
  'document.label.address': undefined;
  'document.label.maritalStatus': undefined;
  'document.label.residenceYears': undefined;
  'document.label.housingType': undefined;
  'document.label.education': undefined;
  'document.label.facebookLink': undefined;
  'document.label.relationship': undefined;
  'document.label.employmentType': undefined;
  'document.label.employer': undefined;
  'document.label.position': undefined;
  'document.label.workPhone': undefined;
  'document.label.workAddress': undefined;
  'document.label.incomeBand': undefined;
  'document.label.payday': undefined;
  'document.label.servicePeriod': undefined;
  'document.label.fundSource': undefined;
  'document.label.idType': undefined;
  'document.label.idNumber': undefined;
  'document.label.idExpiresOn': undefined;
  'document.label.purpose': undefined;
  'document.label.at': undefined;
  'document.label.outcome': undefined;
  'document.label.limit': undefined;
  'document.label.provider': undefined;
  'document.label.ownerName': undefined;
  'document.label.number': undefined;
  'document.label.addedAt': undefined;
  'document.label.referenceNo': undefined;
  'document.label.state': undefined;
  'document.label.principal': undefined;
  'document.label.charges': undefined;
  'document.label.received': undefined;
  'document.label.receiver': undefined;
  'document.label.signedAt': undefined;
  'document.label.dueOn': undefined;
  'document.label.settledAt': undefined;
  'document.label.extension': undefined;
  'document.label.payment': undefined;
  'document.label.text': undefined;
  'document.label.openedAt': undefined;
  'document.label.lastSeenAt': undefined;
  'document.label.kind': undefined;
  'document.label.version': undefined;
  'document.label.givenAt': undefined;
  'document.label.withdrawnAt': undefined;
  'document.label.askedAt': undefined;
  'document.label.answer': undefined;
  'document.label.answerBy': undefined;
  'document.label.role': undefined;
  'document.label.act': undefined;
  'document.label.reason': undefined;
  'document.section.calls': undefined;
  'document.call.reached': undefined;
  'document.call.noAnswer': undefined;
  'document.call.wrongNumber': undefined;
  'document.call.refused': undefined;
  'document.call.callBack': undefined;
  'document.outcome.approved': undefined;
  'document.outcome.rejected': undefined;
  'document.outcome.manual': undefined;
  'document.purpose.idFront': undefined;
  'document.purpose.selfie': undefined;
  'document.label.callBackAt': undefined;
  'document.label.note': undefined;
  'document.disclosure.title': undefined;
  'document.disclosure.advice': undefined;
  'document.disclosure.borrower': undefined;
  'document.disclosure.receiver': undefined;
  'document.disclosure.principal': undefined;
  'document.disclosure.financed': undefined;
  'document.disclosure.fee': { rate: string | number };
  'document.disclosure.feeLowered': { listed: string | number; rate: string | number };
  'document.disclosure.feeCoupon': undefined;
  'document.disclosure.payoutFee': undefined;
  'document.disclosure.net': undefined;
  'document.disclosure.arrives': undefined;
  'document.disclosure.arrival': { day: string | number; how: string | number; minutes: number; rail: string | number };
  'document.disclosure.interest': { days: number; rate: string | number };
  'document.disclosure.interestCoupon': undefined;
  'document.disclosure.charge': undefined;
  'document.disclosure.aDay': undefined;
  'document.disclosure.annual': undefined;
  'document.disclosure.monthly': undefined;
  'document.disclosure.payment': { days: number };
  'document.disclosure.dueIfToday': { arrives: string | number };
  'document.disclosure.freeUntil': undefined;
  'document.disclosure.ifLate': undefined;
  'document.disclosure.ifExtended': { days: number };
  'document.disclosure.lateRule': { principal: string | number; rate: string | number };
  'document.disclosure.extendRule': undefined;
  'document.disclosure.early': undefined;
  'document.disclosure.other': undefined;
  'document.disclosure.cap': { day: string | number; rule: string | number };
  'document.disclosure.lender': { authority: string | number; name: string | number; registration: string | number; telephone: string | number };
  'document.disclosure.version': { version: string | number };
  'document.extension.title': undefined;
  'document.extension.advice': undefined;
  'document.extension.loan': undefined;
  'document.extension.principal': undefined;
  'document.extension.owed': { day: string | number };
  'document.extension.dueNow': undefined;
  'document.extension.late': undefined;
  'document.extension.toPay': { day: string | number };
  'document.extension.toRepay': { day: string | number };
  'document.extension.newDue': { days: number };
  'document.extension.feeRule': undefined;
  'document.extension.other': { day: string | number };
  'document.agreement.title': undefined;
  'document.agreement.parties': undefined;
  'document.agreement.partiesWords': { authority: string | number; borrower: string | number; lender: string | number; registration: string | number };
  'document.agreement.loan': undefined;
  'document.agreement.loanWords': { account: string | number; arrival: string | number; principal: string | number };
  'document.agreement.pickupWords': { account: string | number; arrival: string | number; principal: string | number };
  'document.agreement.cost': undefined;
  'document.agreement.costWords': { cost: string | number };
  'document.agreement.repay': undefined;
  'document.agreement.repayWords': { arrives: string | number; day: string | number; days: number; repay: string | number };
  'document.agreement.early': undefined;
  'document.agreement.earlyWords': undefined;
  'document.agreement.late': undefined;
  'document.agreement.lateWords': { principal: string | number; rate: string | number };
  'document.agreement.extend': undefined;
  'document.agreement.extendWords': { days: number; fee: string | number };
  'document.agreement.cooling': undefined;
  'document.agreement.coolingWords': { arrival: string | number; arrives: string | number; day: string | number };
  'document.agreement.fair': undefined;
  'document.agreement.fairWords': undefined;
  'document.agreement.copy': undefined;
  'document.agreement.copyWords': undefined;
  'document.agreement.law': undefined;
  'document.agreement.lawWords': { telephone: string | number };
  'document.payoutChannel.bankCard': undefined;
  'document.payoutChannel.wallet': undefined;
  'document.payoutChannel.cashPickup': undefined;
  'document.payoutChannel.pawnshop': undefined;
  'document.payoutChannel.remittance': undefined;
  'document.payoutChannel.cardless': undefined;
  'document.repaymentChannel.gcash': undefined;
  'document.repaymentChannel.maya': undefined;
  'document.repaymentChannel.grabpay': undefined;
  'document.repaymentChannel.shopeepay': undefined;
  'document.repaymentChannel.qrph': undefined;
  'document.repaymentChannel.sevenEleven': undefined;
  'document.repaymentChannel.cliqqLifelong': undefined;
  'document.repaymentChannel.pawnshop': undefined;
  'document.repaymentChannel.remittance': undefined;
  'document.repaymentChannel.bankTransfer': undefined;
  'document.repaymentChannel.bankCard': undefined;
  'document.repaymentChannel.offlineTransfer': undefined;
  'document.lender.name': undefined;
  'document.lender.registration': undefined;
  'document.lender.authority': undefined;
  'document.lender.telephone': undefined;
  'document.signed.title': undefined;
  'document.signed.of': { reference: string | number };
  'document.signed.at': undefined;
  'document.signed.on': { day: string | number; time: string | number };
  'document.signed.version': undefined;
  'document.signed.language': undefined;
  'document.signed.session': undefined;
  'document.signed.hash': undefined;
  'document.signed.about': undefined;
  'document.receipt.title': undefined;
  'document.receipt.about': { lender: string | number };
  'document.receipt.section': undefined;
  'document.receipt.from': undefined;
  'document.receipt.amount': undefined;
  'document.receipt.whole': undefined;
  'document.receipt.extended': undefined;
  'document.receipt.on': undefined;
  'document.receipt.channel': undefined;
  'document.receipt.loan': undefined;
  'document.receipt.number': undefined;
  'document.certificate.title': undefined;
  'document.certificate.about': { lender: string | number };
  'document.certificate.section': undefined;
  'document.certificate.borrower': undefined;
  'document.certificate.loan': undefined;
  'document.certificate.principal': undefined;
  'document.certificate.signed': undefined;
  'document.certificate.arrived': undefined;
  'document.certificate.paid': undefined;
  'document.certificate.repaid': undefined;
  'document.certificate.aboutReturned': { lender: string | number };
  'document.certificate.returned': undefined;
  'document.made': { day: string | number };
  'refusal.recoveryUnknown': undefined;
  'refusal.recoveryOpen': undefined;
  'refusal.recoveryNone': undefined;
  'sms.code.recovery': { code: string | number; minutes: number };
  'sms.code.stopRecovery': { code: string | number; minutes: number };
  'sms.recoveryReceived': { telephone: string | number };
  'sms.recoveryAsked': { last4: string | number; telephone: string | number };
  'sms.recoveryApproved': { last4: string | number; on: string | number; telephone: string | number };
  'sms.recoveryComing': { on: string | number };
  'sms.recoveryDone': { telephone: string | number };
  'sms.recoveryRefused': { telephone: string | number };
  'sms.recoveryStopped': { telephone: string | number };
  'sms.correctionMade': { telephone: string | number; what: string | number };
};
export type TextId = keyof TextValues;

export const table = {
  en: {
    'refusal.bodyUnreadable': ["We could not read what your phone sent. Please try again."],
    'refusal.keyUnknown': ["The secure connection was renewed. Please try again."],
    'refusal.sessionInvalid': ["Your session has ended. Please log in again."],
    'refusal.clockWrong': ["Your phone's clock is off. Set it to automatic and try again."],
    'refusal.tooManyRequests': ["Too many tries in a short time. Wait a minute, then try again."],
    'refusal.clientTooOld': ["Client version is too low please update the client"],
    'refusal.inputInvalid': ["Something in the form is not right. Please check your entries and try again."],
    'refusal.requestIdReused': ["This request was already used for something else. Reload the page and try again."],
    'refusal.pathUnknown': ["The app asked for something we do not know. Please update the app."],
    'refusal.lengthMissing': ["The request arrived incomplete. Please try again."],
    'refusal.bodyTooLarge': ["That is too large to send. Use a smaller picture and try again."],
    'refusal.originForeign': ["This page is not part of Sandali. Open the app itself and try again."],
    'refusal.codeWrong': ["The code is wrong or has expired. Check it, or ask for a new one."],
    'refusal.codeTooSoon': [["seconds","select",{"offset":undefined,"undefined":["We just sent you a code. Wait a little before asking for another."],"other":["We just sent you a code. You can ask for another in ",["seconds"]," seconds."]}]],
    'refusal.codeSendingFailed': ["Verification code sending failed. Please try again in a few minutes."],
    'refusal.codeBudgetSpent': ["Too many codes were asked for. Please try again in an hour, or tomorrow."],
    'refusal.alreadyRegistered': ["Account already registered, go back to log in."],
    'refusal.loginWrong': ["The phone number or password is wrong. Try again, or reset your password."],
    'refusal.passwordTooCommon': ["This password is easy to guess. Please choose another one."],
    'refusal.passwordAlreadySet': ["Your account already has a password. You can change it under My."],
    'refusal.pictureCodeNeeded': ["Type the digits of the picture, then ask for the code again."],
    'refusal.pictureCodeWrong': ["These were not the digits of the picture. Here is another one."],
    'refusal.smsLoginOff': ["Login by SMS code is off right now. Please log in with your password."],
    'refusal.feedbackTooOften': ["Thank you, that is enough for today. Please tell us more tomorrow."],
    'refusal.agreementUnknown': ["Our agreements are new since this page was opened. Please load the page again, read them and tick the box once more."],
    'refusal.accountUnknown': ["There is no account with this number yet. You can open one in a few minutes."],
    'refusal.passwordSame': ["This is your present password. Choose another one."],
    'refusal.idDigitsNeeded': ["This phone is new to us. Enter the last 4 characters of the ID number you sent us."],
    'refusal.idDigitsWrong': ["These are not the last 4 characters of the ID number you sent us. Check your ID and try again."],
    'refusal.idDigitsSpent': ["Too many wrong tries today. Try again tomorrow, use a phone you have logged in with before, or call customer service."],
    'refusal.phoneChangedLately': [["on","select",{"offset":undefined,"undefined":["Your number was changed less than 14 days ago. Please try again later."],"other":["Your number was changed less than 14 days ago. You can change it again from ",["on"],"."]}]],
    'refusal.phoneSame': ["This is the number you have now. Enter the new one."],
    'refusal.oldCodeWrong': ["The code to your old number is wrong or has expired. Check it, or ask for a new one."],
    'refusal.idNumberUnknown': ["You have sent us no ID number yet. Use a code to your old number, or call customer service."],
    'refusal.idNumberSpent': ["Too many wrong ID numbers. Use a code to your old number, try again in two weeks, or call customer service."],
    'refusal.idNumberWrong': ["This is not the ID number you sent us. Check your ID and enter all of it."],
    'refusal.phoneTaken': ["This number belongs to another account. Use another number, or call customer service."],
    'refusal.newDeviceCodeNeeded': ["This phone is new to your account. We send a code to your number to be sure it is you."],
    'refusal.passwordNeeded': ["Please enter your password to go on."],
    'refusal.proofTooOld': ["To keep your account safe, please log out, log in again, and then try once more."],
    'refusal.passkeyWrong': ["This passkey could not be used here. Try again, or go on without it."],
    'refusal.passkeyLimitReached': ["You already have 10 passkeys. First remove one you no longer use."],
    'refusal.passkeyMissing': ["This passkey is not there any more."],
    'refusal.passkeyAlreadyAdded': ["This passkey has been added before."],
    'refusal.creditLocked': ["Your information is under review and cannot be changed now. Please try again later."],
    'refusal.creditStepMissing': ["Please finish the step before this one first."],
    'refusal.tooYoung': ["You must be at least 18 years old to borrow. Please check your date of birth."],
    'refusal.placeUnknown': ["We could not find this place. Pick the province, city and barangay again."],
    'refusal.contactsNotDistinct': ["Each contact needs a different phone number. Please change the one that repeats."],
    'refusal.contactIsOwnNumber': ["You cannot be your own contact. Please enter another person's number."],
    'refusal.contactFamilyMissing': ["At least one contact must be family. Please add a family member."],
    'refusal.pictureUnreadable': ["We could not open this picture. Please take it again."],
    'refusal.pictureKindRefused': ["Only JPEG, PNG or WebP pictures work here. Please take or choose another one."],
    'refusal.pictureTooLarge': ["This picture is too large. Please take it again or choose a smaller one."],
    'refusal.pictureTooSmall': ["This picture is too small to read. Please take it again, closer to the ID."],
    'refusal.pictureQuotaSpent': ["You have sent too many pictures today. Please continue tomorrow."],
    'refusal.pictureMissing': ["A picture is missing. Upload the front of your ID and a selfie holding it."],
    'refusal.idExpired': ["This ID is no longer valid. Please use one that is, or check the date."],
    'refusal.idNumberTaken': ["This ID number is with another account already. Check it, or let customer service help you."],
    'refusal.creditNotApproved': ["You are not qualified to loan now. Finish your credit application, or wait for its result."],
    'refusal.incomeTooLow': ["This income does not carry our smallest loan. ",["fits","select",{"offset":undefined,"undefined":["Too much would fall due between two paydays."],"other":["Between two paydays at most ",["fits"]," should fall due."]}]],
    'refusal.billOverdue': ["You have an overdue bill. Please pay it first, then you can borrow again."],
    'refusal.accountMissing': ["There is no account yet for this way of receiving money. Please add one first."],
    'refusal.accountNotPaid': ["We cannot send money to this bank or e-wallet yet. Please choose another account, or another way to receive it."],
    'refusal.accountNameDiffers': ["The owner of this account is not named as on your ID. Please choose another account, or add one that is in that name."],
    'refusal.bankCardMissing': ["A bank card must be bound before borrowing. Please add a bank account first."],
    'refusal.amountNotOffered': ["This amount is not offered. Please choose one of the amounts shown."],
    'refusal.termNotOffered': ["This loan term is not offered. Please choose one of the terms shown."],
    'refusal.channelNotOffered': ["This way of receiving money is not available right now. Please choose another one."],
    'refusal.channelClosed': [["hour","select",{"offset":undefined,"undefined":["This way of receiving money is closed now. Please choose another one, or come back later."],"other":["This way of receiving money is closed now. It opens at ",["hour"],". Please choose another one, or come back then."]}]],
    'refusal.pickupHeld': [["hours","select",{"offset":undefined,"undefined":["Your number, password or phone has changed. To keep your money safe, cash can be collected 24 hours after that."],"other":["Your number, password or phone has changed. To keep your money safe, cash can be collected only later. Hours left: ",["hours"],"."]}]],
    'refusal.channelTooCostly': ["The fee of this channel is too high for so small a loan. ",["smallest","select",{"offset":undefined,"undefined":["Choose another channel or a larger amount."],"other":["It fits from ",["smallest"]," up."]}]],
    'refusal.lineExceeded': ["This is more than your available credit line. ",["available","select",{"offset":undefined,"undefined":["Please choose a smaller amount."],"none":["What is left is less than the smallest loan. Repay a bill, and that amount is yours to borrow again."],"other":["You can borrow up to ",["available"]," now."]}]],
    'refusal.unaffordable': ["Too much would fall due between two of your paydays. ",["fits","select",{"offset":undefined,"undefined":["Repay part of what is open first, or wait until it is paid."],"other":["With your income and your other bills, ",["fits"]," fits now."]}]],
    'refusal.quoteExpired': ["This quote has expired. Please check the new costs and confirm again."],
    'refusal.quoteUsed': ["A loan was already made from this quote. You can see it under Orders."],
    'refusal.disclosureChanged': ["The disclosure statement has changed. Please read the new one and agree again."],
    'refusal.loanUnknown': ["We could not find this loan. Go to Orders to see all your loans."],
    'refusal.channelLimit': ["This channel does not take this amount. ",["maximum","select",{"offset":undefined,"undefined":["Choose another channel or another amount."],"other":["It takes ",["minimum"]," to ",["maximum"],"."]}]],
    'refusal.lendingPaused': ["You cannot borrow right now: lending is paused. Please try again tomorrow."],
    'refusal.applicationsPaused': ["We are taking no applications right now. What you filled in is kept. Please try again tomorrow."],
    'refusal.budgetSpent': ["There are too many current borrowers. Please try again at 10 tomorrow."],
    'refusal.returnedTwice': [["day","select",{"offset":undefined,"undefined":["You returned two loans within 90 days, so the next loan waits for 30 days."],"other":["You returned two loans within 90 days, so the next loan waits. You can borrow again from ",["day"],"."]}]],
    'refusal.voucherMissing': ["That coupon can no longer be used. Choose another one, or none, and look at the cost again."],
    'refusal.voucherNeedsMore': ["This loan is too small for that coupon. ",["minimum","select",{"offset":undefined,"undefined":["Choose a larger amount or another coupon."],"other":["It is for loans from ",["minimum"]," up."]}]],
    'refusal.cancelTooLate': ["Your money is on its way and can no longer be stopped. Once it has arrived, you can return it and owe nothing else."],
    'refusal.coolingOffClosed': ["This loan can no longer be returned. Pay it off early instead: you then pay interest only for the days you had the money."],
    'refusal.periodWrong': ["This period cannot be shown. It begins on or before its last day, ends today at the latest, and is a year at most."],
    'refusal.statementsSpent': ["You have saved as many statements today as a day allows. Here you can still read it; saving works again tomorrow."],
    'refusal.documentMissing': ["We do not have this document. Go back to the list to see those you can download."],
    'refusal.documentsSpent': ["That is enough downloads for today. ",["from","select",{"offset":undefined,"undefined":["Please try again tomorrow."],"other":["You can download more from ",["from"],"."]}]],
    'refusal.pushServiceUnknown': ["This browser's notifications go by a service that we do not know. Choose reminders by SMS."],
    'refusal.pushMissing': ["This phone has not allowed notifications yet. Allow them, or choose reminders by SMS."],
    'refusal.dueDateMoved': ["The due date of this bill has changed. Open the page again to see the new one."],
    'refusal.complaintsSpent': ["You have sent 5 messages to customer service today. Send the next one tomorrow, or call us."],
    'refusal.complaintDayWrong': ["The day you paid cannot be later than today or more than a year ago. Look at your receipt and correct it."],
    'refusal.complaintUnknown': ["We cannot find this case. Open Customer service again to see your cases."],
    'refusal.complaintAnswered': ["This case has its answer already and takes no more pictures. Open a new case if something is still wrong."],
    'refusal.complaintPicturesFull': ["This case has 3 pictures, which is the most it takes. Write the rest into a new case."],
    'refusal.repaymentClosed': ["There is nothing to pay on this bill now. Reload to see its latest state."],
    'refusal.repaymentTooSmall': ["This is less than the minimum payment. ",["minimum","select",{"offset":undefined,"undefined":["Please enter a larger amount."],"other":["Please pay at least ",["minimum"],"."]}]],
    'refusal.repaymentTooLarge': ["This is more than what you owe. ",["owed","select",{"offset":undefined,"undefined":["Please enter a smaller amount."],"other":["The most you can pay is ",["owed"],", what you will owe on ",["day"],"."]}]],
    'refusal.repaymentChannelRefused': ["This channel cannot take your payment right now. Please choose another one."],
    'refusal.repaymentCodeUnknown': ["We could not find this payment code. Reload the repayment page to get a new one."],
    'refusal.extensionSpent': ["You have extended this loan ",["most","select",{"offset":undefined,"undefined":["as often as possible"],"other":[["most"]," times, the most there is"]}],". Pay all or a part, or call us: we look for a plan that you can keep."],
    'refusal.extensionTooEarly': ["This bill can be extended from 3 days before its due date. ",["from","select",{"offset":undefined,"undefined":["Please come back then."],"other":["Please come back from ",["from"],"."]}]],
    'refusal.extensionAboveRate': ["Extending would cost more than the law lets us charge. Pay all or a part, or call us: we look for a plan that you can keep."],
    'refusal.extensionAboveTotal': ["With this fee all charges would pass what you borrowed, which we never charge. Pay all or a part, or call us."],
    'refusal.extensionTooSmall': ["The fee would be less than any way to pay takes. Pay what is left instead."],
    'refusal.extensionChanged': ["The fee or the new due date has changed since you looked. Look at the ways again, then choose."],
    'refusal.bankUnknown': ["We do not know this bank. Please pick one from the list."],
    'refusal.walletUnknown': ["We do not know this wallet. Please pick one from the list."],
    'refusal.ownerNameDiffers': ["The account owner name must match the borrower. Enter it as it is on your ID."],
    'refusal.accountNumberInvalid': ["This account number does not look right. Please check its digits."],
    'refusal.accountAlreadyAdded': ["You have already added this account. You will find it in your list."],
    'refusal.passwordWrong': ["The password is wrong. Please try again."],
    'refusal.accountLimitReached': ["You have added as many accounts as possible. Please use one that is in your list."],
    'refusal.accountsAddedOften': ["You have added many accounts today. Please try again tomorrow."],
    'refusal.payoutAccountUnknown': ["This account is not in your list any more. Please reload the list."],
    'refusal.payoutAccountAwaited': ["Money is on its way to this account. You can delete it once the money has arrived."],
    'refusal.nameNotKnownYet': ["Please fill in your personal information first, so that we know your name."],
    'refusal.accountHeld': [["hours","select",{"offset":undefined,"undefined":["This account is new, and your number changed or you came in by a code alone. For safety money goes there after 24 hours."],"other":["This account is new, and your number changed or you came in by a code alone. For safety money goes there later. Hours left: ",["hours"],"."]}]],
    'refusal.newAccountsHeld': [["hours","select",{"offset":undefined,"undefined":["Your number, password or phone has changed. To keep your money safe, accounts can be added again 24 hours after that."],"other":["Your number, password or phone has changed. To keep your money safe, adding accounts has to wait. Hours left: ",["hours"],"."]}]],
    'refusal.systemError': ["System error, please retry."],
    'refusal.systemBusy': ["The system is busy. Please try again later, or tomorrow."],
    'refusal.stopping': ["We are restarting. Please try again in a minute."],
    'sms.code.register': ["Sandali: ",["code"]," is your code to register. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Never share it with anyone."],
    'sms.code.login': ["Sandali: ",["code"]," is your code to log in. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Never share it with anyone."],
    'sms.code.reset': ["Sandali: ",["code"]," is your code to reset your password. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Ignore this and never share it."],
    'sms.code.newDevice': ["Sandali: ",["code"]," is your code to log in on a new phone. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.code.bankAccount': ["Sandali: ",["code"]," is your code to add a bank account. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.code.oldPhone': ["Sandali: ",["code"]," is your code to change the number of your account. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.code.newPhone': ["Sandali: ",["code"]," is your code to use this number for your account. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.newDeviceLogin': ["Sandali: a new phone logged in to your account. If this was not you, change your password and call us: ",["telephone"]],
    'sms.passkeyAdded': ["Sandali: a passkey was added to your account. If this was not you, change your password and call us: ",["telephone"]],
    'sms.passkeyRemoved': ["Sandali: a passkey was removed from your account. If this was not you, change your password and call us: ",["telephone"]],
    'sms.passkeyRefused': ["Sandali: somebody may be using a copy of your passkey, so we refused it. Remove it under My > Passkeys and call us: ",["telephone"]],
    'sms.passwordChanged': ["Sandali: your password was changed. If this was not you, call us at once: ",["telephone"]],
    'sms.payoutAccountAdded': ["Sandali: an account ending in ",["last4"]," was added to receive your loans. If this was not you, change your password and call us: ",["telephone"]],
    'sms.phoneChangedFrom': ["Sandali: your account has a new number; this one no longer belongs to it. If this was not you, call us at once: ",["telephone"]],
    'sms.phoneChangedTo': ["Sandali: this is now the number of your account. Log in with it. If this was not you, call us: ",["telephone"]],
    'refusal.disputeNotPossible': ["There is no decision that you can dispute now. Customer service can explain it to you."],
    'refusal.disputeAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["We are looking at your dispute already."],"other":["We are looking at your dispute already. Our answer comes by ",["due"],"."]}]],
    'refusal.contactAskedOut': ["One of these people has asked us not to be a contact. Please choose somebody else."],
    'refusal.lineHeld': ["We are checking your details once more: a new loan has to wait. Bills stay as they are. Try again later, or call customer service."],
    'refusal.lineClosed': ["Your credit line is closed because a loan had to be written off. What you still pay counts. Call customer service if this is wrong."],
    'sms.disputeUpheld': ["Sandali: we looked at your dispute, and a person now checks your application again. We tell you the result by SMS."],
    'sms.disputeDeclined': ["Sandali: we have answered your dispute. Open the app and read it under your application."],
    'sms.contactNotice': ["Sandali: ",["name"]," gave your number to ",["lender"]," as a character reference. You owe nothing and need not answer. To be removed, call ",["telephone"],"."],
    'reason.age': ["We lend to people within certain ages only."],
    'reason.income': ["We could not see an income to repay from."],
    'reason.identity': ["We could not confirm your ID."],
    'reason.contacts': ["We could not accept your three contacts."],
    'reason.information': ["Some of your information was missing or did not fit together."],
    'reason.other': ["Your application does not meet our rules now."],
    'refusal.quotaNoLine': ["You have no credit line yet. Apply for one first."],
    'refusal.quotaOverdue': ["A bill is overdue. Pay it first, then you can ask for a higher limit."],
    'refusal.quotaRequestOpen': ["We are looking at your request already. You get an SMS with our answer."],
    'refusal.quotaAtMaximum': ["Your limit is the highest we offer."],
    'refusal.quotaUnaffordable': [["fits","select",{"offset":undefined,"undefined":["Your income carries no higher limit."],"other":["The income you told us carries a limit of ",["fits"]," at most."]}]],
    'refusal.quotaAmountNotOffered': [["maximum","select",{"offset":undefined,"undefined":["Choose one of the limits shown."],"other":["Choose one of the limits shown: above yours, up to ",["maximum"],"."]}]],
    'refusal.quotaTooSoon': [["day","select",{"offset":undefined,"undefined":["It is too soon to ask again."],"other":["You can ask for a higher limit again from ",["day"],"."]}]],
    'refusal.quotaTooFewLoans': [["count","select",{"1":["Repay one more loan on time, not before half its term, then ask for more."],"offset":undefined,"undefined":["Repay a loan on time first, not before half its term, then ask for more."],"other":["Repay ",["count"]," more loans on time, not before half their term, then ask for more."]}]],
    'refusal.quotaStepTooSoon': [["day","select",{"offset":undefined,"undefined":["A limit grows one step in 30 days. Your next step is earned already."],"other":["A limit grows one step in 30 days. Your next step is yours from ",["day"],"."]}]],
    'sms.growthTakenBack': ["Sandali: a loan that raised your limit was undone, so your limit is now ",["limit"],".",["later","select",{"offset":undefined,"undefined":[],"other":[" As you repay, ",["later"]," more comes off."]}]],
    'sms.quotaGranted': ["Sandali: your limit is now ",["limit"],". Borrow only what you need."],
    'sms.quotaDeclined': ["Sandali: we could not raise your limit now. You may ask again from ",["from"],". Open the app to see the reason."],
    'sms.reviewApproved': ["Sandali: good news, you are approved. Your credit line is ",["limit"],". Open the app to borrow."],
    'sms.reviewRejected': ["Sandali: you are not qualified to loan now. You may send your materials again from ",["from"],". Open the app to see the reason."],
    'sms.loanPaidOut': ["Sandali: ",["arrival"]," was sent to your ",["receiver"],". Please repay ",["repay"]," by ",["due"],"."],
    'sms.payoutOnItsWay': ["Sandali: ",["arrival"]," is on its way to your ",["receiver"]," by PESONet. It should be there by the evening of ",["day"],". Your ",["days","plural",{"offset":undefined,"one":["#"," day"],"other":["#"," days"]}]," begin on the day it arrives."],
    'sms.payoutFailed': ["Sandali: ",["arrival"]," could not be paid out to you. You owe nothing and your limit is free again. In the app, try again or choose another account."],
    'sms.loanReversed': ["Sandali: the ",["arrival"]," of loan ",["reference"]," came back to us. You owe nothing on it.",["kept","select",{"offset":undefined,"undefined":[],"other":[" We keep the ",["kept"]," that you paid: open Orders in the app to have it sent back."]}]],
    'sms.pickupReady': ["Sandali: ",["arrival"]," is ready for you. Where: ",["place"],". Until: ",["last"],". Bring a valid ID. Your withdrawal code is in the app."],
    'sms.pickupLastDay': ["Sandali: ",["arrival"]," still waits for you. Where: ",["place"],". Last day: ",["last"],". Bring a valid ID. Not collected, it goes back; you owe nothing."],
    'sms.pickupCollected': ["Sandali: you collected ",["arrival"],". Where: ",["place"],". Please repay ",["repay"]," by ",["due"],"."],
    'sms.pickupOver': ["Sandali: ",["arrival"]," was not collected and went back. You owe nothing for it. You may borrow again in the app."],
    'sms.nextPart': ["Sandali: we received ",["paid"]," for loan ",["reference"],". Open Sandali for the code of the next part."],
    'sms.billRepaid': ["Sandali: we received ",["paid"],". Loan ",["reference"]," is fully repaid. Thank you!"],
    'sms.loanExtended': ["Sandali: loan ",["reference"]," is extended. Please repay ",["repay"]," by ",["due"],"."],
    'sms.chargeWaived': ["Sandali: we have taken ",["amount"]," of charges off your loan ",["reference"],". What is left to pay stands in the app."],
    'sms.promiseMade': ["Sandali: your promise to pay loan ",["reference"]," is noted. Next: ",["amount"]," by ",["due"],". No late charge is added while you keep it."],
    'sms.loanReturned': ["Sandali: we received ",["paid"],". Loan ",["reference"]," is returned: its fees and interest are taken back and you owe nothing on it."],
    'refusal.refundUnderWay': ["A refund is on its way already. You can send the rest once it has arrived."],
    'refusal.refundTooMuch': [["available","select",{"offset":undefined,"undefined":["This is more than we keep for you."],"other":["This is more than we keep for you: ",["available"]," can be sent back."]}]],
    'sms.refundOrdered': ["Sandali: ",["amount"]," is on its way back to your ",["receiver"],". Not you? Change your password and call us: ",["telephone"]],
    'sms.refundPaid': ["Sandali: ",["amount"]," was sent back to your ",["receiver"],". There is no fee."],
    'sms.refundFailed': ["Sandali: ",["amount"]," could not reach your ",["receiver"],". We keep it for you: open Orders in the app and send it to another account."],
    'sms.reminderSoon': ["Sandali: ",["amount"]," is due in 3 days, on ",["due"],". Paying is free on every channel. Questions? Call ",["telephone"],"."],
    'sms.reminderTomorrow': ["Sandali: ",["amount"]," is due tomorrow, ",["due"],". Paying is free on every channel. Questions? Call ",["telephone"],"."],
    'sms.reminderToday': ["Sandali: ",["amount"]," is due today, ",["due"],". Paying is free on every channel. Questions? Call ",["telephone"],"."],
    'sms.reminderOverdue': ["Sandali: your bill was due on ",["due"],"; today it is ",["amount"],". Is paying hard right now? Call ",["telephone"]," and we will look for a way together. Just paid? Thank you."],
    'sms.reminderPromise': ["Sandali: the next part of your promise, ",["amount"],", is due tomorrow, ",["due"],". Paying is free on every channel. Questions? Call ",["telephone"],"."],
    'refusal.deletionOpenLoan': ["An account with an open loan cannot be deleted. Repay it first, then ask again."],
    'refusal.deletionUnderReview': ["Your application is being reviewed. Your account can be deleted once you have the answer."],
    'refusal.deletionHeldByLaw': [["until","select",{"offset":undefined,"undefined":["The law makes us keep the records of your loans. Send us a deletion request instead."],"other":["The law makes us keep the records of your loans until ",["until"],". Send us a deletion request instead."]}]],
    'refusal.deletionLater': [["from","select",{"offset":undefined,"undefined":["You can delete your account from the day you may apply again."],"other":["You can delete your account from ",["from"],", the day you may apply again."]}]],
    'refusal.exportsSpent': [["from","select",{"offset":undefined,"undefined":["You have taken as many copies today as a day allows. It works again tomorrow."],"other":["You have taken as many copies today as a day allows. It works again from ",["from"],"."]}]],
    'refusal.consentNecessary': ["We cannot lend without this consent. To take it back, send us a request to withdraw it."],
    'refusal.requestAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["You have asked for this already. We are working on our answer."],"other":["You have asked for this already. Our answer comes by ",["due"],"."]}]],
    'sms.accountDeleted': ["Sandali: your account was deleted and your data erased. If this was not you, call us at once: ",["telephone"]],
    'sms.deletionAsked': ["Sandali: we have your request to delete your account. If this was not you, call us at once: ",["telephone"]],
    'sms.dataRequestAnswered': ["Sandali: we have answered your request about your data. Read it in the app under My, Privacy and your data."],
    'sms.feedbackAnswered': ["Sandali: we have read what you told us about our offer, and answered you. Read it in the app under My, Customer service."],
    'sms.complaintAcknowledged': ["Sandali: we are working on your case ",["number"],". We will tell you when it is answered."],
    'sms.complaintAnswered': ["Sandali: we have answered your case ",["number"],". Read it in the app under My, Customer service."],
    'complaint.transferBooked': ["Your transfer of ",["amount"]," has arrived and counts from ",["day"],", the day you paid. Thank you."],
    'document.data.title': ["Your personal data"],
    'document.data.madeFor': ["Made for ",["name"]," on ",["day"]],
    'document.data.about': ["This is what ",["lender"]," holds about you, under the Data Privacy Act of 2012 (RA 10173). Numbers of the contacts you named are theirs and stay masked. The same is available as JSON."],
    'document.data.page': ["Page"],
    'document.data.none': ["Nothing"],
    'document.statement.title': ["Statement of account"],
    'document.statement.madeFor': ["For ",["name"],", from ",["from"]," to ",["to"]],
    'document.statement.about': ["Every entry that ",["lender"]," has booked between us in this period, in the order of the books. An entry stands on the day it was booked; where it counts from another day, that day is named. Made on ",["day"],"."],
    'document.statement.section.sum': ["In short"],
    'document.statement.section.entries': ["Entries"],
    'document.statement.kind.paidOut': ["Loan paid out"],
    'document.statement.kind.reversed': ["Payout came back"],
    'document.statement.kind.charges': ["Charges"],
    'document.statement.kind.chargesBack': ["Charges taken back"],
    'document.statement.kind.repayment': ["Your payment"],
    'document.statement.kind.extension': ["Extension paid"],
    'document.statement.kind.shared': ["Payments shared out anew"],
    'document.statement.kind.refundOrdered': ["Refund ordered"],
    'document.statement.kind.refundPaid': ["Refund sent"],
    'document.statement.kind.refundBack': ["Refund did not arrive, kept for you"],
    'document.statement.kind.returned': ["Loan returned, costs taken back"],
    'document.statement.kind.waived': ["Charge taken off"],
    'document.statement.kind.waivedLess': ["Less taken off: your earlier payment made the charge smaller"],
    'document.statement.kind.remainder': ["Less than a peso that was left, waived"],
    'document.statement.kind.remainderLess': ["Less waived: your earlier payment had paid it"],
    'document.statement.kind.writtenOff': ["Loan written off"],
    'document.statement.opening': ["Owed before ",["day"]],
    'document.statement.closing': ["Owed by the books at the end of ",["day"]],
    'document.statement.pendingInterest': ["Interest up to today, not booked yet"],
    'document.statement.pendingLate': ["Late charge up to today, not booked yet"],
    'document.statement.owed': ["Owed today"],
    'document.statement.kept': ["Kept for you"],
    'document.statement.loan': ["Loan"],
    'document.statement.countsFrom': ["Counts from"],
    'document.statement.change': ["Change"],
    'document.statement.balance': ["Owed after it"],
    'document.statement.part.sent': ["Sent to you"],
    'document.statement.part.fees': ["Fees, deducted"],
    'document.statement.part.paid': ["Received"],
    'document.statement.part.late': ["Late charge"],
    'document.statement.part.interest': ["Interest"],
    'document.statement.part.principal': ["Principal"],
    'document.statement.part.extensionFee': ["Extension fee"],
    'document.statement.part.kept': ["Kept for you"],
    'document.section.account': ["Account"],
    'document.section.personal': ["About you"],
    'document.section.contacts': ["Contacts you named"],
    'document.section.work': ["Work and income"],
    'document.section.identity': ["ID"],
    'document.section.drafts': ["Answers not sent yet"],
    'document.section.pictures': ["Pictures"],
    'document.section.reviews': ["Reviews"],
    'document.section.payoutAccounts': ["Bank accounts and e-wallets"],
    'document.section.loans': ["Loans and payments"],
    'document.section.messages': ["Messages we sent"],
    'document.section.devices': ["Logins"],
    'document.section.feedback': ["Feedback"],
    'document.section.consents': ["Consents"],
    'document.section.requests': ["Requests"],
    'document.section.complaints': ["Customer service"],
    'document.section.looks': ["Staff who looked"],
    'document.label.phone': ["Mobile number"],
    'document.label.name': ["Name"],
    'document.label.language': ["Language"],
    'document.label.registeredAt': ["Registered"],
    'document.label.lastName': ["Last name"],
    'document.label.firstName': ["First name"],
    'document.label.middleName': ["Middle name"],
    'document.label.nationality': ["Nationality"],
    'document.label.address': ["Address"],
    'document.label.maritalStatus': ["Marital status"],
    'document.label.residenceYears': ["Years at the address"],
    'document.label.housingType': ["Housing"],
    'document.label.education': ["Education"],
    'document.label.facebookLink': ["Facebook page"],
    'document.label.relationship': ["Relationship"],
    'document.label.employmentType': ["Employment"],
    'document.label.employer': ["Employer"],
    'document.label.position': ["Position"],
    'document.label.workPhone': ["Telephone at work"],
    'document.label.workAddress': ["Address at work"],
    'document.label.incomeBand': ["Monthly income"],
    'document.label.payday': ["Payday"],
    'document.label.servicePeriod': ["Length of service"],
    'document.label.fundSource': ["Source of funds"],
    'document.label.idType': ["Kind of ID"],
    'document.label.idNumber': ["ID number"],
    'document.label.idExpiresOn': ["Valid until"],
    'document.label.purpose': ["Picture"],
    'document.label.at': ["Time"],
    'document.label.outcome': ["Outcome"],
    'document.label.limit': ["Credit line"],
    'document.label.provider': ["Bank or wallet"],
    'document.label.ownerName': ["Account name"],
    'document.label.number': ["Number"],
    'document.label.addedAt': ["Added"],
    'document.label.referenceNo': ["Reference number"],
    'document.label.state': ["Status"],
    'document.label.principal': ["Amount borrowed"],
    'document.label.charges': ["Interest and fees"],
    'document.label.received': ["Sent to you"],
    'document.label.receiver': ["Receiver"],
    'document.label.signedAt': ["Signed"],
    'document.label.dueOn': ["Due"],
    'document.label.settledAt': ["Closed"],
    'document.label.extension': ["Extension"],
    'document.label.payment': ["Payment"],
    'document.label.text': ["Message"],
    'document.label.openedAt': ["Logged in"],
    'document.label.lastSeenAt': ["Last seen"],
    'document.label.kind': ["Kind"],
    'document.label.version': ["Version"],
    'document.label.givenAt': ["Given"],
    'document.label.withdrawnAt': ["Withdrawn"],
    'document.label.askedAt': ["Asked"],
    'document.label.answer': ["Answer"],
    'document.label.answerBy': ["Answer by"],
    'document.label.role': ["Who"],
    'document.label.act': ["What"],
    'document.label.reason': ["Why"],
    'document.section.calls': ["Calls about your applications"],
    'document.call.reached': ["We spoke with you"],
    'document.call.noAnswer': ["Nobody answered"],
    'document.call.wrongNumber': ["The number was not yours"],
    'document.call.refused': ["You did not want to talk"],
    'document.call.callBack': ["You asked us to call again"],
    'document.outcome.approved': ["Approved"],
    'document.outcome.rejected': ["Not approved"],
    'document.outcome.manual': ["A person looks at it"],
    'document.purpose.idFront': ["ID, front"],
    'document.purpose.selfie': ["You with the ID"],
    'document.label.callBackAt': ["Call again at"],
    'document.label.note': ["Note"],
    'document.disclosure.title': ["Disclosure statement"],
    'document.disclosure.advice': ["Please study this disclosure statement before you proceed with the loan. You have the right to a copy of it."],
    'document.disclosure.borrower': ["Borrower"],
    'document.disclosure.receiver': ["Paid to"],
    'document.disclosure.principal': ["Loan amount (principal)"],
    'document.disclosure.financed': ["Amount financed"],
    'document.disclosure.fee': ["Service fee, ",["rate"]],
    'document.disclosure.feeLowered': ["Service fee, ",["rate"]," (",["listed"],") lowered to stay within the legal cap"],
    'document.disclosure.feeCoupon': ["Coupon off the service fee"],
    'document.disclosure.payoutFee': ["Payout fee"],
    'document.disclosure.net': ["Net proceeds"],
    'document.disclosure.arrives': ["When it arrives"],
    'document.disclosure.arrival': [["how","select",{"offset":undefined,"minutes":["Within ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],", by ",["rail"]],"today":["Today by the evening, by ",["rail"]],"other":["On the next working day, ",["day"],", by ",["rail"]]}]],
    'document.disclosure.interest': ["Interest, ",["rate"]," a day × ",["days","plural",{"offset":undefined,"one":["#"," day"],"other":["#"," days"]}]],
    'document.disclosure.interestCoupon': ["Coupon off the interest"],
    'document.disclosure.charge': ["Finance charge"],
    'document.disclosure.aDay': ["That is, a day"],
    'document.disclosure.annual': ["Simple annual rate"],
    'document.disclosure.monthly': ["Effective rate, a month"],
    'document.disclosure.payment': ["One payment, ",["days","plural",{"offset":undefined,"one":["#"," day"],"other":["#"," days"]}]," after the money arrives"],
    'document.disclosure.dueIfToday': [["arrives","select",{"offset":undefined,"today":["Due, if it arrives today"],"other":["Due, if it arrives on ",["arrives"]]}]],
    'document.disclosure.freeUntil': ["No late charge until the end of"],
    'document.disclosure.ifLate': ["Only if you pay late: the first day"],
    'document.disclosure.ifExtended': [["days","plural",{"offset":undefined,"one":["Only if you extend ","#"," day"],"other":["Only if you extend ","#"," days"]}]],
    'document.disclosure.lateRule': ["Late charge: ",["rate"]," a month of what is overdue, counted by the day from the day after the last free day. It stops when all charges together reach 100 % of the principal, ",["principal"],". No other penalty is ever added."],
    'document.disclosure.extendRule': ["Extending is your choice. The fee is the whole price of the extended term and is not taken off what you owe."],
    'document.disclosure.early': ["Pay early and you pay interest only for the days that have passed; the service fee is not returned. Repaying costs nothing on any channel."],
    'document.disclosure.other': ["Nothing else is charged: nothing for insurance, notary, documentary stamps or collection."],
    'document.disclosure.cap': ["Price caps: ",["rule"],". Quoted on ",["day"],"."],
    'document.disclosure.lender': ["Lender: ",["name"],", SEC Registration No. ",["registration"],", Certificate of Authority No. ",["authority"],". Telephone ",["telephone"],"."],
    'document.disclosure.version': ["Statement version ",["version"]],
    'document.extension.title': ["Disclosure statement of an extension"],
    'document.extension.advice': ["Please study this disclosure statement before you pay for the extension. You have the right to a copy of it."],
    'document.extension.loan': ["Loan"],
    'document.extension.principal': ["Principal that is extended"],
    'document.extension.owed': ["All that you owe, if paid on ",["day"]],
    'document.extension.dueNow': ["Due date until now"],
    'document.extension.late': ["Late charge up to today"],
    'document.extension.toPay': ["To pay by the end of ",["day"]],
    'document.extension.toRepay': ["To repay by ",["day"]],
    'document.extension.newDue': ["New due date, ",["days","plural",{"offset":undefined,"one":["#"," day"],"other":["#"," days"]}]," more"],
    'document.extension.feeRule': ["The fee is the whole finance charge of the extended term. It pays nothing off, no interest is added after the first due date, and nothing of it comes back if you repay early."],
    'document.extension.other': ["Extending is your choice. Only exactly this amount, paid on ",["day"]," with its code, extends the loan; any other payment counts on what you owe. After an extension the loan can no longer be returned."],
    'document.agreement.title': ["Loan Agreement"],
    'document.agreement.parties': ["1. Who agrees"],
    'document.agreement.partiesWords': [["borrower"],", the borrower (“you”), and ",["lender"],", the lender, SEC Registration No. ",["registration"],", Certificate of Authority No. ",["authority"],". The disclosure statement is part of this agreement."],
    'document.agreement.loan': ["2. The loan"],
    'document.agreement.loanWords': ["The lender lends you ",["principal"],". After the fees in the statement, ",["arrival"]," is paid to ",["account"],". The loan begins on the day the money arrives; until then you owe nothing and may cancel free of charge before it is sent."],
    'document.agreement.pickupWords': ["The lender lends you ",["principal"],". After the fees in the statement, ",["arrival"]," lies ready for you to collect: ",["account"],". Bring a valid ID and the code that the app shows, by the last day named there. The money arrives when you collect it; where the counter does not tell us of that, when it lies ready. The loan begins on that day; until then you owe nothing and may give it up free of charge. What goes back uncollected costs you nothing."],
    'document.agreement.cost': ["3. What it costs"],
    'document.agreement.costWords': ["The finance charge is ",["cost"],": interest, service fee and payout fee as listed in the statement. Nothing else is ever charged, except what clauses 6 and 7 say."],
    'document.agreement.repay': ["4. Paying back"],
    'document.agreement.repayWords': ["You repay ",["repay"]," in one payment, ",["days","plural",{"offset":undefined,"one":["#"," day"],"other":["#"," days"]}]," after the money arrives; ",["arrives","select",{"offset":undefined,"today":["if it arrives today"],"other":["if it arrives on ",["arrives"]]}],", by the end of ",["day"],", Manila time. If that is no working day, the next working day counts as on time."],
    'document.agreement.early': ["5. Paying early or in part"],
    'document.agreement.earlyWords': ["You may pay any time. Interest counts only for the days that have passed. A payment covers late charge first, then interest, then principal. Paying costs nothing on any channel."],
    'document.agreement.late': ["6. If you are late"],
    'document.agreement.lateWords': ["Only then a late charge of ",["rate"]," a month is added, by the day, on the unpaid principal and interest. It never bears a charge itself and stops when all charges reach ",["principal"],", 100 % of the principal."],
    'document.agreement.extend': ["7. If you extend"],
    'document.agreement.extendWords': ["From 3 days before the due date you may extend by ",["days","plural",{"offset":undefined,"one":["#"," day"],"other":["#"," days"]}],", up to 3 times. For the whole principal the fee is ",["fee"],", plus late charge up to that day if there is any. You always see the fee and the new date first."],
    'document.agreement.cooling': ["8. Changing your mind"],
    'document.agreement.coolingWords': ["Until the end of the third working day after the money arrives (",["day"]," if it arrives ",["arrives","select",{"offset":undefined,"today":["today"],"other":["on ",["arrives"]]}],") you may return the ",["arrival"]," that arrived and owe nothing else. This holds also if you have repaid the loan by then: what you paid beyond that amount becomes yours again."],
    'document.agreement.fair': ["9. How you are treated"],
    'document.agreement.fairWords': ["Your data is used for this loan under the Data Privacy Act. Nobody but you is asked to pay: your contacts are character references and are never told of your debt. No threats, no shaming."],
    'document.agreement.copy': ["10. Signing and your copy"],
    'document.agreement.copyWords': ["You sign on your phone, after ticking both boxes; by RA 8792 this is as good as a signature by hand. You can download this agreement and the statement at any time, word for word as you signed them."],
    'document.agreement.law': ["11. Law and complaints"],
    'document.agreement.lawWords': ["Philippine law applies. Talk to us first: ",["telephone"],". You may always turn to the Securities and Exchange Commission."],
    'document.payoutChannel.bankCard': ["Bank account"],
    'document.payoutChannel.wallet': ["E-wallet"],
    'document.payoutChannel.cashPickup': ["Cash pickup"],
    'document.payoutChannel.pawnshop': ["Pawnshop"],
    'document.payoutChannel.remittance': ["Remittance center"],
    'document.payoutChannel.cardless': ["Cardless withdrawal"],
    'document.repaymentChannel.gcash': ["GCash"],
    'document.repaymentChannel.maya': ["Maya"],
    'document.repaymentChannel.grabpay': ["GrabPay"],
    'document.repaymentChannel.shopeepay': ["ShopeePay"],
    'document.repaymentChannel.qrph': ["QR Ph"],
    'document.repaymentChannel.sevenEleven': ["7-Eleven"],
    'document.repaymentChannel.cliqqLifelong': ["Lifelong code at CLiQQ"],
    'document.repaymentChannel.pawnshop': ["Pawnshop"],
    'document.repaymentChannel.remittance': ["Remittance center"],
    'document.repaymentChannel.bankTransfer': ["Bank transfer"],
    'document.repaymentChannel.bankCard': ["Bank card"],
    'document.repaymentChannel.offlineTransfer': ["Transfer with receipt"],
    'document.lender.name': ["Lender"],
    'document.lender.registration': ["SEC Registration No."],
    'document.lender.authority': ["Certificate of Authority No."],
    'document.lender.telephone': ["Telephone"],
    'document.signed.title': ["Signature"],
    'document.signed.of': ["Loan ",["reference"]],
    'document.signed.at': ["Signed on"],
    'document.signed.on': [["day"],", ",["time"],", Manila time"],
    'document.signed.version': ["Version of the text"],
    'document.signed.language': ["Language"],
    'document.signed.session': ["Login in which it was signed"],
    'document.signed.hash': ["Fingerprint of the text (SHA-256)"],
    'document.signed.about': ["This paper has the very words that were shown and agreed to. They were stored at the signature and never changed since; the fingerprint is of both papers, the disclosure statement and the loan agreement."],
    'document.receipt.title': ["Payment receipt"],
    'document.receipt.about': [["lender"]," has received this payment."],
    'document.receipt.section': ["Payment"],
    'document.receipt.from': ["Borrower"],
    'document.receipt.amount': ["Amount paid on this loan"],
    'document.receipt.whole': ["Part of a payment of"],
    'document.receipt.extended': ["Extended to"],
    'document.receipt.on': ["Paid on"],
    'document.receipt.channel': ["Paid by"],
    'document.receipt.loan': ["Loan"],
    'document.receipt.number': ["Payment number"],
    'document.certificate.title': ["Certificate of full payment"],
    'document.certificate.about': [["lender"]," certifies that the loan below has been repaid in full. Nothing more is owed on it, neither principal nor interest nor any charge."],
    'document.certificate.section': ["The loan"],
    'document.certificate.borrower': ["Borrower"],
    'document.certificate.loan': ["Loan"],
    'document.certificate.principal': ["Amount borrowed"],
    'document.certificate.signed': ["Signed on"],
    'document.certificate.arrived': ["Received on"],
    'document.certificate.paid': ["Paid back in all"],
    'document.certificate.repaid': ["Repaid in full on"],
    'document.certificate.aboutReturned': [["lender"]," certifies that the loan below was returned within the days of cooling-off. What had arrived was given back in full. Nothing more is owed on it, and no interest, fee or charge was kept."],
    'document.certificate.returned': ["Returned in full on"],
    'document.made': ["Made on ",["day"]],
    'refusal.recoveryUnknown': ["This can no longer be sent from here. Please begin again."],
    'refusal.recoveryOpen': ["We have a request for this number already. Wait for our SMS, or call customer service."],
    'refusal.recoveryNone': ["Nobody is asking for another number for this account now."],
    'sms.code.recovery': ["Sandali: ",["code"]," is your code to ask for your account with this number. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.code.stopRecovery': ["Sandali: ",["code"]," is your code to keep your account at this number. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Never share it."],
    'sms.recoveryReceived': ["Sandali: we have your request. If it fits an account, a person compares it within 3 working days and we tell you here. Questions: ",["telephone"]],
    'sms.recoveryAsked': ["Sandali: somebody asks to move your account to a number ending in ",["last4"],". Not you? Open Sandali, Forgot password, and stop it, or call us at once: ",["telephone"]],
    'sms.recoveryApproved': ["Sandali: on ",["on"]," your account moves to a number ending in ",["last4"],". Not you? Open Sandali, Forgot password, and stop it before, or call us: ",["telephone"]],
    'sms.recoveryComing': ["Sandali: your ID and photo fit. From ",["on"]," this is the number of your account; until then its owner can stop it. We tell you here."],
    'sms.recoveryDone': ["Sandali: this is now the number of your account. Open Sandali, choose Forgot password and set a new one. If this was not you, call us: ",["telephone"]],
    'sms.recoveryRefused': ["Sandali: we could not give an account to this number. Check the number and ID number you gave and try again, or call us: ",["telephone"]],
    'sms.recoveryStopped': ["Sandali: stopped. Your account stays at this number. Change your password, and call us if somebody has your ID: ",["telephone"]],
    'sms.correctionMade': ["Sandali: we corrected ",["what","select",{"offset":undefined,"name":["your name"],"birthday":["your birthday"],"address":["your address"],"other":["your ID number"]}]," in your account. If you did not ask for this, call us at once: ",["telephone"]],
  },
  fil: {
    'refusal.bodyUnreadable': ["Hindi namin nabasa ang ipinadala ng phone mo. Pakisubukan ulit."],
    'refusal.keyUnknown': ["Na-renew ang secure na koneksyon. Pakisubukan ulit."],
    'refusal.sessionInvalid': ["Tapos na ang session mo. Paki-log in ulit."],
    'refusal.clockWrong': ["Mali ang oras ng phone mo. I-set ito sa automatic, tapos subukan ulit."],
    'refusal.tooManyRequests': ["Masyadong maraming subok sa maikling oras. Maghintay ng isang minuto, tapos subukan ulit."],
    'refusal.clientTooOld': ["Luma na ang version ng app mo. Paki-update muna ang app."],
    'refusal.inputInvalid': ["May mali sa form. Pakitingnan ang mga inilagay mo at subukan ulit."],
    'refusal.requestIdReused': ["Nagamit na ang request na ito sa iba. I-reload ang page at subukan ulit."],
    'refusal.pathUnknown': ["Hindi namin kilala ang hiningi ng app. Paki-update ang app."],
    'refusal.lengthMissing': ["Kulang ang dumating na request. Pakisubukan ulit."],
    'refusal.bodyTooLarge': ["Masyadong malaki ito para ipadala. Gumamit ng mas maliit na picture at subukan ulit."],
    'refusal.originForeign': ["Hindi bahagi ng Sandali ang page na ito. Buksan ang mismong app at subukan ulit."],
    'refusal.codeWrong': ["Mali o expired na ang code. Pakitingnan ulit, o humingi ng bago."],
    'refusal.codeTooSoon': [["seconds","select",{"offset":undefined,"undefined":["Kakapadala lang namin ng code. Maghintay sandali bago humingi ng isa pa."],"other":["Kakapadala lang namin ng code. Puwede kang humingi ng isa pa pagkatapos ng ",["seconds"]," segundo."]}]],
    'refusal.codeSendingFailed': ["Hindi naipadala ang verification code. Pakisubukan ulit pagkatapos ng ilang minuto."],
    'refusal.codeBudgetSpent': ["Masyado nang maraming code ang hiningi. Pakisubukan ulit pagkalipas ng isang oras, o bukas."],
    'refusal.alreadyRegistered': ["May account na ang number na ito. Bumalik at mag-log in."],
    'refusal.loginWrong': ["Mali ang phone number o password. Subukan ulit, o i-reset ang password mo."],
    'refusal.passwordTooCommon': ["Madaling mahulaan ang password na ito. Pumili ng iba."],
    'refusal.passwordAlreadySet': ["May password na ang account mo. Puwede mo itong palitan sa Ako."],
    'refusal.pictureCodeNeeded': ["I-type ang mga numero sa larawan, saka humingi ulit ng code."],
    'refusal.pictureCodeWrong': ["Hindi iyon ang mga numero sa larawan. Narito ang iba."],
    'refusal.smsLoginOff': ["Naka-off muna ang login gamit ang SMS code. Mag-log in gamit ang password mo."],
    'refusal.feedbackTooOften': ["Salamat, sapat na iyan para sa araw na ito. Bukas ulit."],
    'refusal.agreementUnknown': ["May bago sa mga kasunduan namin mula nang buksan mo ang page na ito. I-load ulit ang page, basahin at i-tick ulit ang kahon."],
    'refusal.accountUnknown': ["Wala pang account ang number na ito. Ilang minuto lang ang pagbukas ng isa."],
    'refusal.passwordSame': ["Ito ang password mo ngayon. Pumili ng iba."],
    'refusal.idDigitsNeeded': ["Bago sa amin ang phone na ito. Ilagay ang huling 4 na character ng ID number na ipinasa mo sa amin."],
    'refusal.idDigitsWrong': ["Hindi ito ang huling 4 na character ng ID number na ipinasa mo sa amin. Tingnan ang ID mo at subukan ulit."],
    'refusal.idDigitsSpent': ["Masyado nang maraming maling subok ngayon. Subukan ulit bukas, gumamit ng phone na nagamit mo na, o tumawag sa customer service."],
    'refusal.phoneChangedLately': [["on","select",{"offset":undefined,"undefined":["Wala pang 14 araw mula nang palitan ang number mo. Subukan ulit sa susunod."],"other":["Wala pang 14 araw mula nang palitan ang number mo. Mapapalitan mo ulit ito mula ",["on"],"."]}]],
    'refusal.phoneSame': ["Ito na ang number mo ngayon. Ilagay ang bago."],
    'refusal.oldCodeWrong': ["Mali o expired na ang code sa lumang number mo. Tingnan ulit, o humingi ng bago."],
    'refusal.idNumberUnknown': ["Wala ka pang naipapadalang ID number sa amin. Gamitin ang code sa lumang number, o tawagan ang customer service."],
    'refusal.idNumberSpent': ["Sobra na ang maling ID number. Gamitin ang code sa lumang number, subukan ulit pagkalipas ng 2 linggo, o tawagan ang customer service."],
    'refusal.idNumberWrong': ["Hindi ito ang ID number na ipinadala mo sa amin. Tingnan ang ID mo at ilagay nang buo."],
    'refusal.phoneTaken': ["Sa ibang account ang number na ito. Gumamit ng ibang number, o tawagan ang customer service."],
    'refusal.newDeviceCodeNeeded': ["Bago sa account mo ang phone na ito. Magpapadala kami ng code para masiguradong ikaw ito."],
    'refusal.passwordNeeded': ["Ilagay ang password mo para magpatuloy."],
    'refusal.proofTooOld': ["Para ligtas ang account mo, mag-log out, mag-log in ulit, at subukan muli."],
    'refusal.passkeyWrong': ["Hindi magamit dito ang passkey na ito. Subukan ulit, o magpatuloy nang wala ito."],
    'refusal.passkeyLimitReached': ["Mayroon ka nang 10 passkey. Mag-alis muna ng hindi mo na ginagamit."],
    'refusal.passkeyMissing': ["Wala na ang passkey na ito."],
    'refusal.passkeyAlreadyAdded': ["Naidagdag na ang passkey na ito."],
    'refusal.creditLocked': ["Nire-review pa ang impormasyon mo kaya hindi muna ito mababago. Pakisubukan ulit mamaya."],
    'refusal.creditStepMissing': ["Tapusin muna ang step bago nito."],
    'refusal.tooYoung': ["Dapat 18 taong gulang ka pataas para makautang. Pakitingnan ang petsa ng kapanganakan mo."],
    'refusal.placeUnknown': ["Hindi namin mahanap ang lugar na ito. Piliin ulit ang probinsya, lungsod at barangay."],
    'refusal.contactsNotDistinct': ["Dapat magkakaiba ang number ng bawat contact. Palitan ang naulit."],
    'refusal.contactIsOwnNumber': ["Hindi puwedeng ikaw ang sarili mong contact. Ilagay ang number ng ibang tao."],
    'refusal.contactFamilyMissing': ["Dapat may kahit isang kapamilya sa mga contact. Magdagdag ng kapamilya."],
    'refusal.pictureUnreadable': ["Hindi namin mabuksan ang picture na ito. Kunan ulit."],
    'refusal.pictureKindRefused': ["JPEG, PNG o WebP na picture lang ang puwede. Kumuha o pumili ng iba."],
    'refusal.pictureTooLarge': ["Masyadong malaki ang picture na ito. Kunan ulit o pumili ng mas maliit."],
    'refusal.pictureTooSmall': ["Masyadong maliit ang picture na ito para mabasa. Kunan ulit nang mas malapit sa ID."],
    'refusal.pictureQuotaSpent': ["Marami ka nang naipadalang picture ngayong araw. Ituloy mo na lang bukas."],
    'refusal.pictureMissing': ["May kulang na picture. I-upload ang harap ng ID mo at ang selfie na hawak ito."],
    'refusal.idExpired': ["Hindi na valid ang ID na ito. Gumamit ng valid pa, o pakitingnan ang petsa."],
    'refusal.idNumberTaken': ["Nasa ibang account na ang ID number na ito. Tingnan ulit, o hayaang tulungan ka ng customer service."],
    'refusal.creditNotApproved': ["Hindi ka pa puwedeng umutang ngayon. Tapusin ang credit application mo, o hintayin ang resulta."],
    'refusal.incomeTooLow': ["Hindi kaya ng kitang ito ang pinakamaliit naming loan. ",["fits","select",{"offset":undefined,"undefined":["Sobra ang bayarin sa pagitan ng dalawang sahod."],"other":["Hanggang ",["fits"]," lang ang dapat na bayarin sa pagitan ng dalawang sahod."]}]],
    'refusal.billOverdue': ["May overdue kang bill. Bayaran mo muna ito para makautang ulit."],
    'refusal.accountMissing': ["Wala ka pang account para sa ganitong pagtanggap ng pera. Magdagdag muna ng isa."],
    'refusal.accountNotPaid': ["Hindi pa kami makapagpadala ng pera sa bangko o e-wallet na ito. Pumili ng ibang account, o ng ibang paraan ng pagtanggap ng pera."],
    'refusal.accountNameDiffers': ["Hindi tugma sa ID mo ang pangalan ng may-ari ng account na ito. Pumili ng iba, o magdagdag ng account na nasa pangalan mo sa ID."],
    'refusal.bankCardMissing': ["Kailangan munang may bank account bago umutang. Magdagdag muna ng bank account."],
    'refusal.amountNotOffered': ["Wala sa alok ang halagang ito. Pumili sa mga halagang nakalista."],
    'refusal.termNotOffered': ["Wala sa alok ang loan term na ito. Pumili sa mga nakalista."],
    'refusal.channelNotOffered': ["Hindi available ngayon ang ganitong pagtanggap ng pera. Pumili ng iba."],
    'refusal.channelClosed': [["hour","select",{"offset":undefined,"undefined":["Sarado ngayon ang ganitong pagtanggap ng pera. Pumili ng iba, o bumalik mamaya."],"other":["Sarado ngayon ang ganitong pagtanggap ng pera. Magbubukas ito nang ",["hour"],". Pumili ng iba, o bumalik sa oras na iyon."]}]],
    'refusal.pickupHeld': [["hours","select",{"offset":undefined,"undefined":["Napalitan ang number, password o phone mo. Para ligtas ang pera mo, makakakuha ka ng cash pagkalipas ng 24 oras."],"other":["Napalitan ang number, password o phone mo. Para ligtas ang pera mo, maghintay muna bago kumuha ng cash. Natitirang oras: ",["hours"],"."]}]],
    'refusal.channelTooCostly': ["Masyadong mataas ang fee ng channel na ito para sa ganito kaliit na loan. ",["smallest","select",{"offset":undefined,"undefined":["Pumili ng ibang channel o mas malaking halaga."],"other":["Puwede ito mula ",["smallest"]," pataas."]}]],
    'refusal.lineExceeded': ["Sobra ito sa natitira mong credit line. ",["available","select",{"offset":undefined,"undefined":["Pumili ng mas maliit na halaga."],"none":["Mas maliit ang natitira kaysa sa pinakamababang loan. Magbayad ng bill, at magagamit mo ulit ang halagang iyon."],"other":["Hanggang ",["available"]," ang puwede mong utangin ngayon."]}]],
    'refusal.unaffordable': ["Sobra ang magiging bayarin sa pagitan ng dalawang sahod mo. ",["fits","select",{"offset":undefined,"undefined":["Bayaran muna ang bahagi ng utang mo, o hintaying mabayaran ito."],"other":["Sa kita at iba mong bill, ",["fits"]," ang kasya ngayon."]}]],
    'refusal.quoteExpired': ["Expired na ang quote na ito. Tingnan ang bagong mga gastos at kumpirmahin ulit."],
    'refusal.quoteUsed': ["May loan nang nagawa mula sa quote na ito. Makikita mo ito sa Utang."],
    'refusal.disclosureChanged': ["Nagbago ang disclosure statement. Basahin ang bago at pumayag ulit."],
    'refusal.loanUnknown': ["Hindi namin mahanap ang loan na ito. Buksan ang Utang para makita ang lahat ng loan mo."],
    'refusal.channelLimit': ["Hindi kaya ng channel na ito ang halagang ito. ",["maximum","select",{"offset":undefined,"undefined":["Pumili ng ibang channel o ibang halaga."],"other":[["minimum"]," hanggang ",["maximum"]," lang ang tanggap nito."]}]],
    'refusal.lendingPaused': ["Hindi muna maaaring umutang: naka-pause ang pagpapautang. Pakisubukan ulit bukas."],
    'refusal.applicationsPaused': ["Hindi muna kami tumatanggap ng aplikasyon. Naka-save ang mga nilagay mo. Pakisubukan ulit bukas."],
    'refusal.budgetSpent': ["Marami ang nangungutang ngayon. Pakisubukan ulit bukas ng alas-10 ng umaga."],
    'refusal.returnedTwice': [["day","select",{"offset":undefined,"undefined":["Dalawang loan ang ibinalik mo sa loob ng 90 araw, kaya maghihintay ng 30 araw ang susunod na loan."],"other":["Dalawang loan ang ibinalik mo sa loob ng 90 araw, kaya maghihintay ang susunod na loan. Makakautang ka ulit simula ",["day"],"."]}]],
    'refusal.voucherMissing': ["Hindi na magagamit ang coupon na iyon. Pumili ng iba, o wala, at tingnan muli ang gastos."],
    'refusal.voucherNeedsMore': ["Masyadong maliit ang loan na ito para sa coupon. ",["minimum","select",{"offset":undefined,"undefined":["Pumili ng mas malaking halaga o ibang coupon."],"other":["Para ito sa mga loan na ",["minimum"]," pataas."]}]],
    'refusal.cancelTooLate': ["Papunta na ang pera mo at hindi na mapipigilan. Pagdating nito, maibabalik mo ito nang wala nang ibang babayaran."],
    'refusal.coolingOffClosed': ["Hindi na maibabalik ang loan na ito. Bayaran na lang nang maaga: interes lang para sa mga araw na hawak mo ang pera ang babayaran mo."],
    'refusal.periodWrong': ["Pumili ng ibang panahon: hindi lampas sa dulo ang simula, hindi lampas sa ngayon ang dulo, at hanggang isang taon lang."],
    'refusal.statementsSpent': ["Naabot mo na ang dami ng statement na puwedeng i-save sa isang araw. Mababasa mo pa rin ito rito; puwede ulit mag-save bukas."],
    'refusal.documentMissing': ["Wala sa amin ang dokumentong ito. Bumalik sa listahan para makita ang mga puwedeng i-download."],
    'refusal.documentsSpent': ["Sapat na ang mga download ngayong araw. ",["from","select",{"offset":undefined,"undefined":["Subukan muli bukas."],"other":["Makakapag-download ka ulit mula ",["from"],"."]}]],
    'refusal.pushServiceUnknown': ["Dumadaan ang notification ng browser na ito sa serbisyong hindi namin kilala. Piliin ang paalala sa SMS."],
    'refusal.pushMissing': ["Hindi pa pinapayagan ng phone na ito ang notification. Payagan ito, o piliin ang paalala sa SMS."],
    'refusal.dueDateMoved': ["Nagbago ang due date ng bill na ito. Buksan ulit ang page para makita ang bago."],
    'refusal.complaintsSpent': ["Nakapagpadala ka na ng 5 mensahe sa customer service ngayong araw. Ipadala ang susunod bukas, o tawagan kami."],
    'refusal.complaintDayWrong': ["Hindi puwedeng mas huli kaysa ngayon o lampas isang taon na ang araw ng bayad. Tingnan ang resibo at itama ito."],
    'refusal.complaintUnknown': ["Hindi namin makita ang case na ito. Buksan ulit ang Customer service para makita ang mga case mo."],
    'refusal.complaintAnswered': ["May sagot na ang case na ito at hindi na tumatanggap ng litrato. Gumawa ng bagong case kung may mali pa rin."],
    'refusal.complaintPicturesFull': ["May 3 litrato na ang case na ito, iyon na ang pinakamarami. Isulat ang iba pa sa bagong case."],
    'refusal.repaymentClosed': ["Wala nang babayaran sa bill na ito ngayon. I-reload para makita ang pinakabagong lagay nito."],
    'refusal.repaymentTooSmall': ["Mas mababa ito sa minimum na bayad. ",["minimum","select",{"offset":undefined,"undefined":["Maglagay ng mas malaking halaga."],"other":["Magbayad ng hindi bababa sa ",["minimum"],"."]}]],
    'refusal.repaymentTooLarge': ["Sobra ito sa utang mo. ",["owed","select",{"offset":undefined,"undefined":["Maglagay ng mas maliit na halaga."],"other":["Hanggang ",["owed"]," ang puwede, ang utang mo sa ",["day"],"."]}]],
    'refusal.repaymentChannelRefused': ["Hindi matatanggap ng channel na ito ang bayad mo ngayon. Pumili ng iba."],
    'refusal.repaymentCodeUnknown': ["Hindi namin mahanap ang payment code na ito. I-reload ang repayment page para makakuha ng bago."],
    'refusal.extensionSpent': ["Na-extend mo na ang loan na ito ",["most","select",{"offset":undefined,"undefined":["hanggang sa puwede"],"other":["nang ",["most"]," beses, hanggang doon lang"]}],". Bayaran ang lahat o bahagi, o tawagan kami para sa planong kaya mo."],
    'refusal.extensionTooEarly': ["Puwedeng i-extend ang bill na ito mula 3 araw bago ang due date nito. ",["from","select",{"offset":undefined,"undefined":["Bumalik ka sa panahong iyon."],"other":["Bumalik ka mula ",["from"],"."]}]],
    'refusal.extensionAboveRate': ["Lalampas sa pinapayagan ng batas ang gastos ng extension. Bayaran ang lahat o bahagi, o tawagan kami para sa planong kaya mo."],
    'refusal.extensionAboveTotal': ["Kapag idinagdag ang fee na ito, lalampas sa hiniram mo ang lahat ng singil, kaya hindi puwede. Bayaran ang lahat o bahagi, o tawagan kami."],
    'refusal.extensionTooSmall': ["Mas maliit ang fee kaysa sa tinatanggap ng alinmang paraan ng pagbabayad. Bayaran na lang ang natitira."],
    'refusal.extensionChanged': ["Nagbago ang fee o ang bagong due date mula nang tingnan mo. Tingnan ulit ang mga paraan, saka pumili."],
    'refusal.bankUnknown': ["Hindi namin kilala ang bangkong ito. Pumili sa listahan."],
    'refusal.walletUnknown': ["Hindi namin kilala ang wallet na ito. Pumili sa listahan."],
    'refusal.ownerNameDiffers': ["Dapat tugma ang pangalan ng may-ari ng account sa umuutang. Ilagay ito gaya ng nasa ID mo."],
    'refusal.accountNumberInvalid': ["Parang mali ang account number. Pakitingnan ulit ang mga numero."],
    'refusal.accountAlreadyAdded': ["Naidagdag mo na ang account na ito. Makikita mo ito sa listahan mo."],
    'refusal.passwordWrong': ["Mali ang password. Pakisubukan ulit."],
    'refusal.accountLimitReached': ["Naabot mo na ang dami ng account na puwedeng idagdag. Gamitin ang isa sa nasa listahan mo."],
    'refusal.accountsAddedOften': ["Marami ka nang idinagdag na account ngayong araw. Subukan ulit bukas."],
    'refusal.payoutAccountUnknown': ["Wala na sa listahan mo ang account na ito. I-reload ang listahan."],
    'refusal.payoutAccountAwaited': ["May perang papunta sa account na ito. Mabubura mo ito kapag dumating na ang pera."],
    'refusal.nameNotKnownYet': ["Ilagay muna ang personal information mo para malaman namin ang pangalan mo."],
    'refusal.accountHeld': [["hours","select",{"offset":undefined,"undefined":["Bago ang account na ito, at napalitan ang number mo o code lang ang ipinasok mo. Para ligtas, makakatanggap ito pagkalipas ng 24 oras."],"other":["Bago ang account na ito, at napalitan ang number mo o code lang ang ipinasok mo. Para ligtas, maghintay muna. Natitirang oras: ",["hours"],"."]}]],
    'refusal.newAccountsHeld': [["hours","select",{"offset":undefined,"undefined":["Napalitan ang number, password o phone mo. Para ligtas ang pera mo, makakapagdagdag ka ulit ng account 24 oras pagkatapos nito."],"other":["Napalitan ang number, password o phone mo. Para ligtas ang pera mo, maghintay muna bago magdagdag ng account. Natitirang oras: ",["hours"],"."]}]],
    'refusal.systemError': ["May error sa system, pakisubukan ulit."],
    'refusal.systemBusy': ["Busy ang system. Pakisubukan ulit mamaya, o bukas."],
    'refusal.stopping': ["Nagre-restart kami. Pakisubukan ulit pagkatapos ng isang minuto."],
    'sms.code.register': ["Sandali: ",["code"]," ang code mo para mag-register. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Huwag itong ibigay kahit kanino."],
    'sms.code.login': ["Sandali: ",["code"]," ang code mo para mag-log in. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Huwag itong ibigay kahit kanino."],
    'sms.code.reset': ["Sandali: ",["code"]," ang code mo para i-reset ang password. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag pansinin at huwag ibigay kahit kanino."],
    'sms.code.newDevice': ["Sandali: ",["code"]," ang code mo para mag-log in sa bagong phone. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag itong ibigay kahit kanino."],
    'sms.code.bankAccount': ["Sandali: ",["code"]," ang code mo para magdagdag ng bank account. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag itong ibigay kahit kanino."],
    'sms.code.oldPhone': ["Sandali: ",["code"]," ang code mo para palitan ang number ng account mo. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag itong ibigay."],
    'sms.code.newPhone': ["Sandali: ",["code"]," ang code mo para gamitin ang number na ito sa account mo. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag ibigay."],
    'sms.newDeviceLogin': ["Sandali: may bagong phone na nag-log in sa account mo. Kung hindi ikaw ito, palitan ang password mo at tumawag sa amin: ",["telephone"]],
    'sms.passkeyAdded': ["Sandali: may idinagdag na passkey sa account mo. Kung hindi ikaw ito, palitan ang password mo at tumawag sa amin: ",["telephone"]],
    'sms.passkeyRemoved': ["Sandali: may inalis na passkey sa account mo. Kung hindi ikaw ito, palitan ang password mo at tumawag sa amin: ",["telephone"]],
    'sms.passkeyRefused': ["Sandali: baka may gumagamit ng kopya ng passkey mo kaya hindi namin ito tinanggap. Alisin ito sa Ako > Mga passkey at tumawag: ",["telephone"]],
    'sms.passwordChanged': ["Sandali: napalitan ang password mo. Kung hindi ikaw ito, tumawag agad sa amin: ",["telephone"]],
    'sms.payoutAccountAdded': ["Sandali: may idinagdag na account na nagtatapos sa ",["last4"]," para tumanggap ng loan mo. Kung hindi ikaw ito, palitan ang password mo at tumawag sa amin: ",["telephone"]],
    'sms.phoneChangedFrom': ["Sandali: may bagong number na ang account mo; hindi na ito ang number nito. Kung hindi ikaw ito, tumawag agad sa amin: ",["telephone"]],
    'sms.phoneChangedTo': ["Sandali: ito na ang number ng account mo. Dito ka na mag-log in. Kung hindi ikaw ito, tawagan kami: ",["telephone"]],
    'refusal.disputeNotPossible': ["Wala kang desisyong puwedeng tutulan ngayon. Maipapaliwanag ito ng customer service."],
    'refusal.disputeAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["Tinitingnan na namin ang pagtutol mo."],"other":["Tinitingnan na namin ang pagtutol mo. Darating ang sagot hanggang ",["due"],"."]}]],
    'refusal.contactAskedOut': ["May isa sa kanila na humiling na huwag gawing contact. Pumili ng iba."],
    'refusal.lineHeld': ["Sinusuri naming muli ang iyong mga detalye: maghintay muna sa bagong loan. Walang nagbago sa utang mo. Subukan mamaya, o tumawag sa amin."],
    'refusal.lineClosed': ["Sarado na ang credit line mo dahil may loan na na-write off. Bibilangin pa rin ang ibabayad mo. Tumawag sa amin kung may mali."],
    'sms.disputeUpheld': ["Sandali: tiningnan namin ang pagtutol mo, at may taong susuri ulit sa application mo. Ipapaalam namin ang resulta sa SMS."],
    'sms.disputeDeclined': ["Sandali: sinagot na namin ang pagtutol mo. Buksan ang app at basahin ito sa application mo."],
    'sms.contactNotice': ["Sandali: ibinigay ni ",["name"]," ang number mo sa ",["lender"]," bilang character reference. Wala kang utang at hindi mo kailangang sumagot. Para matanggal, tawagan ang ",["telephone"],"."],
    'reason.age': ["Sa ilang edad lang kami nagpapautang."],
    'reason.income': ["Wala kaming nakitang kita na pambayad."],
    'reason.identity': ["Hindi namin nakumpirma ang ID mo."],
    'reason.contacts': ["Hindi namin matanggap ang tatlong contact mo."],
    'reason.information': ["May mga impormasyong kulang o hindi nagtutugma."],
    'reason.other': ["Hindi pa pasok sa patakaran namin ang application mo."],
    'refusal.quotaNoLine': ["Wala ka pang credit line. Mag-apply muna."],
    'refusal.quotaOverdue': ["May overdue kang bill. Bayaran muna ito, saka humiling ng mas mataas na limit."],
    'refusal.quotaRequestOpen': ["Tinitingnan na namin ang hiling mo. Ipapadala namin ang sagot sa SMS."],
    'refusal.quotaAtMaximum': ["Ito na ang pinakamataas naming limit."],
    'refusal.quotaUnaffordable': [["fits","select",{"offset":undefined,"undefined":["Hindi kaya ng kita mo ang mas mataas na limit."],"other":["Hanggang ",["fits"]," lang na limit ang kaya ng kitang sinabi mo."]}]],
    'refusal.quotaAmountNotOffered': [["maximum","select",{"offset":undefined,"undefined":["Pumili ng isa sa mga limit na nakikita."],"other":["Pumili ng isa sa mga limit na nakikita: higit sa limit mo, hanggang ",["maximum"],"."]}]],
    'refusal.quotaTooSoon': [["day","select",{"offset":undefined,"undefined":["Maaga pa para humiling ulit."],"other":["Puwede kang humiling ulit ng mas mataas na limit simula ",["day"],"."]}]],
    'refusal.quotaTooFewLoans': [["count","select",{"1":["Magbayad pa ng isang loan sa oras, hindi bago ang kalahati ng term nito, saka humiling."],"offset":undefined,"undefined":["Magbayad muna ng loan sa oras, hindi bago ang kalahati ng term nito, saka humiling."],"other":["Magbayad pa ng ",["count"]," loan sa oras, hindi bago ang kalahati ng term nila, saka humiling."]}]],
    'refusal.quotaStepTooSoon': [["day","select",{"offset":undefined,"undefined":["Isang hakbang sa loob ng 30 araw ang paglaki ng limit. Nakuha mo na ang susunod na hakbang."],"other":["Isang hakbang sa loob ng 30 araw ang paglaki ng limit. Makukuha mo ang susunod simula ",["day"],"."]}]],
    'sms.growthTakenBack': ["Sandali: binawi ang isang loan na nagpalaki sa limit mo, kaya ",["limit"]," na ang limit mo.",["later","select",{"offset":undefined,"undefined":[],"other":[" Habang nagbabayad ka, ",["later"]," pa ang mababawas."]}]],
    'sms.quotaGranted': ["Sandali: ",["limit"]," na ang limit mo. Umutang lang ng kailangan mo."],
    'sms.quotaDeclined': ["Sandali: hindi pa namin maitaas ang limit mo ngayon. Puwede kang humiling ulit simula ",["from"],". Buksan ang app para makita ang dahilan."],
    'sms.reviewApproved': ["Sandali: good news, approved ka na. ",["limit"]," ang credit line mo. Buksan ang app para umutang."],
    'sms.reviewRejected': ["Sandali: hindi ka pa puwedeng umutang ngayon. Puwede kang magpasa ulit simula ",["from"],". Buksan ang app para makita ang dahilan."],
    'sms.loanPaidOut': ["Sandali: naipadala na ang ",["arrival"]," sa ",["receiver"]," mo. Pakibayaran ang ",["repay"]," hanggang ",["due"],"."],
    'sms.payoutOnItsWay': ["Sandali: papunta na ang ",["arrival"]," sa ",["receiver"]," mo sa pamamagitan ng PESONet. Inaasahan ito hanggang gabi ng ",["day"],". Magsisimula ang ",["days","plural",{"offset":undefined,"one":["#"," araw"],"other":["#"," araw"]}]," mo sa araw na dumating ito."],
    'sms.payoutFailed': ["Sandali: hindi naipadala sa iyo ang ",["arrival"],". Wala kang babayaran at magagamit mo ulit ang limit mo. Sa app, subukan ulit o pumili ng ibang account."],
    'sms.loanReversed': ["Sandali: bumalik sa amin ang ",["arrival"]," ng loan ",["reference"],". Wala ka nang babayaran dito.",["kept","select",{"offset":undefined,"undefined":[],"other":[" Nasa amin pa ang ",["kept"]," na binayad mo: buksan ang Utang sa app para maibalik ito sa iyo."]}]],
    'sms.pickupReady': ["Sandali: puwede nang kunin ang ",["arrival"],". Saan: ",["place"],". Hanggang: ",["last"],". Magdala ng valid ID. Nasa app ang withdrawal code mo."],
    'sms.pickupLastDay': ["Sandali: hindi pa nakukuha ang ",["arrival"],". Saan: ",["place"],". Huling araw: ",["last"],". Magdala ng valid ID. Kung hindi kukunin, ibabalik ito; wala kang babayaran."],
    'sms.pickupCollected': ["Sandali: nakuha mo na ang ",["arrival"],". Saan: ",["place"],". Pakibayaran ang ",["repay"]," hanggang ",["due"],"."],
    'sms.pickupOver': ["Sandali: hindi nakuha ang ",["arrival"]," kaya ibinalik ito. Wala kang babayaran. Puwede kang umutang ulit sa app."],
    'sms.nextPart': ["Sandali: natanggap namin ang ",["paid"]," para sa loan ",["reference"],". Buksan ang Sandali para sa code ng susunod na bahagi."],
    'sms.billRepaid': ["Sandali: natanggap namin ang ",["paid"],". Bayad na nang buo ang loan ",["reference"],". Salamat!"],
    'sms.loanExtended': ["Sandali: na-extend na ang loan ",["reference"],". Pakibayaran ang ",["repay"]," hanggang ",["due"],"."],
    'sms.chargeWaived': ["Sandali: inalis namin ang ",["amount"]," na singil sa loan ",["reference"]," mo. Nasa app ang natitirang babayaran."],
    'sms.promiseMade': ["Sandali: naitala ang pangako mong bayaran ang loan ",["reference"],". Susunod: ",["amount"]," hanggang ",["due"],". Walang dagdag na late charge habang tinutupad mo."],
    'sms.loanReturned': ["Sandali: natanggap namin ang ",["paid"],". Naibalik na ang loan ",["reference"],": kinansela ang mga fee at interes, at wala ka nang utang dito."],
    'refusal.refundUnderWay': ["May ibinabalik na kaming pera sa iyo. Maipapadala mo ang natitira kapag dumating na ito."],
    'refusal.refundTooMuch': [["available","select",{"offset":undefined,"undefined":["Higit ito sa perang itinatabi namin para sa iyo."],"other":["Higit ito sa perang itinatabi namin para sa iyo: ",["available"]," ang maibabalik."]}]],
    'sms.refundOrdered': ["Sandali: ibinabalik ang ",["amount"]," sa iyong ",["receiver"],". Hindi ikaw ito? Palitan ang password mo at tumawag sa amin: ",["telephone"]],
    'sms.refundPaid': ["Sandali: naibalik ang ",["amount"]," sa iyong ",["receiver"],". Walang fee."],
    'sms.refundFailed': ["Sandali: hindi nakarating ang ",["amount"]," sa iyong ",["receiver"],". Nasa amin pa ito: buksan ang Utang sa app at ipadala ito sa ibang account."],
    'sms.reminderSoon': ["Sandali: ",["amount"]," ang babayaran sa ",["due"],", tatlong araw mula ngayon. Libre ang pagbabayad sa lahat ng paraan. May tanong? Tumawag sa ",["telephone"],"."],
    'sms.reminderTomorrow': ["Sandali: ",["amount"]," ang babayaran bukas, ",["due"],". Libre ang pagbabayad sa lahat ng paraan. May tanong? Tumawag sa ",["telephone"],"."],
    'sms.reminderToday': ["Sandali: ",["amount"]," ang babayaran ngayong araw, ",["due"],". Libre ang pagbabayad sa lahat ng paraan. May tanong? Tumawag sa ",["telephone"],"."],
    'sms.reminderOverdue': ["Sandali: noong ",["due"]," ang due date ng bill mo; ",["amount"]," na ito ngayon. Nahihirapan ka bang magbayad? Tumawag sa ",["telephone"]," at hahanap tayo ng paraan. Kung kababayad mo lang, salamat."],
    'sms.reminderPromise': ["Sandali: bukas, ",["due"],", ang susunod na bahagi ng pangako mo: ",["amount"],". Libre ang pagbabayad sa lahat ng paraan. May tanong? Tumawag sa ",["telephone"],"."],
    'refusal.deletionOpenLoan': ["Hindi mabubura ang account na may loan na hindi pa bayad. Bayaran muna ito, saka humiling ulit."],
    'refusal.deletionUnderReview': ["Sinusuri pa ang application mo. Mabubura ang account kapag may sagot na."],
    'refusal.deletionHeldByLaw': [["until","select",{"offset":undefined,"undefined":["Iniuutos ng batas na itago namin ang tala ng mga loan mo. Magpadala na lang ng request na burahin."],"other":["Iniuutos ng batas na itago namin ang tala ng mga loan mo hanggang ",["until"],". Magpadala na lang ng request na burahin."]}]],
    'refusal.deletionLater': [["from","select",{"offset":undefined,"undefined":["Mabubura mo ang account mo sa araw na puwede ka nang mag-apply ulit."],"other":["Mabubura mo ang account mo mula ",["from"],", ang araw na puwede ka nang mag-apply ulit."]}]],
    'refusal.exportsSpent': [["from","select",{"offset":undefined,"undefined":["Naabot mo na ang dami ng kopya sa isang araw. Puwede ulit bukas."],"other":["Naabot mo na ang dami ng kopya sa isang araw. Puwede ulit mula ",["from"],"."]}]],
    'refusal.consentNecessary': ["Hindi kami makakapagpahiram kung wala ang pahintulot na ito. Para bawiin, magpadala ng request."],
    'refusal.requestAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["Hiniling mo na ito. Inaayos na namin ang sagot."],"other":["Hiniling mo na ito. Darating ang sagot namin bago lumampas ang ",["due"],"."]}]],
    'sms.accountDeleted': ["Sandali: nabura na ang account at data mo. Kung hindi ikaw ito, tumawag agad sa amin: ",["telephone"]],
    'sms.deletionAsked': ["Sandali: natanggap namin ang request mong burahin ang account mo. Kung hindi ikaw ito, tumawag agad sa amin: ",["telephone"]],
    'sms.dataRequestAnswered': ["Sandali: sinagot na namin ang request mo tungkol sa data mo. Basahin sa app: Ako, Privacy at ang data mo."],
    'sms.feedbackAnswered': ["Sandali: nabasa namin ang sinabi mo tungkol sa alok namin at sinagot ka na. Basahin sa app: Ako, Customer service."],
    'sms.complaintAcknowledged': ["Sandali: inaasikaso na namin ang case mo na ",["number"],". Sasabihan ka namin kapag may sagot na."],
    'sms.complaintAnswered': ["Sandali: sinagot na namin ang case mo na ",["number"],". Basahin sa app: Ako, Customer service."],
    'complaint.transferBooked': ["Dumating na ang transfer mong ",["amount"]," at bilang ito mula ",["day"],", ang araw ng bayad mo. Salamat."],
    'document.data.title': ["Ang personal mong data"],
    'document.data.madeFor': ["Ginawa para kay ",["name"]," noong ",["day"]],
    'document.data.about': ["Ito ang hawak ng ",["lender"]," tungkol sa iyo, ayon sa Data Privacy Act of 2012 (RA 10173). Sa mga contact ang mga number nila kaya nakatago pa rin. Makukuha rin ito bilang JSON."],
    'document.data.page': ["Pahina"],
    'document.data.none': ["Wala"],
    'document.statement.title': ["Statement of account"],
    'document.statement.madeFor': ["Para kay ",["name"],", mula ",["from"]," hanggang ",["to"]],
    'document.statement.about': ["Lahat ng entry na na-book ng ",["lender"]," sa pagitan natin sa panahong ito, ayon sa pagkakasunod sa mga libro. Nasa araw ng pag-book ang bawat entry; kung iba ang araw na pinagbatayan, nakasulat ito. Ginawa noong ",["day"],"."],
    'document.statement.section.sum': ["Sa madaling sabi"],
    'document.statement.section.entries': ["Mga entry"],
    'document.statement.kind.paidOut': ["Naipadala ang loan"],
    'document.statement.kind.reversed': ["Bumalik ang ipinadala"],
    'document.statement.kind.charges': ["Mga singil"],
    'document.statement.kind.chargesBack': ["Kinanselang singil"],
    'document.statement.kind.repayment': ["Bayad mo"],
    'document.statement.kind.extension': ["Bayad sa pag-extend"],
    'document.statement.kind.shared': ["Muling hinati ang mga bayad"],
    'document.statement.kind.refundOrdered': ["Hiniling ang refund"],
    'document.statement.kind.refundPaid': ["Naipadala ang refund"],
    'document.statement.kind.refundBack': ["Hindi dumating ang refund, itinatabi para sa iyo"],
    'document.statement.kind.returned': ["Ibinalik ang loan, kinansela ang mga singil"],
    'document.statement.kind.waived': ["Singil na inalis"],
    'document.statement.kind.waivedLess': ["Mas maliit ang inalis: lumiit ang singil dahil sa nauna mong bayad"],
    'document.statement.kind.remainder': ["Natirang mas mababa sa piso, hindi na siningil"],
    'document.statement.kind.remainderLess': ["Mas maliit ang hindi siningil: bayad na ito ng nauna mong bayad"],
    'document.statement.kind.writtenOff': ["Loan na na-write off"],
    'document.statement.opening': ["Utang bago ang ",["day"]],
    'document.statement.closing': ["Utang sa record namin pagkatapos ng ",["day"]],
    'document.statement.pendingInterest': ["Interes hanggang ngayon, hindi pa naka-record"],
    'document.statement.pendingLate': ["Late charge hanggang ngayon, hindi pa naka-record"],
    'document.statement.owed': ["Utang ngayon"],
    'document.statement.kept': ["Itinatabi para sa iyo"],
    'document.statement.loan': ["Loan"],
    'document.statement.countsFrom': ["Bilang mula"],
    'document.statement.change': ["Pagbabago"],
    'document.statement.balance': ["Utang pagkatapos"],
    'document.statement.part.sent': ["Naipadala sa iyo"],
    'document.statement.part.fees': ["Mga fee, ibinawas"],
    'document.statement.part.paid': ["Natanggap"],
    'document.statement.part.late': ["Late charge"],
    'document.statement.part.interest': ["Interes"],
    'document.statement.part.principal': ["Principal"],
    'document.statement.part.extensionFee': ["Extension fee"],
    'document.statement.part.kept': ["Itinatabi para sa iyo"],
    'document.section.account': ["Account"],
    'document.section.personal': ["Tungkol sa iyo"],
    'document.section.contacts': ["Mga contact na ibinigay mo"],
    'document.section.work': ["Trabaho at kita"],
    'document.section.identity': ["ID"],
    'document.section.drafts': ["Mga sagot na hindi pa naipapadala"],
    'document.section.pictures': ["Mga larawan"],
    'document.section.reviews': ["Mga pagsusuri"],
    'document.section.payoutAccounts': ["Mga bank account at e-wallet"],
    'document.section.loans': ["Mga loan at bayad"],
    'document.section.messages': ["Mga mensaheng ipinadala namin"],
    'document.section.devices': ["Mga pag-log in"],
    'document.section.feedback': ["Feedback"],
    'document.section.consents': ["Mga pahintulot"],
    'document.section.requests': ["Mga request"],
    'document.section.complaints': ["Customer service"],
    'document.section.looks': ["Mga staff na tumingin"],
    'document.label.phone': ["Mobile number"],
    'document.label.name': ["Pangalan"],
    'document.label.language': ["Wika"],
    'document.label.registeredAt': ["Nagparehistro"],
    'document.label.lastName': ["Apelyido"],
    'document.label.firstName': ["Unang pangalan"],
    'document.label.middleName': ["Gitnang pangalan"],
    'document.label.nationality': ["Nasyonalidad"],
    'document.label.address': ["Tirahan"],
    'document.label.maritalStatus': ["Katayuang sibil"],
    'document.label.residenceYears': ["Tagal sa tirahan"],
    'document.label.housingType': ["Uri ng tirahan"],
    'document.label.education': ["Pinag-aralan"],
    'document.label.facebookLink': ["Facebook page"],
    'document.label.relationship': ["Relasyon"],
    'document.label.employmentType': ["Uri ng trabaho"],
    'document.label.employer': ["Employer"],
    'document.label.position': ["Posisyon"],
    'document.label.workPhone': ["Telepono sa trabaho"],
    'document.label.workAddress': ["Address ng trabaho"],
    'document.label.incomeBand': ["Kita kada buwan"],
    'document.label.payday': ["Araw ng sahod"],
    'document.label.servicePeriod': ["Tagal sa trabaho"],
    'document.label.fundSource': ["Pinagmumulan ng pera"],
    'document.label.idType': ["Uri ng ID"],
    'document.label.idNumber': ["ID number"],
    'document.label.idExpiresOn': ["May bisa hanggang"],
    'document.label.purpose': ["Larawan"],
    'document.label.at': ["Oras"],
    'document.label.outcome': ["Resulta"],
    'document.label.limit': ["Credit line"],
    'document.label.provider': ["Bangko o wallet"],
    'document.label.ownerName': ["Pangalan sa account"],
    'document.label.number': ["Number"],
    'document.label.addedAt': ["Idinagdag"],
    'document.label.referenceNo': ["Reference number"],
    'document.label.state': ["Status"],
    'document.label.principal': ["Halagang hiniram"],
    'document.label.charges': ["Interes at mga fee"],
    'document.label.received': ["Ipinadala sa iyo"],
    'document.label.receiver': ["Tatanggap"],
    'document.label.signedAt': ["Pinirmahan"],
    'document.label.dueOn': ["Takdang bayad"],
    'document.label.settledAt': ["Naisara"],
    'document.label.extension': ["Extension"],
    'document.label.payment': ["Bayad"],
    'document.label.text': ["Mensahe"],
    'document.label.openedAt': ["Nag-log in"],
    'document.label.lastSeenAt': ["Huling nakita"],
    'document.label.kind': ["Uri"],
    'document.label.version': ["Bersyon"],
    'document.label.givenAt': ["Ibinigay"],
    'document.label.withdrawnAt': ["Binawi"],
    'document.label.askedAt': ["Hiniling"],
    'document.label.answer': ["Sagot"],
    'document.label.answerBy': ["Sagot bago ang"],
    'document.label.role': ["Sino"],
    'document.label.act': ["Ano"],
    'document.label.reason': ["Bakit"],
    'document.section.calls': ["Mga tawag tungkol sa iyong mga application"],
    'document.call.reached': ["Nakausap ka namin"],
    'document.call.noAnswer': ["Walang sumagot"],
    'document.call.wrongNumber': ["Hindi sa iyo ang number"],
    'document.call.refused': ["Ayaw mong makipag-usap"],
    'document.call.callBack': ["Hiniling mong tumawag kami ulit"],
    'document.outcome.approved': ["Naaprubahan"],
    'document.outcome.rejected': ["Hindi naaprubahan"],
    'document.outcome.manual': ["Tinitingnan ng isang tao"],
    'document.purpose.idFront': ["ID, harap"],
    'document.purpose.selfie': ["Ikaw at ang ID"],
    'document.label.callBackAt': ["Tatawag ulit"],
    'document.label.note': ["Tala"],
    'document.disclosure.title': ["Disclosure statement"],
    'document.disclosure.advice': ["Pag-aralang mabuti ang disclosure statement na ito bago ituloy ang loan. May karapatan ka sa kopya nito."],
    'document.disclosure.borrower': ["Umuutang"],
    'document.disclosure.receiver': ["Ipapadala sa"],
    'document.disclosure.principal': ["Halaga ng loan (principal)"],
    'document.disclosure.financed': ["Halagang pinondohan (amount financed)"],
    'document.disclosure.fee': ["Service fee, ",["rate"]],
    'document.disclosure.feeLowered': ["Service fee, ",["rate"]," (",["listed"],") na binabaan para pasok sa takda ng batas"],
    'document.disclosure.feeCoupon': ["Coupon na bawas sa service fee"],
    'document.disclosure.payoutFee': ["Payout fee"],
    'document.disclosure.net': ["Netong matatanggap (net proceeds)"],
    'document.disclosure.arrives': ["Kailan darating"],
    'document.disclosure.arrival': [["how","select",{"offset":undefined,"minutes":["Sa loob ng ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],", gamit ang ",["rail"]],"today":["Ngayon hanggang gabi, gamit ang ",["rail"]],"other":["Sa susunod na araw ng trabaho, ",["day"],", gamit ang ",["rail"]]}]],
    'document.disclosure.interest': ["Interes, ",["rate"]," bawat araw × ",["days","plural",{"offset":undefined,"one":["#"," araw"],"other":["#"," araw"]}]],
    'document.disclosure.interestCoupon': ["Coupon na bawas sa interes"],
    'document.disclosure.charge': ["Finance charge"],
    'document.disclosure.aDay': ["Bawat araw"],
    'document.disclosure.annual': ["Simple annual rate"],
    'document.disclosure.monthly': ["Effective rate bawat buwan"],
    'document.disclosure.payment': ["Isang bayad, ",["days","plural",{"offset":undefined,"one":["#"," araw"],"other":["#"," araw"]}]," pagkadating ng pera"],
    'document.disclosure.dueIfToday': [["arrives","select",{"offset":undefined,"today":["Due date, kung ngayon darating"],"other":["Due date, kung darating sa ",["arrives"]]}]],
    'document.disclosure.freeUntil': ["Walang late charge hanggang"],
    'document.disclosure.ifLate': ["Kung mahuli lang ang bayad: unang araw"],
    'document.disclosure.ifExtended': [["days","plural",{"offset":undefined,"one":["Kung mag-extend lang ng ","#"," araw"],"other":["Kung mag-extend lang ng ","#"," araw"]}]],
    'document.disclosure.lateRule': ["Late charge: ",["rate"]," bawat buwan ng halagang overdue, binibilang bawat araw mula sa araw pagkatapos ng huling libreng araw. Titigil ito kapag umabot na sa 100 % ng principal, ",["principal"],", ang lahat ng singil. Wala nang iba pang multa."],
    'document.disclosure.extendRule': ["Ikaw ang magpapasya kung mag-e-extend. Ang fee ang buong presyo ng dagdag na panahon at hindi bawas sa utang mo."],
    'document.disclosure.early': ["Kung maaga kang magbayad, interes lang ng mga lumipas na araw ang babayaran; hindi na ibinabalik ang service fee. Libre ang pagbabayad saan mang channel."],
    'document.disclosure.other': ["Wala nang ibang singil: walang bayad para sa insurance, notaryo, documentary stamp o pangongolekta."],
    'document.disclosure.cap': ["Takda sa presyo: ",["rule"],". Kinuwenta noong ",["day"],"."],
    'document.disclosure.lender': ["Nagpapautang: ",["name"],", SEC Registration No. ",["registration"],", Certificate of Authority No. ",["authority"],". Telepono ",["telephone"],"."],
    'document.disclosure.version': ["Bersyon ng statement: ",["version"]],
    'document.extension.title': ["Disclosure statement ng extension"],
    'document.extension.advice': ["Pag-aralang mabuti ang disclosure statement na ito bago bayaran ang extension. May karapatan ka sa kopya nito."],
    'document.extension.loan': ["Loan"],
    'document.extension.principal': ["Principal na ie-extend"],
    'document.extension.owed': ["Lahat ng utang mo, kung babayaran sa ",["day"]],
    'document.extension.dueNow': ["Due date hanggang ngayon"],
    'document.extension.late': ["Singil sa pagkahuli hanggang ngayon"],
    'document.extension.toPay': ["Babayaran hanggang katapusan ng ",["day"]],
    'document.extension.toRepay': ["Babayaran hanggang ",["day"]],
    'document.extension.newDue': ["Bagong due date, ",["days","plural",{"offset":undefined,"one":["#"," araw"],"other":["#"," araw"]}]," pa"],
    'document.extension.feeRule': ["Ang fee ang buong finance charge ng dagdag na panahon. Hindi ito bawas sa utang, walang idadagdag na interes pagkatapos ng unang due date, at walang ibabalik dito kung maaga kang magbayad."],
    'document.extension.other': ["Ikaw ang magpapasya kung mag-e-extend. Ang eksaktong halagang ito lang, na binayaran sa ",["day"]," gamit ang code nito, ang makaka-extend ng loan; ibabawas sa utang mo ang anumang ibang bayad. Pagkatapos ng extension, hindi na maibabalik ang loan."],
    'document.agreement.title': ["Loan Agreement"],
    'document.agreement.parties': ["1. Sino ang magkakasundo"],
    'document.agreement.partiesWords': ["Si ",["borrower"],", ang umuutang (“ikaw”), at ang ",["lender"],", ang nagpapautang, SEC Registration No. ",["registration"],", Certificate of Authority No. ",["authority"],". Bahagi ng kasunduang ito ang disclosure statement."],
    'document.agreement.loan': ["2. Ang loan"],
    'document.agreement.loanWords': ["Papautangin ka ng ",["principal"],". Matapos ang mga fee sa statement, ",["arrival"]," ang ipapadala sa ",["account"],". Magsisimula ang loan sa araw na dumating ang pera; hanggang doon wala kang utang at puwedeng mag-cancel nang libre bago ito ipadala."],
    'document.agreement.pickupWords': ["Papautangin ka ng ",["principal"],". Matapos ang mga fee sa statement, ",["arrival"]," ang kukunin mo: ",["account"],". Magdala ng valid ID at ng code na ipinapakita ng app, hanggang sa huling araw na nakasulat doon. Dumarating ang pera kapag kinuha mo ito; kung hindi kami sinasabihan ng counter, kapag handa na itong kunin. Sa araw na iyon magsisimula ang loan; hanggang doon wala kang utang at puwede mo itong i-cancel nang libre. Wala kang babayaran para sa perang hindi nakuha at naibalik."],
    'document.agreement.cost': ["3. Magkano ang gastos"],
    'document.agreement.costWords': ["Ang finance charge ay ",["cost"],": interes, service fee at payout fee na nasa statement. Wala nang ibang sisingilin maliban sa nasa bilang 6 at 7."],
    'document.agreement.repay': ["4. Pagbabayad"],
    'document.agreement.repayWords': ["Babayaran mo ang ",["repay"]," nang isang bayad, ",["days","plural",{"offset":undefined,"one":["#"," araw"],"other":["#"," araw"]}]," pagkadating ng pera; ",["arrives","select",{"offset":undefined,"today":["kung ngayon ito darating"],"other":["kung darating ito sa ",["arrives"]]}],", hanggang matapos ang ",["day"],", oras sa Maynila. Kung hindi iyon araw ng trabaho, nasa oras pa rin ang bayad sa susunod na araw ng trabaho."],
    'document.agreement.early': ["5. Maagang bayad o bahagi lang"],
    'document.agreement.earlyWords': ["Puwede kang magbayad anumang oras. Interes lang ng mga lumipas na araw ang bibilangin. Mauunang bayaran ang late charge, saka interes, saka principal. Libre ang pagbabayad saan mang channel."],
    'document.agreement.late': ["6. Kung mahuli ka"],
    'document.agreement.lateWords': ["Doon lang magdadagdag ng late charge na ",["rate"]," bawat buwan, binibilang bawat araw, sa hindi pa bayad na principal at interes. Hindi ito pinapatungan ng singil at titigil kapag umabot na ang lahat ng singil sa ",["principal"],", 100 % ng principal."],
    'document.agreement.extend': ["7. Kung mag-extend ka"],
    'document.agreement.extendWords': ["Mula 3 araw bago ang due date, puwede kang mag-extend ng ",["days","plural",{"offset":undefined,"one":["#"," araw"],"other":["#"," araw"]}],", hanggang 3 beses. Para sa buong principal, ",["fee"]," ang fee, dagdag ang late charge hanggang sa araw na iyon kung mayroon. Lagi mong makikita muna ang fee at ang bagong petsa."],
    'document.agreement.cooling': ["8. Kung magbago ang isip mo"],
    'document.agreement.coolingWords': ["Hanggang matapos ang ikatlong araw ng trabaho pagkadating ng pera (",["day"]," kung ",["arrives","select",{"offset":undefined,"today":["ngayon ito darating"],"other":["darating ito sa ",["arrives"]]}],"), puwede mong ibalik ang dumating na ",["arrival"]," at wala ka nang ibang utang. Ganito rin kahit nabayaran mo na ang utang bago ang araw na iyon: sa iyo na ulit ang anumang nabayaran mo nang higit sa halagang iyon."],
    'document.agreement.fair': ["9. Paano ka tatratuhin"],
    'document.agreement.fairWords': ["Ginagamit ang data mo para sa loan na ito ayon sa Data Privacy Act. Ikaw lang ang sisingilin: character reference ang mga contact mo at hindi sasabihan ng utang mo. Walang pananakot, walang panghihiya."],
    'document.agreement.copy': ["10. Pagpirma at kopya mo"],
    'document.agreement.copyWords': ["Sa telepono ka pumipirma, matapos lagyan ng tsek ang dalawang kahon; ayon sa RA 8792, kasimbisa ito ng pirmang sulat-kamay. Mada-download mo anumang oras ang kasunduang ito at ang statement, salita por salita ayon sa pinirmahan mo."],
    'document.agreement.law': ["11. Batas at reklamo"],
    'document.agreement.lawWords': ["Batas ng Pilipinas ang susundin. Kausapin muna kami: ",["telephone"],". Puwede kang lumapit anumang oras sa Securities and Exchange Commission."],
    'document.payoutChannel.bankCard': ["Bank account"],
    'document.payoutChannel.wallet': ["E-wallet"],
    'document.payoutChannel.cashPickup': ["Cash pickup"],
    'document.payoutChannel.pawnshop': ["Pawnshop"],
    'document.payoutChannel.remittance': ["Remittance center"],
    'document.payoutChannel.cardless': ["Cardless withdrawal"],
    'document.repaymentChannel.gcash': ["GCash"],
    'document.repaymentChannel.maya': ["Maya"],
    'document.repaymentChannel.grabpay': ["GrabPay"],
    'document.repaymentChannel.shopeepay': ["ShopeePay"],
    'document.repaymentChannel.qrph': ["QR Ph"],
    'document.repaymentChannel.sevenEleven': ["7-Eleven"],
    'document.repaymentChannel.cliqqLifelong': ["Panghabambuhay na code sa CLiQQ"],
    'document.repaymentChannel.pawnshop': ["Pawnshop"],
    'document.repaymentChannel.remittance': ["Remittance center"],
    'document.repaymentChannel.bankTransfer': ["Bank transfer"],
    'document.repaymentChannel.bankCard': ["Bank card"],
    'document.repaymentChannel.offlineTransfer': ["Transfer na may resibo"],
    'document.lender.name': ["Nagpapautang"],
    'document.lender.registration': ["SEC Registration No."],
    'document.lender.authority': ["Certificate of Authority No."],
    'document.lender.telephone': ["Telepono"],
    'document.signed.title': ["Pirma"],
    'document.signed.of': ["Loan ",["reference"]],
    'document.signed.at': ["Pinirmahan noong"],
    'document.signed.on': [["day"],", ",["time"],", oras sa Maynila"],
    'document.signed.version': ["Bersyon ng teksto"],
    'document.signed.language': ["Wika"],
    'document.signed.session': ["Login kung saan pinirmahan"],
    'document.signed.hash': ["Fingerprint ng teksto (SHA-256)"],
    'document.signed.about': ["Nasa papel na ito ang mismong mga salitang ipinakita at sinang-ayunan. Itinago ang mga ito noong pumirma at hindi na binago; ang fingerprint ay para sa dalawang papel, ang disclosure statement at ang loan agreement."],
    'document.receipt.title': ["Resibo ng bayad"],
    'document.receipt.about': ["Natanggap ng ",["lender"]," ang bayad na ito."],
    'document.receipt.section': ["Bayad"],
    'document.receipt.from': ["Umutang"],
    'document.receipt.amount': ["Halagang ibinayad sa loan na ito"],
    'document.receipt.whole': ["Bahagi ng bayad na"],
    'document.receipt.extended': ["Na-extend hanggang"],
    'document.receipt.on': ["Binayaran noong"],
    'document.receipt.channel': ["Ibinayad sa"],
    'document.receipt.loan': ["Loan"],
    'document.receipt.number': ["Numero ng bayad"],
    'document.certificate.title': ["Sertipiko ng buong pagbabayad"],
    'document.certificate.about': ["Pinatutunayan ng ",["lender"]," na bayad na nang buo ang loan sa ibaba. Wala nang natitirang utang dito, principal man, interes o anumang singil."],
    'document.certificate.section': ["Ang loan"],
    'document.certificate.borrower': ["Umutang"],
    'document.certificate.loan': ["Loan"],
    'document.certificate.principal': ["Halagang inutang"],
    'document.certificate.signed': ["Pinirmahan noong"],
    'document.certificate.arrived': ["Natanggap noong"],
    'document.certificate.paid': ["Kabuuang ibinayad"],
    'document.certificate.repaid': ["Nabayaran nang buo noong"],
    'document.certificate.aboutReturned': ["Pinatutunayan ng ",["lender"]," na ang loan sa ibaba ay naibalik sa loob ng mga araw ng cooling-off. Naibalik nang buo ang natanggap. Wala nang utang dito, at walang interes, bayad o singil na kinuha."],
    'document.certificate.returned': ["Naibalik nang buo noong"],
    'document.made': ["Ginawa noong ",["day"]],
    'refusal.recoveryUnknown': ["Hindi na ito maipapadala mula rito. Magsimula ulit."],
    'refusal.recoveryOpen': ["May request na kami para sa number na ito. Hintayin ang SMS namin, o tumawag sa customer service."],
    'refusal.recoveryNone': ["Walang humihiling ngayon ng ibang number para sa account na ito."],
    'sms.code.recovery': ["Sandali: ",["code"]," ang code mo para hilingin ang account mo sa number na ito. Valid ito nang ",["minutes","plural",{"offset":undefined,"other":["#"," minuto"]}],". Hindi ikaw? Huwag itong ibigay kahit kanino."],
    'sms.code.stopRecovery': ["Sandali: ",["code"]," ang code mo para manatili sa number na ito ang account mo. Valid ito nang ",["minutes","plural",{"offset":undefined,"other":["#"," minuto"]}],". Huwag itong ibigay kahit kanino."],
    'sms.recoveryReceived': ["Sandali: natanggap namin ang request mo. Kung tugma ito sa isang account, ikukumpara ito ng tao sa loob ng 3 working day at sasabihan ka namin dito. Tanong: ",["telephone"]],
    'sms.recoveryAsked': ["Sandali: may humihiling na ilipat ang account mo sa number na nagtatapos sa ",["last4"],". Hindi ikaw? Buksan ang Sandali, Nakalimutan ang password, at pigilan ito, o tumawag agad: ",["telephone"]],
    'sms.recoveryApproved': ["Sandali: sa ",["on"]," lilipat ang account mo sa number na nagtatapos sa ",["last4"],". Hindi ikaw? Buksan ang Sandali, Nakalimutan ang password, at pigilan ito bago iyon, o tumawag: ",["telephone"]],
    'sms.recoveryComing': ["Sandali: tugma ang ID at litrato mo. Mula ",["on"],", ito na ang number ng account mo; hanggang doon, mapipigilan ito ng may-ari. Sasabihan ka namin dito."],
    'sms.recoveryDone': ["Sandali: ito na ang number ng account mo. Buksan ang Sandali, piliin ang Nakalimutan ang password at gumawa ng bago. Kung hindi ikaw ito, tawagan kami: ",["telephone"]],
    'sms.recoveryRefused': ["Sandali: hindi namin maibigay ang account sa number na ito. Tingnan ulit ang number at ID number na ibinigay mo at subukan ulit, o tumawag: ",["telephone"]],
    'sms.recoveryStopped': ["Sandali: napigilan na. Mananatili sa number na ito ang account mo. Palitan ang password mo, at tumawag kung may nakakuha ng ID mo: ",["telephone"]],
    'sms.correctionMade': ["Sandali: itinama namin ang ",["what","select",{"offset":undefined,"name":["pangalan mo"],"birthday":["kaarawan mo"],"address":["address mo"],"other":["ID number mo"]}]," sa account mo. Kung hindi mo ito hiniling, tumawag agad: ",["telephone"]],
  },
  vi: {
    'refusal.bodyUnreadable': ["Chúng tôi không đọc được nội dung từ điện thoại của bạn. Hãy thử lại."],
    'refusal.keyUnknown': ["Kết nối bảo mật vừa được làm mới. Hãy thử lại."],
    'refusal.sessionInvalid': ["Phiên của bạn đã kết thúc. Hãy đăng nhập lại."],
    'refusal.clockWrong': ["Giờ trên điện thoại của bạn bị sai. Hãy đặt về tự động rồi thử lại."],
    'refusal.tooManyRequests': ["Bạn thử quá nhiều lần trong thời gian ngắn. Hãy chờ một phút rồi thử lại."],
    'refusal.clientTooOld': ["Phiên bản ứng dụng quá cũ, hãy cập nhật ứng dụng"],
    'refusal.inputInvalid': ["Có chỗ trong mẫu chưa đúng. Hãy kiểm tra lại rồi thử lần nữa."],
    'refusal.requestIdReused': ["Yêu cầu này đã được dùng cho việc khác. Hãy tải lại trang rồi thử lại."],
    'refusal.pathUnknown': ["Ứng dụng yêu cầu điều chúng tôi không nhận ra. Hãy cập nhật ứng dụng."],
    'refusal.lengthMissing': ["Yêu cầu gửi đến chưa đầy đủ. Hãy thử lại."],
    'refusal.bodyTooLarge': ["Dung lượng quá lớn để gửi. Hãy dùng ảnh nhỏ hơn rồi thử lại."],
    'refusal.originForeign': ["Trang này không thuộc Sandali. Hãy mở chính ứng dụng rồi thử lại."],
    'refusal.codeWrong': ["Mã sai hoặc đã hết hạn. Hãy kiểm tra lại, hoặc lấy mã mới."],
    'refusal.codeTooSoon': [["seconds","select",{"offset":undefined,"undefined":["Chúng tôi vừa gửi mã cho bạn. Hãy chờ một chút rồi lấy mã khác."],"other":["Chúng tôi vừa gửi mã cho bạn. Bạn có thể lấy mã khác sau ",["seconds"]," giây."]}]],
    'refusal.codeSendingFailed': ["Không gửi được mã xác minh. Hãy thử lại sau vài phút."],
    'refusal.codeBudgetSpent': ["Đã lấy quá nhiều mã. Hãy thử lại sau một giờ, hoặc vào ngày mai."],
    'refusal.alreadyRegistered': ["Số này đã có tài khoản, hãy quay lại đăng nhập."],
    'refusal.loginWrong': ["Số điện thoại hoặc mật khẩu không đúng. Hãy thử lại, hoặc đặt lại mật khẩu."],
    'refusal.passwordTooCommon': ["Mật khẩu này dễ đoán. Hãy chọn mật khẩu khác."],
    'refusal.passwordAlreadySet': ["Tài khoản của bạn đã có mật khẩu. Bạn có thể đổi ở mục Tôi."],
    'refusal.pictureCodeNeeded': ["Hãy nhập các chữ số trong hình, rồi yêu cầu mã lần nữa."],
    'refusal.pictureCodeWrong': ["Đó không phải là các chữ số trong hình. Đây là hình khác."],
    'refusal.smsLoginOff': ["Đăng nhập bằng mã SMS đang tạm tắt. Hãy đăng nhập bằng mật khẩu."],
    'refusal.feedbackTooOften': ["Cảm ơn bạn, hôm nay như vậy là đủ. Hãy góp ý thêm vào ngày mai."],
    'refusal.agreementUnknown': ["Thỏa thuận của chúng tôi đã thay đổi từ khi bạn mở trang này. Vui lòng tải lại trang, đọc và đánh dấu đồng ý lần nữa."],
    'refusal.accountUnknown': ["Số này chưa có tài khoản. Bạn có thể mở tài khoản chỉ trong vài phút."],
    'refusal.passwordSame': ["Đây là mật khẩu hiện tại của bạn. Hãy chọn mật khẩu khác."],
    'refusal.idDigitsNeeded': ["Điện thoại này còn mới với chúng tôi. Hãy nhập 4 ký tự cuối của số giấy tờ bạn đã gửi."],
    'refusal.idDigitsWrong': ["Đây không phải 4 ký tự cuối của số giấy tờ bạn đã gửi. Hãy xem lại giấy tờ và thử lại."],
    'refusal.idDigitsSpent': ["Hôm nay bạn đã nhập sai quá nhiều lần. Hãy thử lại vào ngày mai, dùng điện thoại bạn từng đăng nhập, hoặc gọi chăm sóc khách hàng."],
    'refusal.phoneChangedLately': [["on","select",{"offset":undefined,"undefined":["Số của bạn vừa được đổi chưa đầy 14 ngày. Vui lòng thử lại sau."],"other":["Số của bạn vừa được đổi chưa đầy 14 ngày. Bạn có thể đổi lại từ ngày ",["on"],"."]}]],
    'refusal.phoneSame': ["Đây là số hiện tại của bạn. Hãy nhập số mới."],
    'refusal.oldCodeWrong': ["Mã gửi tới số cũ không đúng hoặc đã hết hạn. Hãy kiểm tra lại, hoặc lấy mã mới."],
    'refusal.idNumberUnknown': ["Bạn chưa gửi số giấy tờ nào cho chúng tôi. Hãy dùng mã gửi tới số cũ, hoặc gọi chăm sóc khách hàng."],
    'refusal.idNumberSpent': ["Nhập sai số giấy tờ quá nhiều lần. Hãy dùng mã gửi tới số cũ, thử lại sau hai tuần, hoặc gọi chăm sóc khách hàng."],
    'refusal.idNumberWrong': ["Đây không phải số giấy tờ bạn đã gửi. Hãy xem lại giấy tờ và nhập đầy đủ."],
    'refusal.phoneTaken': ["Số này thuộc một tài khoản khác. Hãy dùng số khác, hoặc gọi chăm sóc khách hàng."],
    'refusal.newDeviceCodeNeeded': ["Điện thoại này mới với tài khoản của bạn. Chúng tôi gửi mã đến số của bạn để chắc chắn đó là bạn."],
    'refusal.passwordNeeded': ["Hãy nhập mật khẩu để tiếp tục."],
    'refusal.proofTooOld': ["Để giữ an toàn cho tài khoản, hãy đăng xuất, đăng nhập lại rồi thử lần nữa."],
    'refusal.passkeyWrong': ["Không dùng được passkey này ở đây. Hãy thử lại, hoặc tiếp tục không cần passkey."],
    'refusal.passkeyLimitReached': ["Bạn đã có 10 passkey. Hãy xóa bớt một passkey không còn dùng."],
    'refusal.passkeyMissing': ["Passkey này không còn nữa."],
    'refusal.passkeyAlreadyAdded': ["Passkey này đã được thêm rồi."],
    'refusal.creditLocked': ["Hồ sơ của bạn đang được xét duyệt nên chưa thể sửa. Hãy thử lại sau."],
    'refusal.creditStepMissing': ["Hãy hoàn tất bước trước đó đã."],
    'refusal.tooYoung': ["Bạn phải đủ 18 tuổi trở lên mới được vay. Hãy kiểm tra ngày sinh."],
    'refusal.placeUnknown': ["Không tìm thấy địa danh này. Hãy chọn lại tỉnh, thành phố và barangay."],
    'refusal.contactsNotDistinct': ["Mỗi người liên hệ cần một số riêng. Hãy đổi số bị trùng."],
    'refusal.contactIsOwnNumber': ["Bạn không thể là người liên hệ của chính mình. Hãy nhập số của người khác."],
    'refusal.contactFamilyMissing': ["Ít nhất một người liên hệ phải là người nhà. Hãy thêm một người."],
    'refusal.pictureUnreadable': ["Không mở được ảnh này. Hãy chụp lại."],
    'refusal.pictureKindRefused': ["Chỉ nhận ảnh JPEG, PNG hoặc WebP. Hãy chụp hoặc chọn ảnh khác."],
    'refusal.pictureTooLarge': ["Ảnh này quá lớn. Hãy chụp lại hoặc chọn ảnh nhỏ hơn."],
    'refusal.pictureTooSmall': ["Ảnh này quá nhỏ, không đọc được. Hãy chụp lại gần giấy tờ hơn."],
    'refusal.pictureQuotaSpent': ["Hôm nay bạn đã gửi quá nhiều ảnh. Hãy tiếp tục vào ngày mai."],
    'refusal.pictureMissing': ["Còn thiếu ảnh. Hãy tải lên mặt trước giấy tờ và ảnh bạn cầm giấy tờ."],
    'refusal.idExpired': ["Giấy tờ này đã hết hạn. Hãy dùng giấy tờ còn hạn, hoặc kiểm tra lại ngày."],
    'refusal.idNumberTaken': ["Số giấy tờ này đã có ở tài khoản khác. Hãy kiểm tra lại, hoặc nhờ chăm sóc khách hàng giúp bạn."],
    'refusal.creditNotApproved': ["Hiện bạn chưa đủ điều kiện vay. Hãy hoàn tất hồ sơ, hoặc chờ kết quả."],
    'refusal.incomeTooLow': ["Mức thu nhập này chưa gánh được khoản vay nhỏ nhất. ",["fits","select",{"offset":undefined,"undefined":["Giữa hai kỳ lương sẽ đến hạn quá nhiều."],"other":["Giữa hai kỳ lương chỉ nên đến hạn tối đa ",["fits"],"."]}]],
    'refusal.billOverdue': ["Bạn có khoản quá hạn. Hãy trả khoản đó trước rồi bạn lại vay được."],
    'refusal.accountMissing': ["Chưa có tài khoản cho cách nhận tiền này. Hãy thêm tài khoản trước."],
    'refusal.accountNotPaid': ["Chúng tôi chưa thể gửi tiền tới ngân hàng hoặc ví điện tử này. Hãy chọn tài khoản khác hoặc cách nhận tiền khác."],
    'refusal.accountNameDiffers': ["Tên chủ tài khoản này không khớp với giấy tờ của bạn. Hãy chọn tài khoản khác, hoặc thêm tài khoản đứng tên như trên giấy tờ."],
    'refusal.bankCardMissing': ["Cần liên kết thẻ ngân hàng trước khi vay. Hãy thêm tài khoản ngân hàng."],
    'refusal.amountNotOffered': ["Hiện không cho vay số tiền này. Hãy chọn một trong các mức đang hiện."],
    'refusal.termNotOffered': ["Hiện không có kỳ hạn vay này. Hãy chọn một trong các kỳ hạn đang hiện."],
    'refusal.channelNotOffered': ["Cách nhận tiền này hiện chưa dùng được. Hãy chọn cách khác."],
    'refusal.channelClosed': [["hour","select",{"offset":undefined,"undefined":["Cách nhận tiền này hiện đang đóng cửa. Hãy chọn cách khác, hoặc quay lại sau."],"other":["Cách nhận tiền này hiện đang đóng cửa và mở lại lúc ",["hour"],". Hãy chọn cách khác, hoặc quay lại sau."]}]],
    'refusal.pickupHeld': [["hours","select",{"offset":undefined,"undefined":["Số, mật khẩu hoặc điện thoại của bạn đã được đổi. Để giữ tiền an toàn, bạn chỉ nhận được tiền mặt sau đó 24 giờ."],"other":["Số, mật khẩu hoặc điện thoại của bạn đã được đổi. Để giữ tiền an toàn, bạn cần chờ trước khi nhận tiền mặt. Số giờ còn lại: ",["hours"],"."]}]],
    'refusal.channelTooCostly': ["Phí của kênh này quá cao so với khoản vay nhỏ như vậy. ",["smallest","select",{"offset":undefined,"undefined":["Hãy chọn kênh khác hoặc số tiền lớn hơn."],"other":["Kênh này hợp từ ",["smallest"]," trở lên."]}]],
    'refusal.lineExceeded': ["Số này vượt hạn mức còn lại của bạn. ",["available","select",{"offset":undefined,"undefined":["Hãy chọn số tiền nhỏ hơn."],"none":["Phần còn lại ít hơn khoản vay nhỏ nhất. Trả một khoản là bạn vay lại được số tiền đó."],"other":["Hiện bạn có thể vay đến ",["available"],"."]}]],
    'refusal.unaffordable': ["Giữa hai kỳ lương của bạn sẽ đến hạn quá nhiều. ",["fits","select",{"offset":undefined,"undefined":["Hãy trả bớt khoản đang vay, hoặc chờ trả xong."],"other":["Với thu nhập và các hóa đơn khác, hiện ",["fits"]," là vừa."]}]],
    'refusal.quoteExpired': ["Báo giá này đã hết hạn. Hãy xem chi phí mới rồi xác nhận lại."],
    'refusal.quoteUsed': ["Báo giá này đã thành một khoản vay. Bạn xem ở mục Khoản vay."],
    'refusal.disclosureChanged': ["Bản công bố thông tin đã thay đổi. Hãy đọc bản mới rồi đồng ý lại."],
    'refusal.loanUnknown': ["Không tìm thấy khoản vay này. Xem tất cả ở mục Khoản vay."],
    'refusal.channelLimit': ["Kênh này không nhận số tiền này. ",["maximum","select",{"offset":undefined,"undefined":["Hãy chọn kênh khác hoặc số tiền khác."],"other":["Kênh nhận từ ",["minimum"]," đến ",["maximum"],"."]}]],
    'refusal.lendingPaused': ["Hiện bạn chưa thể vay: việc cho vay đang tạm dừng. Hãy thử lại vào ngày mai."],
    'refusal.applicationsPaused': ["Hiện chúng tôi tạm ngừng nhận hồ sơ. Thông tin bạn đã điền vẫn được lưu. Hãy thử lại vào ngày mai."],
    'refusal.budgetSpent': ["Hiện có quá nhiều người vay. Hãy thử lại lúc 10 giờ sáng mai."],
    'refusal.returnedTwice': [["day","select",{"offset":undefined,"undefined":["Bạn đã trả lại hai khoản vay trong 90 ngày, nên phải chờ 30 ngày mới vay tiếp."],"other":["Bạn đã trả lại hai khoản vay trong 90 ngày, nên khoản vay tiếp theo phải chờ. Bạn có thể vay lại từ ",["day"],"."]}]],
    'refusal.voucherMissing': ["Phiếu này không còn dùng được nữa. Hãy chọn phiếu khác hoặc không dùng phiếu, rồi xem lại chi phí."],
    'refusal.voucherNeedsMore': ["Khoản vay này quá nhỏ để dùng phiếu đó. ",["minimum","select",{"offset":undefined,"undefined":["Hãy chọn số tiền lớn hơn hoặc phiếu khác."],"other":["Phiếu dành cho khoản vay từ ",["minimum"]," trở lên."]}]],
    'refusal.cancelTooLate': ["Tiền đang được chuyển đến bạn và không thể dừng lại. Khi tiền đến, bạn có thể trả lại mà không nợ gì thêm."],
    'refusal.coolingOffClosed': ["Khoản vay này không còn trả lại được nữa. Hãy trả trước hạn: bạn chỉ trả lãi cho những ngày đã dùng tiền."],
    'refusal.periodWrong': ["Không xem được khoảng thời gian này. Ngày đầu không được sau ngày cuối, ngày cuối không được sau hôm nay, và dài nhất là một năm."],
    'refusal.statementsSpent': ["Hôm nay bạn đã lưu đủ số bản sao kê của một ngày. Bạn vẫn xem được ở đây; ngày mai bạn lại lưu được."],
    'refusal.documentMissing': ["Chúng tôi không có giấy tờ này. Hãy quay lại danh sách để xem những gì tải được."],
    'refusal.documentsSpent': ["Hôm nay bạn đã tải đủ số lần. ",["from","select",{"offset":undefined,"undefined":["Vui lòng thử lại vào ngày mai."],"other":["Bạn có thể tải tiếp từ ",["from"],"."]}]],
    'refusal.pushServiceUnknown': ["Thông báo của trình duyệt này đi qua một dịch vụ mà chúng tôi không biết. Hãy chọn nhắc qua SMS."],
    'refusal.pushMissing': ["Điện thoại này chưa cho phép thông báo. Hãy cho phép, hoặc chọn nhắc qua SMS."],
    'refusal.dueDateMoved': ["Hạn trả của khoản này đã thay đổi. Hãy mở lại trang để xem hạn mới."],
    'refusal.complaintsSpent': ["Hôm nay bạn đã gửi 5 tin đến bộ phận chăm sóc khách hàng. Hãy gửi tin tiếp theo vào ngày mai, hoặc gọi cho chúng tôi."],
    'refusal.complaintDayWrong': ["Ngày trả tiền không thể sau hôm nay hoặc cách đây hơn một năm. Hãy xem biên lai và sửa lại."],
    'refusal.complaintUnknown': ["Chúng tôi không tìm thấy vụ việc này. Hãy mở lại Chăm sóc khách hàng để xem các vụ việc của bạn."],
    'refusal.complaintAnswered': ["Vụ việc này đã được trả lời và không nhận thêm ảnh. Hãy mở vụ việc mới nếu vẫn còn điều gì chưa đúng."],
    'refusal.complaintPicturesFull': ["Vụ việc này đã có 3 ảnh, là số ảnh nhiều nhất. Hãy ghi phần còn lại vào một vụ việc mới."],
    'refusal.repaymentClosed': ["Khoản này hiện không có gì phải trả. Hãy tải lại để xem tình trạng mới nhất."],
    'refusal.repaymentTooSmall': ["Số này ít hơn mức trả tối thiểu. ",["minimum","select",{"offset":undefined,"undefined":["Hãy nhập số tiền lớn hơn."],"other":["Hãy trả ít nhất ",["minimum"],"."]}]],
    'refusal.repaymentTooLarge': ["Số này nhiều hơn số bạn nợ. ",["owed","select",{"offset":undefined,"undefined":["Hãy nhập số tiền nhỏ hơn."],"other":["Bạn trả được nhiều nhất ",["owed"],", là số nợ vào ",["day"],"."]}]],
    'refusal.repaymentChannelRefused': ["Kênh này hiện không nhận được khoản trả của bạn. Hãy chọn kênh khác."],
    'refusal.repaymentCodeUnknown': ["Không tìm thấy mã thanh toán này. Hãy tải lại trang trả nợ để lấy mã mới."],
    'refusal.extensionSpent': ["Bạn đã gia hạn khoản vay này ",["most","select",{"offset":undefined,"undefined":["hết số lần cho phép"],"other":[["most"]," lần, mức tối đa"]}],". Hãy trả hết hoặc một phần, hoặc gọi cho chúng tôi để tìm cách phù hợp."],
    'refusal.extensionTooEarly': ["Khoản này chỉ gia hạn được từ 3 ngày trước hạn trả. ",["from","select",{"offset":undefined,"undefined":["Vui lòng quay lại sau."],"other":["Vui lòng quay lại từ ",["from"],"."]}]],
    'refusal.extensionAboveRate': ["Gia hạn sẽ tốn hơn mức luật cho phép thu. Hãy trả hết hoặc một phần, hoặc gọi cho chúng tôi để tìm cách phù hợp."],
    'refusal.extensionAboveTotal': ["Thêm phí này, tổng phí sẽ vượt số tiền bạn vay; chúng tôi không bao giờ thu như vậy. Hãy trả hết hoặc một phần, hoặc gọi cho chúng tôi."],
    'refusal.extensionTooSmall': ["Phí gia hạn nhỏ hơn mức tối thiểu của mọi cách thanh toán. Hãy trả phần còn lại."],
    'refusal.extensionChanged': ["Phí hoặc hạn trả mới đã thay đổi từ lúc bạn xem. Hãy xem lại các lựa chọn rồi chọn."],
    'refusal.bankUnknown': ["Chúng tôi không nhận ra ngân hàng này. Hãy chọn từ danh sách."],
    'refusal.walletUnknown': ["Chúng tôi không nhận ra ví này. Hãy chọn từ danh sách."],
    'refusal.ownerNameDiffers': ["Tên chủ tài khoản phải khớp với người vay. Hãy nhập như trên giấy tờ của bạn."],
    'refusal.accountNumberInvalid': ["Số tài khoản này có vẻ chưa đúng. Hãy kiểm tra lại các chữ số."],
    'refusal.accountAlreadyAdded': ["Bạn đã thêm tài khoản này rồi. Bạn sẽ thấy nó trong danh sách."],
    'refusal.passwordWrong': ["Mật khẩu không đúng. Hãy thử lại."],
    'refusal.accountLimitReached': ["Bạn đã thêm đủ số tài khoản cho phép. Hãy dùng một tài khoản trong danh sách."],
    'refusal.accountsAddedOften': ["Hôm nay bạn đã thêm nhiều tài khoản. Vui lòng thử lại vào ngày mai."],
    'refusal.payoutAccountUnknown': ["Tài khoản này không còn trong danh sách của bạn. Vui lòng tải lại danh sách."],
    'refusal.payoutAccountAwaited': ["Tiền đang được chuyển tới tài khoản này. Bạn có thể xóa sau khi tiền đã đến."],
    'refusal.nameNotKnownYet': ["Hãy điền thông tin cá nhân trước để chúng tôi biết tên bạn."],
    'refusal.accountHeld': [["hours","select",{"offset":undefined,"undefined":["Tài khoản này mới, và số của bạn đã đổi hoặc bạn chỉ đăng nhập bằng mã. Để an toàn, tiền được gửi tới đây sau 24 giờ."],"other":["Tài khoản này mới, và số của bạn đã đổi hoặc bạn chỉ đăng nhập bằng mã. Để an toàn, bạn cần chờ. Số giờ còn lại: ",["hours"],"."]}]],
    'refusal.newAccountsHeld': [["hours","select",{"offset":undefined,"undefined":["Số, mật khẩu hoặc điện thoại của bạn đã được đổi. Để giữ tiền an toàn, bạn có thể thêm tài khoản lại sau đó 24 giờ."],"other":["Số, mật khẩu hoặc điện thoại của bạn đã được đổi. Để giữ tiền an toàn, bạn cần chờ trước khi thêm tài khoản. Số giờ còn lại: ",["hours"],"."]}]],
    'refusal.systemError': ["Lỗi hệ thống, hãy thử lại."],
    'refusal.systemBusy': ["Hệ thống đang bận. Hãy thử lại sau, hoặc vào ngày mai."],
    'refusal.stopping': ["Chúng tôi đang khởi động lại. Hãy thử lại sau một phút."],
    'sms.code.register': ["Sandali: ",["code"]," là mã đăng ký, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Đừng đưa cho ai."],
    'sms.code.login': ["Sandali: ",["code"]," là mã đăng nhập, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Đừng đưa cho ai."],
    'sms.code.reset': ["Sandali: ",["code"]," là mã đặt lại mật khẩu, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Không phải bạn? Hãy bỏ qua và đừng đưa cho ai."],
    'sms.code.newDevice': ["Sandali: ",["code"]," là mã đăng nhập trên điện thoại mới, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Không phải bạn? Đừng đưa cho ai."],
    'sms.code.bankAccount': ["Sandali: ",["code"]," là mã thêm tài khoản ngân hàng, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Không phải bạn? Đừng đưa cho ai."],
    'sms.code.oldPhone': ["Sandali: ",["code"]," là mã đổi số điện thoại của tài khoản, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Không phải bạn? Đừng đưa cho ai."],
    'sms.code.newPhone': ["Sandali: ",["code"]," là mã dùng số này cho tài khoản, hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Không phải bạn? Đừng đưa cho ai."],
    'sms.newDeviceLogin': ["Sandali: một điện thoại mới đã đăng nhập vào tài khoản của bạn. Nếu không phải bạn, hãy đổi mật khẩu và gọi cho chúng tôi: ",["telephone"]],
    'sms.passkeyAdded': ["Sandali: một passkey đã được thêm vào tài khoản của bạn. Nếu không phải bạn, hãy đổi mật khẩu và gọi cho chúng tôi: ",["telephone"]],
    'sms.passkeyRemoved': ["Sandali: một passkey đã bị xóa khỏi tài khoản của bạn. Nếu không phải bạn, hãy đổi mật khẩu và gọi cho chúng tôi: ",["telephone"]],
    'sms.passkeyRefused': ["Sandali: có thể ai đó đang dùng bản sao passkey của bạn nên chúng tôi đã từ chối. Hãy xóa nó ở Tôi > Passkey và gọi: ",["telephone"]],
    'sms.passwordChanged': ["Sandali: mật khẩu của bạn đã được đổi. Nếu không phải bạn, hãy gọi ngay cho chúng tôi: ",["telephone"]],
    'sms.payoutAccountAdded': ["Sandali: một tài khoản có số cuối ",["last4"]," đã được thêm để nhận khoản vay của bạn. Nếu không phải bạn, hãy đổi mật khẩu và gọi cho chúng tôi: ",["telephone"]],
    'sms.phoneChangedFrom': ["Sandali: tài khoản của bạn đã có số mới, số này không còn thuộc tài khoản. Nếu không phải bạn, hãy gọi ngay cho chúng tôi: ",["telephone"]],
    'sms.phoneChangedTo': ["Sandali: đây là số mới của tài khoản. Hãy đăng nhập bằng số này. Nếu không phải bạn, hãy gọi: ",["telephone"]],
    'refusal.disputeNotPossible': ["Hiện không có quyết định nào bạn có thể khiếu nại. Chăm sóc khách hàng có thể giải thích cho bạn."],
    'refusal.disputeAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["Chúng tôi đang xem khiếu nại của bạn."],"other":["Chúng tôi đang xem khiếu nại của bạn và trả lời trước ",["due"],"."]}]],
    'refusal.contactAskedOut': ["Một người trong số này đã yêu cầu không làm người liên hệ. Hãy chọn người khác."],
    'refusal.lineHeld': ["Chúng tôi đang kiểm tra lại thông tin của bạn: khoản vay mới phải chờ. Khoản nợ không đổi. Hãy thử lại sau, hoặc gọi cho chúng tôi."],
    'refusal.lineClosed': ["Hạn mức của bạn đã đóng vì một khoản vay đã bị xóa sổ. Số tiền bạn trả vẫn được tính. Hãy gọi cho chúng tôi nếu nhầm."],
    'sms.disputeUpheld': ["Sandali: chúng tôi đã xem khiếu nại, nhân viên đang kiểm tra lại hồ sơ của bạn. Kết quả sẽ được báo qua SMS."],
    'sms.disputeDeclined': ["Sandali: chúng tôi đã trả lời khiếu nại của bạn. Mở ứng dụng và xem trong phần hồ sơ."],
    'sms.contactNotice': ["Sandali: ",["name"]," đã cho ",["lender"]," số của bạn và ghi bạn là người tham chiếu. Bạn không nợ gì và không cần trả lời. Để được xóa, gọi ",["telephone"],"."],
    'reason.age': ["Chúng tôi chỉ cho vay trong một số độ tuổi nhất định."],
    'reason.income': ["Chúng tôi chưa thấy nguồn thu nhập để trả nợ."],
    'reason.identity': ["Chúng tôi chưa xác nhận được giấy tờ của bạn."],
    'reason.contacts': ["Chúng tôi chưa chấp nhận được ba người liên hệ của bạn."],
    'reason.information': ["Một số thông tin của bạn còn thiếu hoặc chưa khớp với nhau."],
    'reason.other': ["Hồ sơ của bạn hiện chưa đạt quy định của chúng tôi."],
    'refusal.quotaNoLine': ["Bạn chưa có hạn mức. Hãy đăng ký trước."],
    'refusal.quotaOverdue': ["Bạn có khoản quá hạn. Hãy trả trước, rồi xin tăng hạn mức."],
    'refusal.quotaRequestOpen': ["Chúng tôi đang xem yêu cầu của bạn. Bạn sẽ nhận được tin nhắn trả lời."],
    'refusal.quotaAtMaximum': ["Hạn mức của bạn đã là cao nhất."],
    'refusal.quotaUnaffordable': [["fits","select",{"offset":undefined,"undefined":["Thu nhập của bạn không gánh được hạn mức cao hơn."],"other":["Mức thu nhập bạn khai gánh được hạn mức tối đa ",["fits"],"."]}]],
    'refusal.quotaAmountNotOffered': [["maximum","select",{"offset":undefined,"undefined":["Hãy chọn một trong các hạn mức hiển thị."],"other":["Hãy chọn một trong các hạn mức hiển thị: trên mức của bạn, tối đa ",["maximum"],"."]}]],
    'refusal.quotaTooSoon': [["day","select",{"offset":undefined,"undefined":["Còn sớm để yêu cầu lại."],"other":["Bạn có thể xin tăng hạn mức lại từ ",["day"],"."]}]],
    'refusal.quotaTooFewLoans': [["count","select",{"offset":undefined,"undefined":["Hãy trả đúng hạn một khoản vay, không sớm hơn nửa kỳ hạn, rồi xin tăng."],"other":["Hãy trả đúng hạn thêm ",["count"]," khoản vay, không sớm hơn nửa kỳ hạn, rồi xin tăng."]}]],
    'refusal.quotaStepTooSoon': [["day","select",{"offset":undefined,"undefined":["Hạn mức tăng một bậc trong 30 ngày. Bạn đã có bậc tiếp theo."],"other":["Hạn mức tăng một bậc trong 30 ngày. Bậc tiếp theo là của bạn từ ",["day"],"."]}]],
    'sms.growthTakenBack': ["Sandali: một khoản vay từng tăng hạn mức của bạn đã bị hủy, nên hạn mức nay là ",["limit"],".",["later","select",{"offset":undefined,"undefined":[],"other":[" Khi bạn trả nợ, sẽ giảm thêm ",["later"],"."]}]],
    'sms.quotaGranted': ["Sandali: hạn mức của bạn nay là ",["limit"],". Chỉ vay số tiền bạn cần."],
    'sms.quotaDeclined': ["Sandali: hiện chúng tôi chưa thể tăng hạn mức của bạn. Bạn có thể yêu cầu lại từ ",["from"],". Mở ứng dụng để xem lý do."],
    'sms.reviewApproved': ["Sandali: tin vui, bạn đã được duyệt. Hạn mức của bạn là ",["limit"],". Mở ứng dụng để vay."],
    'sms.reviewRejected': ["Sandali: hiện bạn chưa đủ điều kiện vay. Bạn có thể gửi lại hồ sơ từ ",["from"],". Mở ứng dụng để xem lý do."],
    'sms.loanPaidOut': ["Sandali: đã chuyển ",["arrival"]," vào ",["receiver"]," của bạn. Hãy trả ",["repay"]," chậm nhất ",["due"],"."],
    'sms.payoutOnItsWay': ["Sandali: ",["arrival"]," đang được chuyển vào ",["receiver"]," của bạn qua PESONet, dự kiến đến chậm nhất tối ",["day"],". ",["days","plural",{"offset":undefined,"other":["#"," ngày"]}]," của bạn bắt đầu từ ngày tiền đến."],
    'sms.payoutFailed': ["Sandali: không chuyển được ",["arrival"]," cho bạn. Bạn không nợ gì và hạn mức đã dùng lại được. Trong ứng dụng, hãy thử lại hoặc chọn tài khoản khác."],
    'sms.loanReversed': ["Sandali: ",["arrival"]," của khoản vay ",["reference"]," đã quay về chúng tôi. Bạn không nợ gì cho khoản này.",["kept","select",{"offset":undefined,"undefined":[],"other":[" Chúng tôi giữ ",["kept"]," bạn đã trả: hãy mở mục Khoản vay trong ứng dụng để nhận lại."]}]],
    'sms.pickupReady': ["Sandali: ",["arrival"]," đã sẵn sàng. Nơi nhận: ",["place"],". Hạn nhận: ",["last"],". Mang theo giấy tờ tùy thân còn hạn. Mã rút tiền nằm trong ứng dụng."],
    'sms.pickupLastDay': ["Sandali: ",["arrival"]," vẫn chờ bạn. Nơi nhận: ",["place"],". Ngày cuối: ",["last"],". Mang theo giấy tờ tùy thân còn hạn. Không nhận thì tiền hoàn lại, bạn không nợ gì."],
    'sms.pickupCollected': ["Sandali: bạn đã nhận ",["arrival"],". Nơi nhận: ",["place"],". Hãy trả ",["repay"]," chậm nhất ",["due"],"."],
    'sms.pickupOver': ["Sandali: ",["arrival"]," không được nhận và đã hoàn lại. Bạn không nợ gì. Bạn có thể vay lại trong ứng dụng."],
    'sms.nextPart': ["Sandali: đã nhận ",["paid"]," cho khoản vay ",["reference"],". Mở Sandali để lấy mã cho phần tiếp theo."],
    'sms.billRepaid': ["Sandali: đã nhận ",["paid"],". Khoản vay ",["reference"]," đã trả hết. Cảm ơn bạn!"],
    'sms.loanExtended': ["Sandali: khoản vay ",["reference"]," đã được gia hạn. Hãy trả ",["repay"]," chậm nhất ",["due"],"."],
    'sms.chargeWaived': ["Sandali: chúng tôi đã miễn ",["amount"]," phí của khoản vay ",["reference"],". Số còn phải trả có trong ứng dụng."],
    'sms.promiseMade': ["Sandali: đã ghi nhận cam kết trả khoản vay ",["reference"],". Kỳ tới: ",["amount"],", chậm nhất ",["due"],". Không tính thêm phí trễ hạn khi bạn giữ đúng cam kết."],
    'sms.loanReturned': ["Sandali: đã nhận ",["paid"],". Khoản vay ",["reference"]," đã được trả lại: phí và lãi được hủy, bạn không còn nợ gì."],
    'refusal.refundUnderWay': ["Một khoản hoàn tiền đang được chuyển. Bạn có thể nhận lại phần còn lại khi khoản này đã đến."],
    'refusal.refundTooMuch': [["available","select",{"offset":undefined,"undefined":["Số này nhiều hơn số tiền chúng tôi đang giữ cho bạn."],"other":["Số này nhiều hơn số tiền chúng tôi đang giữ cho bạn: có thể hoàn lại ",["available"],"."]}]],
    'sms.refundOrdered': ["Sandali: ",["amount"]," đang được hoàn về ",["receiver"]," của bạn. Không phải bạn? Hãy đổi mật khẩu và gọi cho chúng tôi: ",["telephone"]],
    'sms.refundPaid': ["Sandali: ",["amount"]," đã được hoàn về ",["receiver"]," của bạn. Không mất phí."],
    'sms.refundFailed': ["Sandali: ",["amount"]," không đến được ",["receiver"]," của bạn. Chúng tôi vẫn giữ tiền: hãy mở mục Khoản vay trong ứng dụng và chọn tài khoản khác để nhận lại."],
    'sms.reminderSoon': ["Sandali: còn 3 ngày đến hạn trả ",["amount"],", ngày ",["due"],". Trả qua kênh nào cũng miễn phí. Cần hỏi? Gọi ",["telephone"],"."],
    'sms.reminderTomorrow': ["Sandali: ngày mai, ",["due"],", đến hạn trả ",["amount"],". Trả qua kênh nào cũng miễn phí. Cần hỏi? Gọi ",["telephone"],"."],
    'sms.reminderToday': ["Sandali: hôm nay, ",["due"],", đến hạn trả ",["amount"],". Trả qua kênh nào cũng miễn phí. Cần hỏi? Gọi ",["telephone"],"."],
    'sms.reminderOverdue': ["Sandali: khoản phải trả của bạn đến hạn ngày ",["due"],"; hôm nay là ",["amount"],". Nếu đang khó trả, hãy gọi ",["telephone"]," để cùng tìm cách. Nếu bạn vừa trả, xin cảm ơn."],
    'sms.reminderPromise': ["Sandali: kỳ trả tiếp theo bạn đã cam kết, ",["amount"],", đến hạn ngày mai, ",["due"],". Trả qua kênh nào cũng miễn phí. Cần hỏi? Gọi ",["telephone"],"."],
    'refusal.deletionOpenLoan': ["Không thể xóa tài khoản còn khoản vay. Hãy trả hết rồi yêu cầu lại."],
    'refusal.deletionUnderReview': ["Hồ sơ của bạn đang được xét. Bạn có thể xóa tài khoản khi đã có kết quả."],
    'refusal.deletionHeldByLaw': [["until","select",{"offset":undefined,"undefined":["Luật buộc chúng tôi giữ hồ sơ các khoản vay của bạn. Hãy gửi yêu cầu xóa."],"other":["Luật buộc chúng tôi giữ hồ sơ các khoản vay của bạn đến ",["until"],". Hãy gửi yêu cầu xóa."]}]],
    'refusal.deletionLater': [["from","select",{"offset":undefined,"undefined":["Bạn có thể xóa tài khoản từ ngày được nộp hồ sơ lại."],"other":["Bạn có thể xóa tài khoản từ ",["from"],", ngày bạn được nộp hồ sơ lại."]}]],
    'refusal.exportsSpent': [["from","select",{"offset":undefined,"undefined":["Hôm nay bạn đã lấy đủ số bản sao của một ngày. Ngày mai bạn lại lấy được."],"other":["Hôm nay bạn đã lấy đủ số bản sao của một ngày. Bạn lại lấy được từ ",["from"],"."]}]],
    'refusal.consentNecessary': ["Không có sự đồng ý này, chúng tôi không thể cho vay. Muốn rút lại, hãy gửi yêu cầu."],
    'refusal.requestAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["Bạn đã yêu cầu điều này rồi. Chúng tôi đang chuẩn bị trả lời."],"other":["Bạn đã yêu cầu điều này rồi. Chúng tôi trả lời trước ngày ",["due"],"."]}]],
    'sms.accountDeleted': ["Sandali: tài khoản và dữ liệu của bạn đã được xóa. Nếu không phải bạn, hãy gọi ngay cho chúng tôi: ",["telephone"]],
    'sms.deletionAsked': ["Sandali: chúng tôi đã nhận yêu cầu xóa tài khoản của bạn. Nếu không phải bạn, hãy gọi ngay cho chúng tôi: ",["telephone"]],
    'sms.dataRequestAnswered': ["Sandali: chúng tôi đã trả lời yêu cầu về dữ liệu của bạn. Xem trong ứng dụng: Tôi, Quyền riêng tư và dữ liệu."],
    'sms.feedbackAnswered': ["Sandali: chúng tôi đã đọc góp ý của bạn về đề nghị vay và đã trả lời. Xem trong ứng dụng: Tôi, Chăm sóc khách hàng."],
    'sms.complaintAcknowledged': ["Sandali: chúng tôi đang xử lý vụ việc ",["number"]," của bạn. Chúng tôi sẽ báo khi có câu trả lời."],
    'sms.complaintAnswered': ["Sandali: chúng tôi đã trả lời vụ việc ",["number"]," của bạn. Xem trong ứng dụng: Tôi, Chăm sóc khách hàng."],
    'complaint.transferBooked': ["Khoản chuyển ",["amount"]," của bạn đã đến và được tính từ ngày ",["day"],", ngày bạn trả. Cảm ơn bạn."],
    'document.data.title': ["Dữ liệu cá nhân của bạn"],
    'document.data.madeFor': ["Lập cho ",["name"]," ngày ",["day"]],
    'document.data.about': ["Đây là những gì ",["lender"]," lưu về bạn, theo Đạo luật Quyền riêng tư dữ liệu 2012 (RA 10173). Số của người liên hệ là của họ nên vẫn được che. Bạn cũng có thể tải dạng JSON."],
    'document.data.page': ["Trang"],
    'document.data.none': ["Không có"],
    'document.statement.title': ["Sao kê tài khoản"],
    'document.statement.madeFor': ["Lập cho ",["name"],", từ ",["from"]," đến ",["to"]],
    'document.statement.about': ["Mọi bút toán mà ",["lender"]," đã ghi giữa hai bên trong khoảng thời gian này, theo thứ tự sổ sách. Mỗi bút toán nằm ở ngày được ghi sổ; nếu tính từ ngày khác thì có ghi ngày đó. Lập ngày ",["day"],"."],
    'document.statement.section.sum': ["Tóm tắt"],
    'document.statement.section.entries': ["Các bút toán"],
    'document.statement.kind.paidOut': ["Đã giải ngân khoản vay"],
    'document.statement.kind.reversed': ["Khoản giải ngân bị trả lại"],
    'document.statement.kind.charges': ["Tiền lãi và phí"],
    'document.statement.kind.chargesBack': ["Phí được hoàn lại"],
    'document.statement.kind.repayment': ["Khoản bạn trả"],
    'document.statement.kind.extension': ["Đã trả phí gia hạn"],
    'document.statement.kind.shared': ["Phân bổ lại các khoản đã trả"],
    'document.statement.kind.refundOrdered': ["Đã yêu cầu hoàn tiền"],
    'document.statement.kind.refundPaid': ["Đã gửi tiền hoàn"],
    'document.statement.kind.refundBack': ["Tiền hoàn không đến, được giữ cho bạn"],
    'document.statement.kind.returned': ["Đã hoàn khoản vay, mọi chi phí được hủy"],
    'document.statement.kind.waived': ["Phí được miễn"],
    'document.statement.kind.waivedLess': ["Miễn ít hơn: khoản trả trước đó đã làm phí giảm"],
    'document.statement.kind.remainder': ["Phần lẻ dưới một peso, được miễn"],
    'document.statement.kind.remainderLess': ["Miễn ít hơn: khoản trả trước đó đã trả phần này"],
    'document.statement.kind.writtenOff': ["Khoản vay đã xóa sổ"],
    'document.statement.opening': ["Dư nợ trước ngày ",["day"]],
    'document.statement.closing': ["Dư nợ theo sổ sách cuối ngày ",["day"]],
    'document.statement.pendingInterest': ["Lãi đến hôm nay, chưa ghi sổ"],
    'document.statement.pendingLate': ["Phí trễ hạn đến hôm nay, chưa ghi sổ"],
    'document.statement.owed': ["Dư nợ hôm nay"],
    'document.statement.kept': ["Tiền giữ cho bạn"],
    'document.statement.loan': ["Khoản vay"],
    'document.statement.countsFrom': ["Tính từ"],
    'document.statement.change': ["Thay đổi"],
    'document.statement.balance': ["Dư nợ sau đó"],
    'document.statement.part.sent': ["Đã chuyển cho bạn"],
    'document.statement.part.fees': ["Phí đã trừ"],
    'document.statement.part.paid': ["Đã nhận"],
    'document.statement.part.late': ["Phí trễ hạn"],
    'document.statement.part.interest': ["Tiền lãi"],
    'document.statement.part.principal': ["Gốc"],
    'document.statement.part.extensionFee': ["Phí gia hạn"],
    'document.statement.part.kept': ["Giữ cho bạn"],
    'document.section.account': ["Tài khoản"],
    'document.section.personal': ["Về bạn"],
    'document.section.contacts': ["Người liên hệ bạn đã nêu"],
    'document.section.work': ["Công việc và thu nhập"],
    'document.section.identity': ["Giấy tờ tùy thân"],
    'document.section.drafts': ["Câu trả lời chưa gửi"],
    'document.section.pictures': ["Hình ảnh"],
    'document.section.reviews': ["Xét duyệt"],
    'document.section.payoutAccounts': ["Tài khoản ngân hàng và ví"],
    'document.section.loans': ["Khoản vay và thanh toán"],
    'document.section.messages': ["Tin nhắn đã gửi"],
    'document.section.devices': ["Các lần đăng nhập"],
    'document.section.feedback': ["Góp ý"],
    'document.section.consents': ["Sự đồng ý"],
    'document.section.requests': ["Yêu cầu"],
    'document.section.complaints': ["Chăm sóc khách hàng"],
    'document.section.looks': ["Nhân viên đã xem"],
    'document.label.phone': ["Số di động"],
    'document.label.name': ["Tên"],
    'document.label.language': ["Ngôn ngữ"],
    'document.label.registeredAt': ["Đăng ký"],
    'document.label.lastName': ["Họ"],
    'document.label.firstName': ["Tên"],
    'document.label.middleName': ["Tên đệm"],
    'document.label.nationality': ["Quốc tịch"],
    'document.label.address': ["Địa chỉ"],
    'document.label.maritalStatus': ["Tình trạng hôn nhân"],
    'document.label.residenceYears': ["Số năm cư trú"],
    'document.label.housingType': ["Nhà ở"],
    'document.label.education': ["Học vấn"],
    'document.label.facebookLink': ["Trang Facebook"],
    'document.label.relationship': ["Quan hệ"],
    'document.label.employmentType': ["Loại việc làm"],
    'document.label.employer': ["Nơi làm việc"],
    'document.label.position': ["Chức vụ"],
    'document.label.workPhone': ["Điện thoại nơi làm"],
    'document.label.workAddress': ["Địa chỉ nơi làm"],
    'document.label.incomeBand': ["Thu nhập tháng"],
    'document.label.payday': ["Ngày lãnh lương"],
    'document.label.servicePeriod': ["Thâm niên"],
    'document.label.fundSource': ["Nguồn tiền"],
    'document.label.idType': ["Loại giấy tờ"],
    'document.label.idNumber': ["Số giấy tờ"],
    'document.label.idExpiresOn': ["Hết hạn"],
    'document.label.purpose': ["Hình"],
    'document.label.at': ["Thời gian"],
    'document.label.outcome': ["Kết quả"],
    'document.label.limit': ["Hạn mức"],
    'document.label.provider': ["Ngân hàng hoặc ví"],
    'document.label.ownerName': ["Tên tài khoản"],
    'document.label.number': ["Số"],
    'document.label.addedAt': ["Đã thêm"],
    'document.label.referenceNo': ["Số tham chiếu"],
    'document.label.state': ["Trạng thái"],
    'document.label.principal': ["Số tiền vay"],
    'document.label.charges': ["Lãi và phí"],
    'document.label.received': ["Đã chuyển cho bạn"],
    'document.label.receiver': ["Người nhận"],
    'document.label.signedAt': ["Đã ký"],
    'document.label.dueOn': ["Đến hạn"],
    'document.label.settledAt': ["Đã tất toán"],
    'document.label.extension': ["Gia hạn"],
    'document.label.payment': ["Thanh toán"],
    'document.label.text': ["Nội dung"],
    'document.label.openedAt': ["Đăng nhập"],
    'document.label.lastSeenAt': ["Lần cuối"],
    'document.label.kind': ["Loại"],
    'document.label.version': ["Phiên bản"],
    'document.label.givenAt': ["Đã đồng ý"],
    'document.label.withdrawnAt': ["Đã rút lại"],
    'document.label.askedAt': ["Yêu cầu lúc"],
    'document.label.answer': ["Trả lời"],
    'document.label.answerBy': ["Trả lời trước"],
    'document.label.role': ["Ai"],
    'document.label.act': ["Việc"],
    'document.label.reason': ["Lý do"],
    'document.section.calls': ["Các cuộc gọi về hồ sơ của bạn"],
    'document.call.reached': ["Chúng tôi đã nói chuyện với bạn"],
    'document.call.noAnswer': ["Không có ai trả lời"],
    'document.call.wrongNumber': ["Số đó không phải của bạn"],
    'document.call.refused': ["Bạn không muốn nói chuyện"],
    'document.call.callBack': ["Bạn nhờ chúng tôi gọi lại"],
    'document.outcome.approved': ["Được chấp thuận"],
    'document.outcome.rejected': ["Không được chấp thuận"],
    'document.outcome.manual': ["Một nhân viên đang xem"],
    'document.purpose.idFront': ["Giấy tờ, mặt trước"],
    'document.purpose.selfie': ["Bạn và giấy tờ"],
    'document.label.callBackAt': ["Gọi lại lúc"],
    'document.label.note': ["Ghi chú"],
    'document.disclosure.title': ["Bản công bố thông tin"],
    'document.disclosure.advice': ["Hãy đọc kỹ bản công bố thông tin này trước khi tiếp tục vay. Bạn có quyền nhận một bản sao."],
    'document.disclosure.borrower': ["Bên vay"],
    'document.disclosure.receiver': ["Chuyển đến"],
    'document.disclosure.principal': ["Số tiền vay (gốc)"],
    'document.disclosure.financed': ["Số tiền được cấp tín dụng"],
    'document.disclosure.fee': ["Phí dịch vụ, ",["rate"]],
    'document.disclosure.feeLowered': ["Phí dịch vụ, ",["rate"]," (",["listed"],"), đã giảm để không vượt trần của luật"],
    'document.disclosure.feeCoupon': ["Phiếu giảm phí dịch vụ"],
    'document.disclosure.payoutFee': ["Phí giải ngân"],
    'document.disclosure.net': ["Số tiền thực nhận"],
    'document.disclosure.arrives': ["Khi nào tiền đến"],
    'document.disclosure.arrival': [["how","select",{"offset":undefined,"minutes":["Trong vòng ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],", qua ",["rail"]],"today":["Hôm nay, chậm nhất buổi tối, qua ",["rail"]],"other":["Ngày làm việc kế tiếp, ",["day"],", qua ",["rail"]]}]],
    'document.disclosure.interest': ["Lãi, ",["rate"]," mỗi ngày × ",["days","plural",{"offset":undefined,"other":["#"," ngày"]}]],
    'document.disclosure.interestCoupon': ["Phiếu giảm lãi"],
    'document.disclosure.charge': ["Tổng chi phí vay"],
    'document.disclosure.aDay': ["Tức là mỗi ngày"],
    'document.disclosure.annual': ["Lãi suất năm (lãi đơn)"],
    'document.disclosure.monthly': ["Lãi suất thực mỗi tháng"],
    'document.disclosure.payment': ["Trả một lần, ",["days","plural",{"offset":undefined,"other":["#"," ngày"]}]," sau khi tiền đến"],
    'document.disclosure.dueIfToday': [["arrives","select",{"offset":undefined,"today":["Hạn trả, nếu tiền đến hôm nay"],"other":["Hạn trả, nếu tiền đến vào ",["arrives"]]}]],
    'document.disclosure.freeUntil': ["Không tính phí trễ hạn đến hết"],
    'document.disclosure.ifLate': ["Chỉ khi bạn trả trễ: ngày đầu tiên"],
    'document.disclosure.ifExtended': [["days","plural",{"offset":undefined,"other":["Chỉ khi bạn gia hạn ","#"," ngày"]}]],
    'document.disclosure.lateRule': ["Phí trễ hạn: ",["rate"]," mỗi tháng trên số tiền quá hạn, tính theo ngày, kể từ ngày liền sau ngày cuối không tính phí. Phí dừng khi mọi chi phí cộng lại bằng 100 % tiền gốc, ",["principal"],". Không bao giờ có khoản phạt nào khác."],
    'document.disclosure.extendRule': ["Gia hạn hay không là do bạn chọn. Phí gia hạn là toàn bộ giá của kỳ gia hạn và không trừ vào số tiền bạn nợ."],
    'document.disclosure.early': ["Trả sớm, bạn chỉ trả lãi cho những ngày đã qua; phí dịch vụ không được hoàn lại. Trả nợ qua mọi kênh đều không mất phí."],
    'document.disclosure.other': ["Không thu thêm khoản nào khác: không có phí bảo hiểm, công chứng, tem thuế hay thu nợ."],
    'document.disclosure.cap': ["Trần chi phí: ",["rule"],". Báo giá ",["day"],"."],
    'document.disclosure.lender': ["Bên cho vay: ",["name"],", số đăng ký SEC ",["registration"],", giấy phép hoạt động (Certificate of Authority) số ",["authority"],". Điện thoại ",["telephone"],"."],
    'document.disclosure.version': ["Bản công bố, phiên bản ",["version"]],
    'document.extension.title': ["Bản công bố thông tin về gia hạn"],
    'document.extension.advice': ["Hãy đọc kỹ bản công bố thông tin này trước khi trả phí gia hạn. Bạn có quyền nhận một bản sao."],
    'document.extension.loan': ["Khoản vay"],
    'document.extension.principal': ["Tiền gốc được gia hạn"],
    'document.extension.owed': ["Toàn bộ số nợ, nếu trả vào ",["day"]],
    'document.extension.dueNow': ["Hạn trả hiện tại"],
    'document.extension.late': ["Phí trả chậm đến hôm nay"],
    'document.extension.toPay': ["Phải trả trước khi hết ",["day"]],
    'document.extension.toRepay': ["Phải trả trước ",["day"]],
    'document.extension.newDue': ["Hạn trả mới, thêm ",["days","plural",{"offset":undefined,"other":["#"," ngày"]}]],
    'document.extension.feeRule': ["Phí gia hạn là toàn bộ chi phí tài chính của kỳ gia hạn. Phí này không trừ vào nợ, không cộng thêm lãi sau hạn trả đầu tiên, và không được hoàn lại nếu bạn trả sớm."],
    'document.extension.other': ["Gia hạn hay không là do bạn chọn. Chỉ đúng số tiền này, trả vào ",["day"]," bằng mã của nó, mới gia hạn khoản vay; mọi khoản trả khác được tính vào số nợ. Sau khi gia hạn, bạn không thể trả lại khoản vay nữa."],
    'document.agreement.title': ["Hợp đồng vay"],
    'document.agreement.parties': ["1. Các bên"],
    'document.agreement.partiesWords': [["borrower"],", bên vay (“bạn”), và ",["lender"],", bên cho vay, số đăng ký SEC ",["registration"],", giấy phép hoạt động (Certificate of Authority) số ",["authority"],". Bản công bố thông tin là một phần của hợp đồng này."],
    'document.agreement.loan': ["2. Khoản vay"],
    'document.agreement.loanWords': ["Bên cho vay cho bạn vay ",["principal"],". Sau khi trừ các phí trong bản công bố, ",["arrival"]," được chuyển vào ",["account"],". Khoản vay bắt đầu vào ngày tiền đến; trước đó bạn không nợ gì và có thể hủy miễn phí khi tiền chưa được chuyển đi."],
    'document.agreement.pickupWords': ["Bên cho vay cho bạn vay ",["principal"],". Sau khi trừ các phí trong bản công bố, bạn đến nhận ",["arrival"],": ",["account"],". Hãy mang giấy tờ tùy thân còn hạn và mã hiện trong ứng dụng, chậm nhất vào ngày cuối ghi ở đó. Tiền được coi là đến khi bạn nhận; nếu quầy không báo cho chúng tôi, thì khi tiền đã sẵn sàng để nhận. Khoản vay bắt đầu vào ngày đó; trước đó bạn không nợ gì và có thể từ bỏ miễn phí. Tiền không được nhận và hoàn lại thì bạn không phải trả gì."],
    'document.agreement.cost': ["3. Chi phí"],
    'document.agreement.costWords': ["Tổng chi phí vay là ",["cost"],": lãi, phí dịch vụ và phí giải ngân như trong bản công bố. Không bao giờ thu thêm gì khác, trừ những gì nêu ở điều 6 và 7."],
    'document.agreement.repay': ["4. Trả nợ"],
    'document.agreement.repayWords': ["Bạn trả ",["repay"]," trong một lần, ",["days","plural",{"offset":undefined,"other":["#"," ngày"]}]," sau khi tiền đến; ",["arrives","select",{"offset":undefined,"today":["nếu tiền đến hôm nay"],"other":["nếu tiền đến vào ",["arrives"]]}],", chậm nhất là hết ",["day"],", giờ Manila. Nếu đó không phải ngày làm việc, trả vào ngày làm việc kế tiếp vẫn là đúng hạn."],
    'document.agreement.early': ["5. Trả sớm hoặc trả từng phần"],
    'document.agreement.earlyWords': ["Bạn có thể trả bất cứ lúc nào. Lãi chỉ tính cho những ngày đã qua. Tiền trả được trừ vào phí trễ hạn trước, rồi đến lãi, rồi đến gốc. Trả qua mọi kênh đều không mất phí."],
    'document.agreement.late': ["6. Nếu bạn trả trễ"],
    'document.agreement.lateWords': ["Chỉ khi đó mới cộng phí trễ hạn ",["rate"]," mỗi tháng, tính theo ngày, trên gốc và lãi chưa trả. Phí trễ hạn không bị tính thêm phí và dừng khi mọi chi phí đạt ",["principal"],", tức 100 % tiền gốc."],
    'document.agreement.extend': ["7. Nếu bạn gia hạn"],
    'document.agreement.extendWords': ["Từ 3 ngày trước hạn trả, bạn có thể gia hạn ",["days","plural",{"offset":undefined,"other":["#"," ngày"]}],", tối đa 3 lần. Với toàn bộ tiền gốc, phí là ",["fee"],", cộng phí trễ hạn đến ngày đó nếu có. Bạn luôn được xem phí và hạn mới trước."],
    'document.agreement.cooling': ["8. Khi bạn đổi ý"],
    'document.agreement.coolingWords': ["Đến hết ngày làm việc thứ ba sau khi tiền đến (",["day"]," nếu tiền đến ",["arrives","select",{"offset":undefined,"today":["hôm nay"],"other":["vào ",["arrives"]]}],"), bạn có thể trả lại ",["arrival"]," đã nhận và không nợ gì thêm. Điều này vẫn đúng khi bạn đã trả hết khoản vay trước đó: phần bạn trả nhiều hơn số tiền ấy lại là của bạn."],
    'document.agreement.fair': ["9. Cách chúng tôi đối xử với bạn"],
    'document.agreement.fairWords': ["Dữ liệu của bạn được dùng cho khoản vay này theo Luật Bảo mật dữ liệu (Data Privacy Act). Ngoài bạn, không ai bị yêu cầu trả nợ: những người liên hệ chỉ là người tham chiếu và không bao giờ được cho biết về khoản nợ của bạn. Không đe dọa, không bêu riếu."],
    'document.agreement.copy': ["10. Ký và bản sao của bạn"],
    'document.agreement.copyWords': ["Bạn ký trên điện thoại, sau khi đánh dấu cả hai ô; theo RA 8792, việc này có giá trị như chữ ký tay. Bạn có thể tải hợp đồng này và bản công bố bất cứ lúc nào, đúng từng chữ như khi bạn ký."],
    'document.agreement.law': ["11. Luật áp dụng và khiếu nại"],
    'document.agreement.lawWords': ["Áp dụng luật Philippines. Hãy nói với chúng tôi trước: ",["telephone"],". Bạn luôn có thể tìm đến Securities and Exchange Commission (SEC)."],
    'document.payoutChannel.bankCard': ["Tài khoản ngân hàng"],
    'document.payoutChannel.wallet': ["Ví điện tử"],
    'document.payoutChannel.cashPickup': ["Nhận tiền mặt"],
    'document.payoutChannel.pawnshop': ["Tiệm cầm đồ"],
    'document.payoutChannel.remittance': ["Điểm chuyển tiền"],
    'document.payoutChannel.cardless': ["Rút tiền không cần thẻ"],
    'document.repaymentChannel.gcash': ["GCash"],
    'document.repaymentChannel.maya': ["Maya"],
    'document.repaymentChannel.grabpay': ["GrabPay"],
    'document.repaymentChannel.shopeepay': ["ShopeePay"],
    'document.repaymentChannel.qrph': ["QR Ph"],
    'document.repaymentChannel.sevenEleven': ["7-Eleven"],
    'document.repaymentChannel.cliqqLifelong': ["CLiQQ, mã trọn đời"],
    'document.repaymentChannel.pawnshop': ["Tiệm cầm đồ"],
    'document.repaymentChannel.remittance': ["Điểm chuyển tiền"],
    'document.repaymentChannel.bankTransfer': ["Chuyển khoản ngân hàng"],
    'document.repaymentChannel.bankCard': ["Thẻ ngân hàng"],
    'document.repaymentChannel.offlineTransfer': ["Chuyển khoản kèm biên lai"],
    'document.lender.name': ["Bên cho vay"],
    'document.lender.registration': ["Số đăng ký SEC"],
    'document.lender.authority': ["Certificate of Authority số"],
    'document.lender.telephone': ["Điện thoại"],
    'document.signed.title': ["Chữ ký"],
    'document.signed.of': ["Khoản vay ",["reference"]],
    'document.signed.at': ["Ký lúc"],
    'document.signed.on': [["day"],", ",["time"],", giờ Manila"],
    'document.signed.version': ["Phiên bản văn bản"],
    'document.signed.language': ["Ngôn ngữ"],
    'document.signed.session': ["Phiên đăng nhập khi ký"],
    'document.signed.hash': ["Dấu vân của văn bản (SHA-256)"],
    'document.signed.about': ["Giấy này ghi đúng từng chữ đã được hiển thị và đồng ý. Nội dung được lưu khi ký và không hề thay đổi; dấu vân là của cả hai giấy, bản công bố thông tin và hợp đồng vay."],
    'document.receipt.title': ["Biên nhận thanh toán"],
    'document.receipt.about': [["lender"]," đã nhận khoản thanh toán này."],
    'document.receipt.section': ["Khoản thanh toán"],
    'document.receipt.from': ["Bên vay"],
    'document.receipt.amount': ["Số tiền trả cho khoản vay này"],
    'document.receipt.whole': ["Thuộc lần thanh toán"],
    'document.receipt.extended': ["Gia hạn đến"],
    'document.receipt.on': ["Trả ngày"],
    'document.receipt.channel': ["Trả qua"],
    'document.receipt.loan': ["Khoản vay"],
    'document.receipt.number': ["Số thanh toán"],
    'document.certificate.title': ["Giấy xác nhận đã trả hết nợ"],
    'document.certificate.about': [["lender"]," xác nhận khoản vay dưới đây đã được trả hết. Không còn nợ gì nữa: không gốc, không lãi, không phí."],
    'document.certificate.section': ["Khoản vay"],
    'document.certificate.borrower': ["Bên vay"],
    'document.certificate.loan': ["Khoản vay"],
    'document.certificate.principal': ["Số tiền đã vay"],
    'document.certificate.signed': ["Ký ngày"],
    'document.certificate.arrived': ["Nhận tiền ngày"],
    'document.certificate.paid': ["Tổng số đã trả"],
    'document.certificate.repaid': ["Trả hết ngày"],
    'document.certificate.aboutReturned': [["lender"]," xác nhận khoản vay dưới đây đã được trả lại trong thời gian cân nhắc lại. Số tiền đã nhận đã được hoàn lại đầy đủ. Không còn nợ gì, và không thu tiền lãi hay phí nào."],
    'document.certificate.returned': ["Trả lại đầy đủ ngày"],
    'document.made': ["Lập ngày ",["day"]],
    'refusal.recoveryUnknown': ["Không gửi được từ đây nữa. Vui lòng bắt đầu lại."],
    'refusal.recoveryOpen': ["Chúng tôi đã có một yêu cầu cho số này. Hãy đợi SMS hoặc gọi chăm sóc khách hàng."],
    'refusal.recoveryNone': ["Hiện không có ai yêu cầu đổi số cho tài khoản này."],
    'sms.code.recovery': ["Sandali: ",["code"]," là mã để bạn yêu cầu nhận lại tài khoản bằng số này. Mã hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Không phải bạn? Đừng đưa mã cho ai."],
    'sms.code.stopRecovery': ["Sandali: ",["code"]," là mã để giữ tài khoản của bạn ở số này. Mã hết hạn sau ",["minutes","plural",{"offset":undefined,"other":["#"," phút"]}],". Đừng đưa mã cho ai."],
    'sms.recoveryReceived': ["Sandali: chúng tôi đã nhận yêu cầu của bạn. Nếu khớp với một tài khoản, nhân viên sẽ đối chiếu trong 3 ngày làm việc và báo cho bạn tại số này. Cần hỏi: ",["telephone"]],
    'sms.recoveryAsked': ["Sandali: có người yêu cầu chuyển tài khoản của bạn sang số có 4 số cuối ",["last4"],". Không phải bạn? Mở Sandali, Quên mật khẩu và chặn lại, hoặc gọi ngay: ",["telephone"]],
    'sms.recoveryApproved': ["Sandali: vào ",["on"]," tài khoản của bạn sẽ chuyển sang số có 4 số cuối ",["last4"],". Không phải bạn? Mở Sandali, Quên mật khẩu và chặn trước lúc đó, hoặc gọi: ",["telephone"]],
    'sms.recoveryComing': ["Sandali: giấy tờ và ảnh của bạn khớp. Từ ",["on"]," đây là số của tài khoản; đến lúc đó chủ tài khoản vẫn có thể chặn. Chúng tôi sẽ báo bạn tại số này."],
    'sms.recoveryDone': ["Sandali: đây là số mới của tài khoản. Mở Sandali, chọn Quên mật khẩu và đặt mật khẩu mới. Nếu không phải bạn, hãy gọi: ",["telephone"]],
    'sms.recoveryRefused': ["Sandali: chúng tôi không thể chuyển tài khoản sang số này. Hãy kiểm tra lại số điện thoại và số giấy tờ rồi thử lại, hoặc gọi: ",["telephone"]],
    'sms.recoveryStopped': ["Sandali: đã chặn. Tài khoản của bạn vẫn ở số này. Hãy đổi mật khẩu và gọi cho chúng tôi nếu ai đó có giấy tờ của bạn: ",["telephone"]],
    'sms.correctionMade': ["Sandali: chúng tôi đã sửa ",["what","select",{"offset":undefined,"name":["họ tên"],"birthday":["ngày sinh"],"address":["địa chỉ"],"other":["số giấy tờ"]}]," trong tài khoản của bạn. Nếu bạn không yêu cầu, hãy gọi ngay: ",["telephone"]],
  },
  zh: {
    'refusal.bodyUnreadable': ["我们无法读取您手机发送的内容，请重试。"],
    'refusal.keyUnknown': ["安全连接已更新，请重试。"],
    'refusal.sessionInvalid': ["您的登录已失效，请重新登录。"],
    'refusal.clockWrong': ["您手机的时间不准确，请设为自动后重试。"],
    'refusal.tooManyRequests': ["短时间内尝试次数过多，请等1分钟后再试。"],
    'refusal.clientTooOld': ["客户端版本过低，请更新客户端"],
    'refusal.inputInvalid': ["表单中有内容不正确，请检查后重试。"],
    'refusal.requestIdReused': ["此请求已用于其他操作，请重新加载页面后重试。"],
    'refusal.pathUnknown': ["应用请求了我们无法识别的内容，请更新应用。"],
    'refusal.lengthMissing': ["请求未完整送达，请重试。"],
    'refusal.bodyTooLarge': ["内容过大，无法发送。请换一张较小的图片后重试。"],
    'refusal.originForeign': ["此页面不属于 Sandali，请打开应用本身后重试。"],
    'refusal.codeWrong': ["验证码错误或已过期。请核对，或重新获取。"],
    'refusal.codeTooSoon': [["seconds","select",{"offset":undefined,"undefined":["验证码刚刚发送，请稍等一会儿再重新获取。"],"other":["验证码刚刚发送，",["seconds"]," 秒后可重新获取。"]}]],
    'refusal.codeSendingFailed': ["验证码发送失败，请过几分钟再试。"],
    'refusal.codeBudgetSpent': ["获取验证码次数过多，请1小时后或明天再试。"],
    'refusal.alreadyRegistered': ["账户已注册，请返回登录。"],
    'refusal.loginWrong': ["手机号或密码错误。请重试，或重置密码。"],
    'refusal.passwordTooCommon': ["这个密码太容易被猜到，请换一个。"],
    'refusal.passwordAlreadySet': ["您的账户已有密码，可在“我的”中修改。"],
    'refusal.pictureCodeNeeded': ["请输入图片中的数字，然后再次获取验证码。"],
    'refusal.pictureCodeWrong': ["图片中的数字不对，已为您换了一张。"],
    'refusal.smsLoginOff': ["短信验证码登录暂时关闭，请用密码登录。"],
    'refusal.feedbackTooOften': ["感谢您的反馈，今天已达到次数上限，请明天再来。"],
    'refusal.agreementUnknown': ["您打开此页面后，我们的协议已更新。请重新加载页面，阅读后再次勾选同意。"],
    'refusal.accountUnknown': ["此号码还没有账户。几分钟即可开户。"],
    'refusal.passwordSame': ["这是您现在的密码，请另选一个。"],
    'refusal.idDigitsNeeded': ["这部手机是第一次使用。请输入您提交过的证件号码的最后 4 位。"],
    'refusal.idDigitsWrong': ["这不是您提交过的证件号码的最后 4 位。请核对证件后重试。"],
    'refusal.idDigitsSpent': ["今天输错次数过多。请明天再试，或使用以前登录过的手机，或致电客服。"],
    'refusal.phoneChangedLately': [["on","select",{"offset":undefined,"undefined":["您的号码更换未满 14 天，请稍后再试。"],"other":["您的号码更换未满 14 天，",["on"],"起可再次更换。"]}]],
    'refusal.phoneSame': ["这就是您现在的号码，请输入新号码。"],
    'refusal.oldCodeWrong': ["旧号码的验证码有误或已过期，请核对或重新获取。"],
    'refusal.idNumberUnknown': ["您还没有提交过证件号码。请使用旧号码的验证码，或致电客服。"],
    'refusal.idNumberSpent': ["证件号码输错次数过多。您可以使用旧号码的验证码，或两周后再试，也可以致电客服。"],
    'refusal.idNumberWrong': ["这不是您提交过的证件号码。请核对证件并完整输入。"],
    'refusal.phoneTaken': ["此号码属于另一个账户。请使用其他号码，或致电客服。"],
    'refusal.newDeviceCodeNeeded': ["这部手机是第一次登录您的账户。我们会向您的号码发送验证码，确认是您本人。"],
    'refusal.passwordNeeded': ["请输入密码以继续。"],
    'refusal.proofTooOld': ["为保护您的账户，请先退出并重新登录，然后再试一次。"],
    'refusal.passkeyWrong': ["此处无法使用这个通行密钥。请重试，或改用其他方式继续。"],
    'refusal.passkeyLimitReached': ["您已有 10 个通行密钥。请先移除一个不再使用的。"],
    'refusal.passkeyMissing': ["这个通行密钥已不存在。"],
    'refusal.passkeyAlreadyAdded': ["这个通行密钥已经添加过了。"],
    'refusal.creditLocked': ["您的资料正在审核中，暂时无法修改，请稍后再试。"],
    'refusal.creditStepMissing': ["请先完成前一个步骤。"],
    'refusal.tooYoung': ["您须年满18周岁才能借款，请检查出生日期。"],
    'refusal.placeUnknown': ["找不到这个地点，请重新选择省、市和 Barangay。"],
    'refusal.contactsNotDistinct': ["每位联系人的手机号须各不相同，请更改重复的号码。"],
    'refusal.contactIsOwnNumber': ["您不能把自己设为联系人，请填写他人的号码。"],
    'refusal.contactFamilyMissing': ["至少须有一位联系人是家人，请添加一位家人。"],
    'refusal.pictureUnreadable': ["无法打开这张图片，请重新拍摄。"],
    'refusal.pictureKindRefused': ["仅支持 JPEG、PNG 或 WebP 图片，请重新拍摄或另选一张。"],
    'refusal.pictureTooLarge': ["图片过大，请重新拍摄或选择较小的图片。"],
    'refusal.pictureTooSmall': ["图片太小，无法看清，请靠近证件重新拍摄。"],
    'refusal.pictureQuotaSpent': ["您今天发送的图片过多，请明天继续。"],
    'refusal.pictureMissing': ["缺少照片。请上传证件正面照片和手持证件自拍。"],
    'refusal.idExpired': ["此证件已过有效期。请使用有效的证件，或核对日期。"],
    'refusal.idNumberTaken': ["此证件号码已在另一个账户中使用。请再核对一次，或让客服帮助您。"],
    'refusal.creditNotApproved': ["您目前不符合借款条件。请完成额度申请，或等待审核结果。"],
    'refusal.incomeTooLow': ["此收入无法承受我们的最小借款。",["fits","select",{"offset":undefined,"undefined":["两次发薪之间到期的金额会过多。"],"other":["两次发薪之间到期的金额最多应为 ",["fits"],"。"]}]],
    'refusal.billOverdue': ["您有逾期账单，请先还清，之后即可再次借款。"],
    'refusal.accountMissing': ["此收款方式尚无账户，请先添加一个。"],
    'refusal.accountNotPaid': ["目前还无法向此银行或电子钱包汇款，请选择其他账户或其他收款方式。"],
    'refusal.accountNameDiffers': ["此账户的户名与您证件上的姓名不一致，请选择其他账户，或添加以证件姓名开立的账户。"],
    'refusal.bankCardMissing': ["借款前须先绑定银行卡，请先添加银行账户。"],
    'refusal.amountNotOffered': ["此金额不可选，请选择页面所示的金额。"],
    'refusal.termNotOffered': ["此借款期限不可选，请选择页面所示的期限。"],
    'refusal.channelNotOffered': ["此收款方式目前不可用，请选择其他方式。"],
    'refusal.channelClosed': [["hour","select",{"offset":undefined,"undefined":["此收款方式现已停止营业。请选择其他方式，或稍后再来。"],"other":["此收款方式现已停止营业，",["hour"]," 开始营业。请选择其他方式，或届时再来。"]}]],
    'refusal.pickupHeld': [["hours","select",{"offset":undefined,"undefined":["您的号码、密码或手机已更改。为保护您的资金，满 24 小时后才能领取现金。"],"other":["您的号码、密码或手机已更改。为保护您的资金，暂时不能领取现金。剩余小时数：",["hours"],"。"]}]],
    'refusal.channelTooCostly': ["对这么小的借款来说，此渠道的手续费过高。",["smallest","select",{"offset":undefined,"undefined":["请选择其他渠道或更大的金额。"],"other":[["smallest"]," 及以上适用。"]}]],
    'refusal.lineExceeded': ["已超出您的可用额度。",["available","select",{"offset":undefined,"undefined":["请选择较小的金额。"],"none":["剩余额度低于最低借款金额。还清一笔账单后，相应额度可再次借用。"],"other":["您目前最多可借 ",["available"],"。"]}]],
    'refusal.unaffordable': ["您两次发薪之间到期的金额会过多。",["fits","select",{"offset":undefined,"undefined":["请先偿还部分现有借款，或待还清后再借。"],"other":["以您的收入和其他账单，目前 ",["fits"]," 较合适。"]}]],
    'refusal.quoteExpired': ["此报价已过期，请查看新的费用后再次确认。"],
    'refusal.quoteUsed': ["已按此报价生成借款，可在“订单”中查看。"],
    'refusal.disclosureChanged': ["借款披露声明有变动，请阅读新版本并再次同意。"],
    'refusal.loanUnknown': ["找不到这笔借款，请到“订单”查看您的全部借款。"],
    'refusal.channelLimit': ["此渠道不支持该金额。",["maximum","select",{"offset":undefined,"undefined":["请选择其他渠道或其他金额。"],"other":["支持 ",["minimum"]," 至 ",["maximum"],"。"]}]],
    'refusal.lendingPaused': ["目前暂停放款，暂时无法借款。请明天再试。"],
    'refusal.applicationsPaused': ["目前暂停接收申请。您填写的内容已保存，请明天再试。"],
    'refusal.budgetSpent': ["当前借款人数过多，请明天10点再试。"],
    'refusal.returnedTwice': [["day","select",{"offset":undefined,"undefined":["您在90天内退还了两笔借款，需等待30天才能再次借款。"],"other":["您在90天内退还了两笔借款，下一笔需要等待。自",["day"],"起可再次借款。"]}]],
    'refusal.voucherMissing': ["该优惠券已无法使用。请选择其他优惠券或不使用，并重新查看费用。"],
    'refusal.voucherNeedsMore': ["借款金额太小，无法使用该优惠券。",["minimum","select",{"offset":undefined,"undefined":["请选择更高的金额或其他优惠券。"],"other":["它适用于 ",["minimum"]," 起的借款。"]}]],
    'refusal.cancelTooLate': ["款项已经汇出，无法再拦截。到账后您可以退还，之后无需再付任何费用。"],
    'refusal.coolingOffClosed': ["这笔借款已不能再退还。您可以提前还清，利息只按实际用款天数计算。"],
    'refusal.periodWrong': ["无法显示该时间段。开始日期不能晚于结束日期，结束日期不能晚于今天，最长一年。"],
    'refusal.statementsSpent': ["您今天保存对账单的次数已用完。仍可在此查看，明天可再次保存。"],
    'refusal.documentMissing': ["我们没有这份文件。请返回列表查看可下载的文件。"],
    'refusal.documentsSpent': ["今天的下载次数已用完。",["from","select",{"offset":undefined,"undefined":["请明天再试。"],"other":[["from"],"起可以继续下载。"]}]],
    'refusal.pushServiceUnknown': ["此浏览器的通知由我们不认识的服务发送。请选择短信提醒。"],
    'refusal.pushMissing': ["此手机尚未允许通知。请允许通知，或选择短信提醒。"],
    'refusal.dueDateMoved': ["此账单的还款日已更改。请重新打开页面查看新日期。"],
    'refusal.complaintsSpent': ["您今天已向客服提交了 5 次。请明天再提交，或致电我们。"],
    'refusal.complaintDayWrong': ["付款日期不能晚于今天，也不能早于一年前。请查看收据并更正。"],
    'refusal.complaintUnknown': ["找不到此个案。请重新打开“客服”查看您的个案。"],
    'refusal.complaintAnswered': ["此个案已有答复，不能再添加图片。如仍有问题，请新建个案。"],
    'refusal.complaintPicturesFull': ["此个案已有 3 张图片，已达上限。其余内容请写入新个案。"],
    'refusal.repaymentClosed': ["此账单目前无需还款，请重新加载查看最新状态。"],
    'refusal.repaymentTooSmall': ["低于最低还款金额。",["minimum","select",{"offset":undefined,"undefined":["请输入较大的金额。"],"other":["请至少还 ",["minimum"],"。"]}]],
    'refusal.repaymentTooLarge': ["超过您的欠款金额。",["owed","select",{"offset":undefined,"undefined":["请输入较小的金额。"],"other":["最多可还 ",["owed"],"，即您在",["day"],"的欠款。"]}]],
    'refusal.repaymentChannelRefused': ["此渠道目前无法收取您的还款，请选择其他渠道。"],
    'refusal.repaymentCodeUnknown': ["找不到此还款码，请重新加载还款页面获取新码。"],
    'refusal.extensionSpent': ["您的这笔借款",["most","select",{"offset":undefined,"undefined":["已达到展期次数上限"],"other":["已展期 ",["most"]," 次，达到上限"]}],"。请全部或部分还款，或致电我们，一起找一个您能做到的还款安排。"],
    'refusal.extensionTooEarly': ["此账单自还款日前 3 天起可以展期。",["from","select",{"offset":undefined,"undefined":["请届时再来。"],"other":[["from"],"起即可办理。"]}]],
    'refusal.extensionAboveRate': ["这笔借款展期的费用将超过法律允许的上限。请全部或部分还款，或致电我们，一起找一个您能做到的还款安排。"],
    'refusal.extensionAboveTotal': ["加上这笔费用，费用总额将超过您的借款本金，而我们绝不收取超过本金的费用。请全部或部分还款，或致电我们。"],
    'refusal.extensionTooSmall': ["展期费用低于任何还款渠道的最低金额。请直接还清余款。"],
    'refusal.extensionChanged': ["您查看之后，展期费或新的还款日已有变化。请重新查看后再选择。"],
    'refusal.bankUnknown': ["无法识别这家银行，请从列表中选择。"],
    'refusal.walletUnknown': ["无法识别这个电子钱包，请从列表中选择。"],
    'refusal.ownerNameDiffers': ["账户持有人姓名必须与借款人一致，请按证件填写。"],
    'refusal.accountNumberInvalid': ["账号似乎不正确，请核对数字。"],
    'refusal.accountAlreadyAdded': ["您已添加过此账户，可在列表中找到。"],
    'refusal.passwordWrong': ["密码错误，请重试。"],
    'refusal.accountLimitReached': ["您添加的账户数量已达上限，请使用列表中的账户。"],
    'refusal.accountsAddedOften': ["您今天添加的账户过多，请明天再试。"],
    'refusal.payoutAccountUnknown': ["此账户已不在您的列表中，请刷新列表。"],
    'refusal.payoutAccountAwaited': ["有一笔款项正在汇往此账户。到账后即可删除。"],
    'refusal.nameNotKnownYet': ["请先填写个人信息，以便我们知道您的姓名。"],
    'refusal.accountHeld': [["hours","select",{"offset":undefined,"undefined":["此账户是新添加的，且您的号码已更改，或您仅凭验证码登录。为安全起见，满 24 小时后才能向其汇款。"],"other":["此账户是新添加的，且您的号码已更改，或您仅凭验证码登录。为安全起见，暂时不能向其汇款。剩余小时数：",["hours"],"。"]}]],
    'refusal.newAccountsHeld': [["hours","select",{"offset":undefined,"undefined":["您的号码、密码或手机已更改。为保护您的资金，满 24 小时后才能再添加账户。"],"other":["您的号码、密码或手机已更改。为保护您的资金，暂时不能添加账户。剩余小时数：",["hours"],"。"]}]],
    'refusal.systemError': ["系统错误，请重试。"],
    'refusal.systemBusy': ["系统繁忙，请稍后或明天再试。"],
    'refusal.stopping': ["系统正在重启，请1分钟后再试。"],
    'sms.code.register': ["Sandali: ",["code"]," 是您的注册验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。请勿告诉任何人。"],
    'sms.code.login': ["Sandali: ",["code"]," 是您的登录验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。请勿告诉任何人。"],
    'sms.code.reset': ["Sandali: ",["code"]," 是您的密码重置验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。非本人操作请忽略，切勿告诉他人。"],
    'sms.code.newDevice': ["Sandali: ",["code"]," 是您在新手机上登录的验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。非本人操作？切勿告诉他人。"],
    'sms.code.bankAccount': ["Sandali: ",["code"]," 是您添加银行账户的验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。非本人操作？切勿告诉他人。"],
    'sms.code.oldPhone': ["Sandali: ",["code"]," 是您更换账户手机号的验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。非本人操作？切勿告诉他人。"],
    'sms.code.newPhone': ["Sandali: ",["code"]," 是您将此号码用于账户的验证码，",["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内有效。非本人操作？切勿告诉他人。"],
    'sms.newDeviceLogin': ["Sandali: 一部新手机登录了您的账户。如果不是您本人操作，请修改密码并致电：",["telephone"]],
    'sms.passkeyAdded': ["Sandali: 您的账户添加了一个通行密钥。如果不是您本人操作，请修改密码并致电：",["telephone"]],
    'sms.passkeyRemoved': ["Sandali: 您的账户移除了一个通行密钥。如果不是您本人操作，请修改密码并致电：",["telephone"]],
    'sms.passkeyRefused': ["Sandali: 可能有人在使用您通行密钥的副本，我们已拒绝。请在“我的”>“通行密钥”中移除它并致电：",["telephone"]],
    'sms.passwordChanged': ["Sandali: 您的密码已更改。如果不是您本人操作，请立即致电：",["telephone"]],
    'sms.payoutAccountAdded': ["Sandali: 您的账户新增了尾号 ",["last4"]," 的收款账户。如果不是您本人操作，请修改密码并致电：",["telephone"]],
    'sms.phoneChangedFrom': ["Sandali: 您的账户已换新号码，此号码不再属于该账户。如果不是您本人操作，请立即致电：",["telephone"]],
    'sms.phoneChangedTo': ["Sandali: 此号码现在是您账户的号码，请用它登录。如果不是您本人操作，请致电：",["telephone"]],
    'refusal.disputeNotPossible': ["目前没有可以申诉的决定，客服可为您说明。"],
    'refusal.disputeAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["我们正在处理您的申诉。"],"other":["我们正在处理您的申诉，会在",["due"],"前答复。"]}]],
    'refusal.contactAskedOut': ["其中一位已要求不再作为联系人，请换一位。"],
    'refusal.lineHeld': ["我们正在再次核对您的资料，新的借款需要等一等。您的欠款和还款日不变。请稍后再试，或咨询客服。"],
    'refusal.lineClosed': ["您的额度已关闭，因为有一笔借款未还清并已核销。您之后的还款仍会计入。如有误，请联系客服。"],
    'sms.disputeUpheld': ["Sandali: 我们已处理您的申诉，工作人员正在重新审核您的申请，结果会以短信通知。"],
    'sms.disputeDeclined': ["Sandali: 我们已答复您的申诉，请打开应用，在申请页面查看。"],
    'sms.contactNotice': ["Sandali: ",["name"]," 将您列为品行证明人，并把您的号码提供给 ",["lender"],"。您没有任何欠款，也无需回复。如需移除，请致电 ",["telephone"],"。"],
    'reason.age': ["我们只向特定年龄范围内的人士提供借款。"],
    'reason.income': ["我们未能确认您有可用于还款的收入。"],
    'reason.identity': ["我们未能核实您的证件。"],
    'reason.contacts': ["您的三位联系人未能通过审核。"],
    'reason.information': ["您的部分资料不完整或前后不一致。"],
    'reason.other': ["您的申请目前不符合我们的规则。"],
    'refusal.quotaNoLine': ["您还没有信用额度，请先申请。"],
    'refusal.quotaOverdue': ["您有逾期账单，请先还款，再申请提高额度。"],
    'refusal.quotaRequestOpen': ["我们正在审核您的申请，结果会以短信通知您。"],
    'refusal.quotaAtMaximum': ["您的额度已经是最高额度。"],
    'refusal.quotaUnaffordable': [["fits","select",{"offset":undefined,"undefined":["您的收入无法承受更高额度。"],"other":["您所填的收入最多可承受 ",["fits"]," 的额度。"]}]],
    'refusal.quotaAmountNotOffered': [["maximum","select",{"offset":undefined,"undefined":["请从所列额度中选择。"],"other":["请从所列额度中选择：高于现有额度，最高 ",["maximum"],"。"]}]],
    'refusal.quotaTooSoon': [["day","select",{"offset":undefined,"undefined":["现在还不能再次申请。"],"other":["自",["day"],"起可再次申请提高额度。"]}]],
    'refusal.quotaTooFewLoans': [["count","select",{"offset":undefined,"undefined":["请先按时还清一笔借款（不早于期限过半），再申请提高额度。"],"other":["请再按时还清 ",["count"]," 笔借款（不早于期限过半），然后申请提高额度。"]}]],
    'refusal.quotaStepTooSoon': [["day","select",{"offset":undefined,"undefined":["额度每30天最多提高一级。您的下一级已获得。"],"other":["额度每30天最多提高一级。您的下一级自",["day"],"起可领取。"]}]],
    'sms.growthTakenBack': ["Sandali: 曾提高您额度的一笔借款已撤销，您的额度现为 ",["limit"],"。",["later","select",{"offset":undefined,"undefined":[],"other":["随着您还款，还将减少 ",["later"],"。"]}]],
    'sms.quotaGranted': ["Sandali: 您的额度现为 ",["limit"],"。请按需借款。"],
    'sms.quotaDeclined': ["Sandali: 目前暂时无法提高您的额度。自",["from"],"起可再次申请，原因请打开应用查看。"],
    'sms.reviewApproved': ["Sandali: 好消息，您的申请已通过！信用额度为 ",["limit"],"。打开应用即可借款。"],
    'sms.reviewRejected': ["Sandali: 您目前不符合借款条件。自",["from"],"起可重新提交资料，原因请打开应用查看。"],
    'sms.loanPaidOut': ["Sandali: 已向您的 ",["receiver"]," 放款 ",["arrival"],"。请最迟于",["due"],"还款 ",["repay"],"。"],
    'sms.payoutOnItsWay': ["Sandali: ",["arrival"]," 正通过 PESONet 汇往您的 ",["receiver"],"，预计最迟",["day"],"晚间到账。您的",["days","plural",{"offset":undefined,"other":["#","天"]}],"期限自到账当日起算。"],
    'sms.payoutFailed': ["Sandali: ",["arrival"]," 未能发放给您。您无需还款，额度已恢复。请在应用中重试，或选择其他账户。"],
    'sms.loanReversed': ["Sandali: 借款 ",["reference"]," 的 ",["arrival"]," 已退回我们，您无需为此还款。",["kept","select",{"offset":undefined,"undefined":[],"other":["您已付的 ",["kept"]," 由我们为您保管：请在应用中打开“订单”，申请退回。"]}]],
    'sms.pickupReady': ["Sandali: ",["arrival"]," 已可领取。地点：",["place"],"。截止：",["last"],"。请带有效证件，取款码请在应用内查看。"],
    'sms.pickupLastDay': ["Sandali: ",["arrival"]," 仍待领取。地点：",["place"],"。最后一天：",["last"],"。请带有效证件。未领取将退回，您无需还款。"],
    'sms.pickupCollected': ["Sandali: 您已领取 ",["arrival"],"。地点：",["place"],"。请最迟于",["due"],"还款 ",["repay"],"。"],
    'sms.pickupOver': ["Sandali: ",["arrival"]," 未被领取，已退回。您无需为此还款，可在应用内重新借款。"],
    'sms.nextPart': ["Sandali: 已收到借款 ",["reference"]," 的还款 ",["paid"],"。请打开 Sandali 查看下一笔的付款码。"],
    'sms.billRepaid': ["Sandali: 已收到您的还款 ",["paid"],"。借款 ",["reference"]," 已全部还清，谢谢您！"],
    'sms.loanExtended': ["Sandali: 借款 ",["reference"]," 已展期。请最迟于",["due"],"还款 ",["repay"],"。"],
    'sms.chargeWaived': ["Sandali: 已为您免除借款 ",["reference"]," 的费用 ",["amount"],"。剩余应还金额请在应用中查看。"],
    'sms.promiseMade': ["Sandali: 已记录借款 ",["reference"]," 的分期还款承诺。下一期：最迟于",["due"],"还 ",["amount"],"。按时履约期间不再加收逾期费。"],
    'sms.loanReturned': ["Sandali: 已收到 ",["paid"],"。借款 ",["reference"]," 已退还：费用和利息均已取消，您不再欠款。"],
    'refusal.refundUnderWay': ["已有一笔退款正在途中。到账后即可退回余下金额。"],
    'refusal.refundTooMuch': [["available","select",{"offset":undefined,"undefined":["超过了我们为您保管的金额。"],"other":["超过了我们为您保管的金额：可退回 ",["available"],"。"]}]],
    'sms.refundOrdered': ["Sandali: ",["amount"]," 正在退回您的 ",["receiver"],"。如果不是您本人操作，请修改密码并致电：",["telephone"]],
    'sms.refundPaid': ["Sandali: ",["amount"]," 已退回您的 ",["receiver"],"，不收手续费。"],
    'sms.refundFailed': ["Sandali: ",["amount"]," 未能汇入您的 ",["receiver"],"，仍由我们为您保管：请在应用中打开“订单”，退回到其他账户。"],
    'sms.reminderSoon': ["Sandali: ",["amount"]," 将于 3 天后（",["due"],"）到期。所有渠道还款均免手续费。如有疑问，请致电 ",["telephone"],"。"],
    'sms.reminderTomorrow': ["Sandali: ",["amount"]," 将于明天（",["due"],"）到期。所有渠道还款均免手续费。如有疑问，请致电 ",["telephone"],"。"],
    'sms.reminderToday': ["Sandali: ",["amount"]," 今天（",["due"],"）到期。所有渠道还款均免手续费。如有疑问，请致电 ",["telephone"],"。"],
    'sms.reminderOverdue': ["Sandali: 您的账单已于",["due"],"到期，今天应还 ",["amount"],"。如还款有困难，请致电 ",["telephone"],"，我们一起想办法。如您刚刚还款，谢谢您。"],
    'sms.reminderPromise': ["Sandali: 您承诺的下一期 ",["amount"]," 将于明天（",["due"],"）到期。所有渠道还款均免手续费。如有疑问，请致电 ",["telephone"],"。"],
    'refusal.deletionOpenLoan': ["账户还有未结清的借款，暂时不能删除。请先还清，再来申请。"],
    'refusal.deletionUnderReview': ["您的申请正在审核中，有结果之后才能删除账户。"],
    'refusal.deletionHeldByLaw': [["until","select",{"offset":undefined,"undefined":["法律要求我们保存您的借款记录，请改为提交删除请求。"],"other":["法律要求我们将您的借款记录保存到",["until"],"，请改为提交删除请求。"]}]],
    'refusal.deletionLater': [["from","select",{"offset":undefined,"undefined":["到可以重新申请之日，您才能删除账户。"],"other":[["from"],"起您可以删除账户，也可以重新申请。"]}]],
    'refusal.exportsSpent': [["from","select",{"offset":undefined,"undefined":["您今天的下载次数已用完，明天可再次下载。"],"other":["您今天的下载次数已用完，",["from"],"起可再次下载。"]}]],
    'refusal.consentNecessary': ["没有这项同意，我们无法放款。如要撤回，请提交撤回请求。"],
    'refusal.requestAlreadyOpen': [["due","select",{"offset":undefined,"undefined":["您已提交过这项请求，我们正在准备答复。"],"other":["您已提交过这项请求，我们会在",["due"],"前答复。"]}]],
    'sms.accountDeleted': ["Sandali: 您的账户和数据已删除。如果不是您本人操作，请立即致电：",["telephone"]],
    'sms.deletionAsked': ["Sandali: 我们已收到您删除账户的请求。如果不是您本人操作，请立即致电：",["telephone"]],
    'sms.dataRequestAnswered': ["Sandali: 我们已答复您关于个人数据的请求。请在应用的“我的—隐私与数据”中查看。"],
    'sms.feedbackAnswered': ["Sandali: 我们已阅读您对借款方案的意见并作了答复。请在应用的“我的—客服”中查看。"],
    'sms.complaintAcknowledged': ["Sandali: 我们正在处理您的个案 ",["number"],"，有答复时会通知您。"],
    'sms.complaintAnswered': ["Sandali: 我们已答复您的个案 ",["number"],"。请在应用的“我的—客服”中查看。"],
    'complaint.transferBooked': ["您的转账 ",["amount"]," 已到账，并从付款日 ",["day"]," 起计算。谢谢您。"],
    'document.data.title': ["您的个人数据"],
    'document.data.madeFor': ["为",["name"],"制作，",["day"]],
    'document.data.about': ["根据《2012年数据隐私法》（RA 10173），以下是",["lender"],"保存的关于您的数据。联系人的号码属于他们本人，因此仍被遮盖。也可下载 JSON 格式。"],
    'document.data.page': ["页"],
    'document.data.none': ["无"],
    'document.statement.title': ["对账单"],
    'document.statement.madeFor': [["name"],"，",["from"],"至",["to"]],
    'document.statement.about': [["lender"],"在此期间与您之间的全部入账，按账簿顺序排列。每笔列在入账当日；若自另一日起算，会注明该日。制作日期：",["day"],"。"],
    'document.statement.section.sum': ["概要"],
    'document.statement.section.entries': ["明细"],
    'document.statement.kind.paidOut': ["放款"],
    'document.statement.kind.reversed': ["放款退回"],
    'document.statement.kind.charges': ["费用"],
    'document.statement.kind.chargesBack': ["费用冲回"],
    'document.statement.kind.repayment': ["您的还款"],
    'document.statement.kind.extension': ["已付展期费"],
    'document.statement.kind.shared': ["重新分配已还款项"],
    'document.statement.kind.refundOrdered': ["已申请退款"],
    'document.statement.kind.refundPaid': ["退款已汇出"],
    'document.statement.kind.refundBack': ["退款未到账，由我们保管"],
    'document.statement.kind.returned': ["借款已退还，费用全部冲回"],
    'document.statement.kind.waived': ["已免除的费用"],
    'document.statement.kind.waivedLess': ["免除减少：较早的还款使费用变少"],
    'document.statement.kind.remainder': ["免除不足一比索的尾款"],
    'document.statement.kind.remainderLess': ["免除减少：较早的还款已付清该尾款"],
    'document.statement.kind.writtenOff': ["借款已核销"],
    'document.statement.opening': [["day"],"之前欠款"],
    'document.statement.closing': [["day"],"终账面欠款"],
    'document.statement.pendingInterest': ["截至今日未入账利息"],
    'document.statement.pendingLate': ["截至今日未入账逾期费"],
    'document.statement.owed': ["今日欠款"],
    'document.statement.kept': ["为您保留"],
    'document.statement.loan': ["借款"],
    'document.statement.countsFrom': ["起算日"],
    'document.statement.change': ["变动"],
    'document.statement.balance': ["之后欠款"],
    'document.statement.part.sent': ["汇给您"],
    'document.statement.part.fees': ["已扣费用"],
    'document.statement.part.paid': ["收到"],
    'document.statement.part.late': ["逾期费"],
    'document.statement.part.interest': ["利息"],
    'document.statement.part.principal': ["本金"],
    'document.statement.part.extensionFee': ["展期费"],
    'document.statement.part.kept': ["为您保留"],
    'document.section.account': ["账户"],
    'document.section.personal': ["个人信息"],
    'document.section.contacts': ["您填写的联系人"],
    'document.section.work': ["工作与收入"],
    'document.section.identity': ["证件"],
    'document.section.drafts': ["尚未提交的答案"],
    'document.section.pictures': ["照片"],
    'document.section.reviews': ["审核"],
    'document.section.payoutAccounts': ["银行账户和电子钱包"],
    'document.section.loans': ["贷款与付款"],
    'document.section.messages': ["我们发送的消息"],
    'document.section.devices': ["登录记录"],
    'document.section.feedback': ["反馈"],
    'document.section.consents': ["同意记录"],
    'document.section.requests': ["请求"],
    'document.section.complaints': ["客户服务"],
    'document.section.looks': ["查看过的员工"],
    'document.label.phone': ["手机号码"],
    'document.label.name': ["姓名"],
    'document.label.language': ["语言"],
    'document.label.registeredAt': ["注册时间"],
    'document.label.lastName': ["姓"],
    'document.label.firstName': ["名"],
    'document.label.middleName': ["中间名"],
    'document.label.nationality': ["国籍"],
    'document.label.address': ["地址"],
    'document.label.maritalStatus': ["婚姻状况"],
    'document.label.residenceYears': ["居住年限"],
    'document.label.housingType': ["住房"],
    'document.label.education': ["学历"],
    'document.label.facebookLink': ["Facebook 主页"],
    'document.label.relationship': ["关系"],
    'document.label.employmentType': ["就业类型"],
    'document.label.employer': ["雇主"],
    'document.label.position': ["职位"],
    'document.label.workPhone': ["单位电话"],
    'document.label.workAddress': ["单位地址"],
    'document.label.incomeBand': ["月收入"],
    'document.label.payday': ["发薪日"],
    'document.label.servicePeriod': ["工龄"],
    'document.label.fundSource': ["资金来源"],
    'document.label.idType': ["证件类型"],
    'document.label.idNumber': ["证件号码"],
    'document.label.idExpiresOn': ["有效期至"],
    'document.label.purpose': ["照片"],
    'document.label.at': ["时间"],
    'document.label.outcome': ["结果"],
    'document.label.limit': ["信用额度"],
    'document.label.provider': ["银行或钱包"],
    'document.label.ownerName': ["户名"],
    'document.label.number': ["号码"],
    'document.label.addedAt': ["添加时间"],
    'document.label.referenceNo': ["编号"],
    'document.label.state': ["状态"],
    'document.label.principal': ["借款金额"],
    'document.label.charges': ["利息与费用"],
    'document.label.received': ["到账金额"],
    'document.label.receiver': ["收款账户"],
    'document.label.signedAt': ["签署时间"],
    'document.label.dueOn': ["到期日"],
    'document.label.settledAt': ["结清时间"],
    'document.label.extension': ["展期"],
    'document.label.payment': ["付款"],
    'document.label.text': ["内容"],
    'document.label.openedAt': ["登录时间"],
    'document.label.lastSeenAt': ["最后使用"],
    'document.label.kind': ["类型"],
    'document.label.version': ["版本"],
    'document.label.givenAt': ["同意时间"],
    'document.label.withdrawnAt': ["撤回时间"],
    'document.label.askedAt': ["提出时间"],
    'document.label.answer': ["答复"],
    'document.label.answerBy': ["答复期限"],
    'document.label.role': ["人员"],
    'document.label.act': ["操作"],
    'document.label.reason': ["原因"],
    'document.section.calls': ["关于您申请的电话"],
    'document.call.reached': ["我们与您通了话"],
    'document.call.noAnswer': ["无人接听"],
    'document.call.wrongNumber': ["号码不是您的"],
    'document.call.refused': ["您不想通话"],
    'document.call.callBack': ["您请我们再打来"],
    'document.outcome.approved': ["已通过"],
    'document.outcome.rejected': ["未通过"],
    'document.outcome.manual': ["由人工审核"],
    'document.purpose.idFront': ["证件正面"],
    'document.purpose.selfie': ["您手持证件"],
    'document.label.callBackAt': ["再次致电时间"],
    'document.label.note': ["备注"],
    'document.disclosure.title': ["借款披露声明"],
    'document.disclosure.advice': ["请在继续借款前仔细阅读本披露声明。您有权获得一份副本。"],
    'document.disclosure.borrower': ["借款人"],
    'document.disclosure.receiver': ["放款至"],
    'document.disclosure.principal': ["借款金额（本金）"],
    'document.disclosure.financed': ["融资金额"],
    'document.disclosure.fee': ["服务费，",["rate"]],
    'document.disclosure.feeLowered': ["服务费，",["rate"],"（",["listed"],"），为不超过法定上限已下调"],
    'document.disclosure.feeCoupon': ["优惠券抵扣服务费"],
    'document.disclosure.payoutFee': ["放款手续费"],
    'document.disclosure.net': ["实际到账净额"],
    'document.disclosure.arrives': ["到账时间"],
    'document.disclosure.arrival': [["how","select",{"offset":undefined,"minutes":[["minutes","plural",{"offset":undefined,"other":["#","分钟"]}],"内，经 ",["rail"]],"today":["今天晚间前，经 ",["rail"]],"other":["下一个工作日，",["day"],"，经 ",["rail"]]}]],
    'document.disclosure.interest': ["利息，每天 ",["rate"]," × ",["days","plural",{"offset":undefined,"other":["#","天"]}]],
    'document.disclosure.interestCoupon': ["优惠券抵扣利息"],
    'document.disclosure.charge': ["融资费用合计"],
    'document.disclosure.aDay': ["折合每天"],
    'document.disclosure.annual': ["年化利率（单利）"],
    'document.disclosure.monthly': ["实际月利率"],
    'document.disclosure.payment': ["一次还清，到账后",["days","plural",{"offset":undefined,"other":["#","天"]}]],
    'document.disclosure.dueIfToday': [["arrives","select",{"offset":undefined,"today":["还款日（若今天到账）"],"other":["还款日（若",["arrives"],"到账）"]}]],
    'document.disclosure.freeUntil': ["免逾期费至（含当日）"],
    'document.disclosure.ifLate': ["仅在逾期时收取：首日"],
    'document.disclosure.ifExtended': [["days","plural",{"offset":undefined,"other":["仅在展期","#","天时收取"]}]],
    'document.disclosure.lateRule': ["逾期费：按逾期金额每月 ",["rate"]," 计，自免逾期费的最后一日的次日起按日计收。所有费用合计达到本金的 100%（",["principal"],"）即停止计收。绝不加收其他罚金。"],
    'document.disclosure.extendRule': ["是否展期由您决定。展期费是展期期间的全部费用，不抵扣您的欠款。"],
    'document.disclosure.early': ["提前还款只按已经过的天数收取利息，服务费不退。通过任何渠道还款均不收手续费。"],
    'document.disclosure.other': ["不收取其他任何费用：无保险费、公证费、印花税或催收费。"],
    'document.disclosure.cap': ["费率上限依据：",["rule"],"。报价日期：",["day"],"。"],
    'document.disclosure.lender': ["贷款机构：",["name"],"，SEC 注册号 ",["registration"],"，经营授权书（CA）编号 ",["authority"],"。电话 ",["telephone"],"。"],
    'document.disclosure.version': ["声明版本 ",["version"]],
    'document.extension.title': ["展期披露声明"],
    'document.extension.advice': ["请在支付展期费之前仔细阅读本披露声明。您有权获得一份副本。"],
    'document.extension.loan': ["借款"],
    'document.extension.principal': ["展期的本金"],
    'document.extension.owed': ["若在",["day"],"付清，应付总额"],
    'document.extension.dueNow': ["目前的还款日"],
    'document.extension.late': ["截至今天的逾期费"],
    'document.extension.toPay': ["须在",["day"],"结束前支付"],
    'document.extension.toRepay': ["须在",["day"],"前偿还"],
    'document.extension.newDue': ["新还款日，延长 ",["days","plural",{"offset":undefined,"other":["#"," 天"]}]],
    'document.extension.feeRule': ["展期费是展期期间的全部财务费用。它不抵扣欠款；首个还款日之后不再计息；提前还款时不予退还。"],
    'document.extension.other': ["是否展期由您决定。只有在",["day"],"使用其付款码支付恰好这一金额才会展期；其他付款均计入您的欠款。展期后不能再退还借款。"],
    'document.agreement.title': ["借款协议"],
    'document.agreement.parties': ["1. 协议双方"],
    'document.agreement.partiesWords': [["borrower"],"（借款人，以下称“您”）与 ",["lender"],"（贷款人，SEC 注册号 ",["registration"],"，经营授权书（CA）编号 ",["authority"],"）。借款披露声明是本协议的组成部分。"],
    'document.agreement.loan': ["2. 借款"],
    'document.agreement.loanWords': ["贷款人向您出借 ",["principal"],"。扣除声明所列费用后，将 ",["arrival"]," 支付至 ",["account"],"。借款自到账当日起算；到账前您不欠任何款项，款项发出前您可免费取消。"],
    'document.agreement.pickupWords': ["贷款人向您出借 ",["principal"],"。扣除声明所列费用后，",["arrival"]," 由您领取：",["account"],"。请在应用所示的最后一日（含）之前，凭有效证件和应用中的取款码领取。您领取之日视为到账日；网点不向我们告知领取情况的，款项可领取之日视为到账日。借款自该日起算；此前您不欠任何款项，可免费放弃。未领取而退回的款项，您无需承担任何费用。"],
    'document.agreement.cost': ["3. 费用"],
    'document.agreement.costWords': ["融资费用为 ",["cost"],"，即声明所列的利息、服务费和放款手续费。除第6条和第7条所述外，绝不收取其他费用。"],
    'document.agreement.repay': ["4. 还款"],
    'document.agreement.repayWords': ["您应在到账后",["days","plural",{"offset":undefined,"other":["#","天"]}],"一次性还款 ",["repay"],"；",["arrives","select",{"offset":undefined,"today":["若今天到账"],"other":["若",["arrives"],"到账"]}],"，应在马尼拉时间",["day"],"24:00 前还款。若当天不是工作日，在下一个工作日还款仍视为按时。"],
    'document.agreement.early': ["5. 提前还款或部分还款"],
    'document.agreement.earlyWords': ["您可随时还款。利息只按已经过的天数计算。还款依次抵扣逾期费、利息、本金。通过任何渠道还款均不收手续费。"],
    'document.agreement.late': ["6. 逾期"],
    'document.agreement.lateWords': ["只有逾期时，才对未还的本金和利息按每月 ",["rate"]," 逐日加收逾期费。逾期费本身不再产生费用；所有费用合计达到 ",["principal"],"（即本金的 100%）时停止计收。"],
    'document.agreement.extend': ["7. 展期"],
    'document.agreement.extendWords': ["自还款日前3天起，您可展期",["days","plural",{"offset":undefined,"other":["#","天"]}],"，最多3次。按全部本金计算，展期费为 ",["fee"],"；如有逾期费，另加截至当日的逾期费。您总会先看到费用和新的还款日。"],
    'document.agreement.cooling': ["8. 改变主意"],
    'document.agreement.coolingWords': ["您可在到账后第三个工作日结束前退还到账的 ",["arrival"],"，不欠其他任何费用；",["arrives","select",{"offset":undefined,"today":["若今天到账"],"other":["若",["arrives"],"到账"]}],"，最迟可在",["day"],"退还。即使您在此之前已还清贷款，也同样可以退还；您多付的部分归还给您。"],
    'document.agreement.fair': ["9. 我们如何对待您"],
    'document.agreement.fairWords': ["我们依照《数据隐私法》（Data Privacy Act），为本笔借款使用您的资料。除您本人外，我们不会要求任何人还款：联系人只是品行证明人，我们绝不会向他们透露您的欠款。绝不威胁，绝不羞辱。"],
    'document.agreement.copy': ["10. 签署与副本"],
    'document.agreement.copyWords': ["您勾选两个方框后在手机上签署；依据 RA 8792，其效力等同于手写签名。您可随时下载本协议和披露声明，内容与您签署时一字不差。"],
    'document.agreement.law': ["11. 法律与投诉"],
    'document.agreement.lawWords': ["本协议适用菲律宾法律。请先与我们联系：",["telephone"],"。您随时可以向菲律宾证券交易委员会（SEC）投诉。"],
    'document.payoutChannel.bankCard': ["银行账户"],
    'document.payoutChannel.wallet': ["电子钱包"],
    'document.payoutChannel.cashPickup': ["现金领取"],
    'document.payoutChannel.pawnshop': ["当铺"],
    'document.payoutChannel.remittance': ["汇款网点"],
    'document.payoutChannel.cardless': ["无卡取款"],
    'document.repaymentChannel.gcash': ["GCash"],
    'document.repaymentChannel.maya': ["Maya"],
    'document.repaymentChannel.grabpay': ["GrabPay"],
    'document.repaymentChannel.shopeepay': ["ShopeePay"],
    'document.repaymentChannel.qrph': ["QR Ph"],
    'document.repaymentChannel.sevenEleven': ["7-Eleven"],
    'document.repaymentChannel.cliqqLifelong': ["CLiQQ 永久还款码"],
    'document.repaymentChannel.pawnshop': ["当铺"],
    'document.repaymentChannel.remittance': ["汇款网点"],
    'document.repaymentChannel.bankTransfer': ["银行转账"],
    'document.repaymentChannel.bankCard': ["银行卡"],
    'document.repaymentChannel.offlineTransfer': ["转账并上传凭证"],
    'document.lender.name': ["贷款机构"],
    'document.lender.registration': ["SEC 注册号"],
    'document.lender.authority': ["经营授权书（CA）编号"],
    'document.lender.telephone': ["电话"],
    'document.signed.title': ["签署记录"],
    'document.signed.of': ["借款 ",["reference"]],
    'document.signed.at': ["签署时间"],
    'document.signed.on': [["day"]," ",["time"],"，马尼拉时间"],
    'document.signed.version': ["文本版本"],
    'document.signed.language': ["语言"],
    'document.signed.session': ["签署时的登录"],
    'document.signed.hash': ["文本指纹（SHA-256）"],
    'document.signed.about': ["本文件所载即签署时向您展示并经您同意的原文。原文在签署时存档，此后从未更改；指纹取自披露声明和借款协议两份文件。"],
    'document.receipt.title': ["付款收据"],
    'document.receipt.about': [["lender"]," 已收到此笔付款。"],
    'document.receipt.section': ["付款"],
    'document.receipt.from': ["借款人"],
    'document.receipt.amount': ["用于本笔借款的金额"],
    'document.receipt.whole': ["所属付款总额"],
    'document.receipt.extended': ["展期至"],
    'document.receipt.on': ["付款日期"],
    'document.receipt.channel': ["付款方式"],
    'document.receipt.loan': ["借款"],
    'document.receipt.number': ["付款编号"],
    'document.certificate.title': ["结清证明"],
    'document.certificate.about': [["lender"]," 证明下列借款已全部还清，本金、利息及任何费用均不再拖欠。"],
    'document.certificate.section': ["借款"],
    'document.certificate.borrower': ["借款人"],
    'document.certificate.loan': ["借款"],
    'document.certificate.principal': ["借款金额"],
    'document.certificate.signed': ["签署日期"],
    'document.certificate.arrived': ["到账日期"],
    'document.certificate.paid': ["累计还款"],
    'document.certificate.repaid': ["还清日期"],
    'document.certificate.aboutReturned': [["lender"],"证明下列借款已在冷静期内退回。已收到的款项已全额退还，不再欠款，也未收取任何利息、费用或其他款项。"],
    'document.certificate.returned': ["全额退回日期"],
    'document.made': ["出具日期：",["day"]],
    'refusal.recoveryUnknown': ["已无法从这里继续提交，请重新开始。"],
    'refusal.recoveryOpen': ["我们已收到此号码的申请。请等候短信，或致电客服。"],
    'refusal.recoveryNone': ["目前没有人申请更换此账户的号码。"],
    'sms.code.recovery': ["Sandali: ",["code"]," 是您以此号码申请找回账户的验证码，",["minutes","plural",{"offset":undefined,"other":["#"," 分钟"]}],"内有效。如果不是您本人操作，请勿告诉任何人。"],
    'sms.code.stopRecovery': ["Sandali: ",["code"]," 是您保留账户当前号码的验证码，",["minutes","plural",{"offset":undefined,"other":["#"," 分钟"]}],"内有效。请勿告诉任何人。"],
    'sms.recoveryReceived': ["Sandali: 我们已收到您的申请。如与某个账户相符，工作人员将在 3 个工作日内核对，并通过此号码通知您。咨询：",["telephone"]],
    'sms.recoveryAsked': ["Sandali: 有人申请把您的账户转到尾号 ",["last4"]," 的号码。不是您本人？请打开 Sandali，在“忘记密码”中阻止，或立即致电：",["telephone"]],
    'sms.recoveryApproved': ["Sandali: 您的账户将于",["on"],"转到尾号 ",["last4"]," 的号码。不是您本人？请在此之前打开 Sandali，在“忘记密码”中阻止，或致电：",["telephone"]],
    'sms.recoveryComing': ["Sandali: 您的证件与照片相符。自",["on"],"起，此号码将成为您账户的号码；在此之前账户持有人可以阻止。我们会通过此号码通知您。"],
    'sms.recoveryDone': ["Sandali: 此号码现在是您账户的号码。请打开 Sandali，选择“忘记密码”并设置新密码。如果不是您本人操作，请致电：",["telephone"]],
    'sms.recoveryRefused': ["Sandali: 我们无法把账户转到此号码。请核对您填写的号码和证件号后重试，或致电：",["telephone"]],
    'sms.recoveryStopped': ["Sandali: 已阻止，您的账户仍使用此号码。请更改密码；如有人持有您的证件，请致电：",["telephone"]],
    'sms.correctionMade': ["Sandali: 我们已更正您账户中的",["what","select",{"offset":undefined,"name":["姓名"],"birthday":["生日"],"address":["地址"],"other":["证件号"]}],"。如果您没有提出要求，请立即致电：",["telephone"]],
  },
} satisfies Record<Locale, Record<TextId | `refusal.${RefusalName}`, CompiledMessage>>;
