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
  'refusal.notYetAvailable': undefined;
  'refusal.requestIdReused': undefined;
  'refusal.pathUnknown': undefined;
  'refusal.lengthMissing': undefined;
  'refusal.bodyTooLarge': undefined;
  'refusal.codeWrong': undefined;
  'refusal.codeTooSoon': { seconds?: string | number };
  'refusal.codeSendingFailed': undefined;
  'refusal.codeBudgetSpent': undefined;
  'refusal.alreadyRegistered': undefined;
  'refusal.loginWrong': undefined;
  'refusal.passwordTooCommon': undefined;
  'refusal.passwordAlreadySet': undefined;
  'refusal.smsLoginOff': undefined;
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
  'refusal.pictureQuotaSpent': undefined;
  'refusal.pictureMissing': undefined;
  'refusal.idNumberTaken': undefined;
  'refusal.creditNotApproved': undefined;
  'refusal.billOverdue': undefined;
  'refusal.accountMissing': undefined;
  'refusal.bankCardMissing': undefined;
  'refusal.amountNotOffered': undefined;
  'refusal.termNotOffered': undefined;
  'refusal.channelNotOffered': undefined;
  'refusal.channelTooCostly': { smallest?: string | number };
  'refusal.lineExceeded': { available?: string | number };
  'refusal.quoteExpired': undefined;
  'refusal.quoteUsed': undefined;
  'refusal.disclosureChanged': undefined;
  'refusal.loanUnknown': undefined;
  'refusal.channelLimit': { maximum?: string | number; minimum?: string | number };
  'refusal.budgetSpent': undefined;
  'refusal.repaymentClosed': undefined;
  'refusal.repaymentTooSmall': { minimum?: string | number };
  'refusal.repaymentTooLarge': { owed?: string | number };
  'refusal.repaymentChannelRefused': undefined;
  'refusal.repaymentCodeUnknown': undefined;
  'refusal.bankUnknown': undefined;
  'refusal.walletUnknown': undefined;
  'refusal.ownerNameDiffers': undefined;
  'refusal.accountNumberInvalid': undefined;
  'refusal.accountAlreadyAdded': undefined;
  'refusal.passwordWrong': undefined;
  'refusal.accountLimitReached': undefined;
  'refusal.nameNotKnownYet': undefined;
  'refusal.systemError': undefined;
  'refusal.systemBusy': undefined;
  'refusal.stopping': undefined;
  'sms.code.register': { code: string | number; minutes: number };
  'sms.code.login': { code: string | number; minutes: number };
  'sms.code.reset': { code: string | number; minutes: number };
  'sms.code.newDevice': { code: string | number; minutes: number };
  'sms.code.bankAccount': { code: string | number; minutes: number };
  'sms.reviewApproved': { limit: string | number };
  'sms.reviewRejected': { from: string | number };
  'sms.loanPaidOut': { arrival: string | number; due: string | number; receiver: string | number; repay: string | number };
  'sms.billRepaid': { paid: string | number; reference: string | number };
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
    'refusal.notYetAvailable': ["This is not available yet. Please check back soon."],
    'refusal.requestIdReused': ["This request was already used for something else. Reload the page and try again."],
    'refusal.pathUnknown': ["The app asked for something we do not know. Please update the app."],
    'refusal.lengthMissing': ["The request arrived incomplete. Please try again."],
    'refusal.bodyTooLarge': ["That is too large to send. Use a smaller picture and try again."],
    'refusal.codeWrong': ["The code is wrong or has expired. Check it, or ask for a new one."],
    'refusal.codeTooSoon': [["seconds","select",{"offset":undefined,"undefined":["We just sent you a code. Wait a little before asking for another."],"other":["We just sent you a code. You can ask for another in ",["seconds"]," seconds."]}]],
    'refusal.codeSendingFailed': ["Verification code sending failed. Please try again in a few minutes."],
    'refusal.codeBudgetSpent': ["Too many codes were asked for. Please try again in an hour, or tomorrow."],
    'refusal.alreadyRegistered': ["Account already registered, go back to log in."],
    'refusal.loginWrong': ["The phone number or password is wrong. Try again, or reset your password."],
    'refusal.passwordTooCommon': ["This password is easy to guess. Please choose another one."],
    'refusal.passwordAlreadySet': ["Your account already has a password. You can change it under My."],
    'refusal.smsLoginOff': ["Login by SMS code is off right now. Please log in with your password."],
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
    'refusal.pictureQuotaSpent': ["You have sent too many pictures today. Please continue tomorrow."],
    'refusal.pictureMissing': ["A picture is missing. Upload the front of your ID and a selfie holding it."],
    'refusal.idNumberTaken': ["This ID number belongs to another account. Check the number, or contact customer service."],
    'refusal.creditNotApproved': ["You are not qualified to loan now. Finish your credit application, or wait for its result."],
    'refusal.billOverdue': ["You have an overdue bill. Please pay it first, then you can borrow again."],
    'refusal.accountMissing': ["There is no account yet for this way of receiving money. Please add one first."],
    'refusal.bankCardMissing': ["A bank card must be bound before borrowing. Please add a bank account first."],
    'refusal.amountNotOffered': ["This amount is not offered. Please choose one of the amounts shown."],
    'refusal.termNotOffered': ["This loan term is not offered. Please choose one of the terms shown."],
    'refusal.channelNotOffered': ["This way of receiving money is not available right now. Please choose another one."],
    'refusal.channelTooCostly': ["The fee of this channel is too high for so small a loan. ",["smallest","select",{"offset":undefined,"undefined":["Choose another channel or a larger amount."],"other":["It fits from ",["smallest"]," up."]}]],
    'refusal.lineExceeded': ["This is more than your available credit line. ",["available","select",{"offset":undefined,"undefined":["Please choose a smaller amount."],"other":["You can borrow up to ",["available"]," now."]}]],
    'refusal.quoteExpired': ["This quote has expired. Please check the new costs and confirm again."],
    'refusal.quoteUsed': ["A loan was already made from this quote. You can see it under Orders."],
    'refusal.disclosureChanged': ["The disclosure statement has changed. Please read the new one and agree again."],
    'refusal.loanUnknown': ["We could not find this loan. Go to Orders to see all your loans."],
    'refusal.channelLimit': ["This channel does not take this amount. ",["maximum","select",{"offset":undefined,"undefined":["Choose another channel or another amount."],"other":["It takes ",["minimum"]," to ",["maximum"],"."]}]],
    'refusal.budgetSpent': ["There are too many current borrowers. Please try again at 10 tomorrow."],
    'refusal.repaymentClosed': ["There is nothing to pay on this bill now. Reload to see its latest state."],
    'refusal.repaymentTooSmall': ["This is less than the minimum payment. ",["minimum","select",{"offset":undefined,"undefined":["Please enter a larger amount."],"other":["Please pay at least ",["minimum"],"."]}]],
    'refusal.repaymentTooLarge': ["This is more than what you owe. ",["owed","select",{"offset":undefined,"undefined":["Please enter a smaller amount."],"other":["You owe ",["owed"]," today."]}]],
    'refusal.repaymentChannelRefused': ["This channel cannot take your payment right now. Please choose another one."],
    'refusal.repaymentCodeUnknown': ["We could not find this payment code. Reload the repayment page to get a new one."],
    'refusal.bankUnknown': ["We do not know this bank. Please pick one from the list."],
    'refusal.walletUnknown': ["We do not know this wallet. Please pick one from the list."],
    'refusal.ownerNameDiffers': ["The account owner name must match the borrower. Enter it as it is on your ID."],
    'refusal.accountNumberInvalid': ["This account number does not look right. Please check its digits."],
    'refusal.accountAlreadyAdded': ["You have already added this account. You will find it in your list."],
    'refusal.passwordWrong': ["The password is wrong. Please try again."],
    'refusal.accountLimitReached': ["You have added as many accounts as possible. Please use one that is in your list."],
    'refusal.nameNotKnownYet': ["Please fill in your personal information first, so that we know your name."],
    'refusal.systemError': ["System error, please retry."],
    'refusal.systemBusy': ["The system is busy. Please try again later, or tomorrow."],
    'refusal.stopping': ["We are restarting. Please try again in a minute."],
    'sms.code.register': ["Sandali: ",["code"]," is your code to register. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Never share it with anyone."],
    'sms.code.login': ["Sandali: ",["code"]," is your code to log in. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Never share it with anyone."],
    'sms.code.reset': ["Sandali: ",["code"]," is your code to reset your password. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Ignore this and never share it."],
    'sms.code.newDevice': ["Sandali: ",["code"]," is your code to log in on a new phone. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.code.bankAccount': ["Sandali: ",["code"]," is your code to add a bank account. It ends in ",["minutes","plural",{"offset":undefined,"one":["#"," minute"],"other":["#"," minutes"]}],". Not you? Never share it."],
    'sms.reviewApproved': ["Sandali: good news, you are approved. Your credit line is ",["limit"],". Open the app to borrow."],
    'sms.reviewRejected': ["Sandali: you are not qualified to loan now. You may send your materials again from ",["from"],". Open the app to see the reason."],
    'sms.loanPaidOut': ["Sandali: ",["arrival"]," was sent to your ",["receiver"],". Please repay ",["repay"]," by ",["due"],"."],
    'sms.billRepaid': ["Sandali: we received ",["paid"],". Loan ",["reference"]," is fully repaid. Thank you!"],
  },
  fil: {
    'refusal.bodyUnreadable': ["Hindi namin nabasa ang ipinadala ng phone mo. Pakisubukan ulit."],
    'refusal.keyUnknown': ["Na-renew ang secure na koneksyon. Pakisubukan ulit."],
    'refusal.sessionInvalid': ["Tapos na ang session mo. Paki-log in ulit."],
    'refusal.clockWrong': ["Mali ang oras ng phone mo. I-set ito sa automatic, tapos subukan ulit."],
    'refusal.tooManyRequests': ["Masyadong maraming subok sa maikling oras. Maghintay ng isang minuto, tapos subukan ulit."],
    'refusal.clientTooOld': ["Luma na ang version ng app mo. Paki-update muna ang app."],
    'refusal.inputInvalid': ["May mali sa form. Pakitingnan ang mga inilagay mo at subukan ulit."],
    'refusal.notYetAvailable': ["Hindi pa ito available. Balikan mo na lang sa mga susunod na araw."],
    'refusal.requestIdReused': ["Nagamit na ang request na ito sa iba. I-reload ang page at subukan ulit."],
    'refusal.pathUnknown': ["Hindi namin kilala ang hiningi ng app. Paki-update ang app."],
    'refusal.lengthMissing': ["Kulang ang dumating na request. Pakisubukan ulit."],
    'refusal.bodyTooLarge': ["Masyadong malaki ito para ipadala. Gumamit ng mas maliit na picture at subukan ulit."],
    'refusal.codeWrong': ["Mali o expired na ang code. Pakitingnan ulit, o humingi ng bago."],
    'refusal.codeTooSoon': [["seconds","select",{"offset":undefined,"undefined":["Kakapadala lang namin ng code. Maghintay sandali bago humingi ng isa pa."],"other":["Kakapadala lang namin ng code. Puwede kang humingi ng isa pa pagkatapos ng ",["seconds"]," segundo."]}]],
    'refusal.codeSendingFailed': ["Hindi naipadala ang verification code. Pakisubukan ulit pagkatapos ng ilang minuto."],
    'refusal.codeBudgetSpent': ["Masyado nang maraming code ang hiningi. Pakisubukan ulit pagkalipas ng isang oras, o bukas."],
    'refusal.alreadyRegistered': ["May account na ang number na ito. Bumalik at mag-log in."],
    'refusal.loginWrong': ["Mali ang phone number o password. Subukan ulit, o i-reset ang password mo."],
    'refusal.passwordTooCommon': ["Madaling mahulaan ang password na ito. Pumili ng iba."],
    'refusal.passwordAlreadySet': ["May password na ang account mo. Puwede mo itong palitan sa My."],
    'refusal.smsLoginOff': ["Naka-off muna ang login gamit ang SMS code. Mag-log in gamit ang password mo."],
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
    'refusal.pictureQuotaSpent': ["Marami ka nang naipadalang picture ngayong araw. Ituloy mo na lang bukas."],
    'refusal.pictureMissing': ["May kulang na picture. I-upload ang harap ng ID mo at ang selfie na hawak ito."],
    'refusal.idNumberTaken': ["Gamit na ang ID number na ito sa ibang account. Tingnan ulit ang number, o kausapin ang customer service."],
    'refusal.creditNotApproved': ["Hindi ka pa puwedeng umutang ngayon. Tapusin ang credit application mo, o hintayin ang resulta."],
    'refusal.billOverdue': ["May overdue kang bill. Bayaran mo muna ito para makautang ulit."],
    'refusal.accountMissing': ["Wala ka pang account para sa ganitong pagtanggap ng pera. Magdagdag muna ng isa."],
    'refusal.bankCardMissing': ["Kailangan munang may bank account bago umutang. Magdagdag muna ng bank account."],
    'refusal.amountNotOffered': ["Wala sa alok ang halagang ito. Pumili sa mga halagang nakalista."],
    'refusal.termNotOffered': ["Wala sa alok ang loan term na ito. Pumili sa mga nakalista."],
    'refusal.channelNotOffered': ["Hindi available ngayon ang ganitong pagtanggap ng pera. Pumili ng iba."],
    'refusal.channelTooCostly': ["Masyadong mataas ang fee ng channel na ito para sa ganito kaliit na loan. ",["smallest","select",{"offset":undefined,"undefined":["Pumili ng ibang channel o mas malaking halaga."],"other":["Puwede ito mula ",["smallest"]," pataas."]}]],
    'refusal.lineExceeded': ["Sobra ito sa natitira mong credit line. ",["available","select",{"offset":undefined,"undefined":["Pumili ng mas maliit na halaga."],"other":["Hanggang ",["available"]," ang puwede mong utangin ngayon."]}]],
    'refusal.quoteExpired': ["Expired na ang quote na ito. Tingnan ang bagong mga gastos at kumpirmahin ulit."],
    'refusal.quoteUsed': ["May loan nang nagawa mula sa quote na ito. Makikita mo ito sa Orders."],
    'refusal.disclosureChanged': ["Nagbago ang disclosure statement. Basahin ang bago at pumayag ulit."],
    'refusal.loanUnknown': ["Hindi namin mahanap ang loan na ito. Pumunta sa Orders para makita ang lahat ng loan mo."],
    'refusal.channelLimit': ["Hindi kaya ng channel na ito ang halagang ito. ",["maximum","select",{"offset":undefined,"undefined":["Pumili ng ibang channel o ibang halaga."],"other":[["minimum"]," hanggang ",["maximum"]," lang ang tanggap nito."]}]],
    'refusal.budgetSpent': ["Marami ang nangungutang ngayon. Pakisubukan ulit bukas ng alas-10 ng umaga."],
    'refusal.repaymentClosed': ["Wala nang babayaran sa bill na ito ngayon. I-reload para makita ang pinakabagong lagay nito."],
    'refusal.repaymentTooSmall': ["Mas mababa ito sa minimum na bayad. ",["minimum","select",{"offset":undefined,"undefined":["Maglagay ng mas malaking halaga."],"other":["Magbayad ng hindi bababa sa ",["minimum"],"."]}]],
    'refusal.repaymentTooLarge': ["Sobra ito sa utang mo. ",["owed","select",{"offset":undefined,"undefined":["Maglagay ng mas maliit na halaga."],"other":[["owed"]," ang utang mo ngayon."]}]],
    'refusal.repaymentChannelRefused': ["Hindi matatanggap ng channel na ito ang bayad mo ngayon. Pumili ng iba."],
    'refusal.repaymentCodeUnknown': ["Hindi namin mahanap ang payment code na ito. I-reload ang repayment page para makakuha ng bago."],
    'refusal.bankUnknown': ["Hindi namin kilala ang bangkong ito. Pumili sa listahan."],
    'refusal.walletUnknown': ["Hindi namin kilala ang wallet na ito. Pumili sa listahan."],
    'refusal.ownerNameDiffers': ["Dapat tugma ang pangalan ng may-ari ng account sa umuutang. Ilagay ito gaya ng nasa ID mo."],
    'refusal.accountNumberInvalid': ["Parang mali ang account number. Pakitingnan ulit ang mga numero."],
    'refusal.accountAlreadyAdded': ["Naidagdag mo na ang account na ito. Makikita mo ito sa listahan mo."],
    'refusal.passwordWrong': ["Mali ang password. Pakisubukan ulit."],
    'refusal.accountLimitReached': ["Naabot mo na ang dami ng account na puwedeng idagdag. Gamitin ang isa sa nasa listahan mo."],
    'refusal.nameNotKnownYet': ["Ilagay muna ang personal information mo para malaman namin ang pangalan mo."],
    'refusal.systemError': ["May error sa system, pakisubukan ulit."],
    'refusal.systemBusy': ["Busy ang system. Pakisubukan ulit mamaya, o bukas."],
    'refusal.stopping': ["Nagre-restart kami. Pakisubukan ulit pagkatapos ng isang minuto."],
    'sms.code.register': ["Sandali: ",["code"]," ang code mo para mag-register. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Huwag itong ibigay kahit kanino."],
    'sms.code.login': ["Sandali: ",["code"]," ang code mo para mag-log in. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Huwag itong ibigay kahit kanino."],
    'sms.code.reset': ["Sandali: ",["code"]," ang code mo para i-reset ang password. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag pansinin at huwag ibigay kahit kanino."],
    'sms.code.newDevice': ["Sandali: ",["code"]," ang code mo para mag-log in sa bagong phone. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag itong ibigay kahit kanino."],
    'sms.code.bankAccount': ["Sandali: ",["code"]," ang code mo para magdagdag ng bank account. Valid ito nang ",["minutes","plural",{"offset":undefined,"one":["#"," minuto"],"other":["#"," minuto"]}],". Hindi ikaw? Huwag itong ibigay kahit kanino."],
    'sms.reviewApproved': ["Sandali: good news, approved ka na. ",["limit"]," ang credit line mo. Buksan ang app para umutang."],
    'sms.reviewRejected': ["Sandali: hindi ka pa puwedeng umutang ngayon. Puwede kang magpasa ulit simula ",["from"],". Buksan ang app para makita ang dahilan."],
    'sms.loanPaidOut': ["Sandali: naipadala na ang ",["arrival"]," sa ",["receiver"]," mo. Pakibayaran ang ",["repay"]," hanggang ",["due"],"."],
    'sms.billRepaid': ["Sandali: natanggap namin ang ",["paid"],". Bayad na nang buo ang loan ",["reference"],". Salamat!"],
  },
} satisfies Record<Locale, Record<TextId | `refusal.${RefusalName}`, CompiledMessage>>;
