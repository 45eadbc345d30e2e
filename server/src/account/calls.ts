import * as calls from '@sandali/contract/account.ts';
import { deviceList, logoutOthers as logoutOthersCall } from '@sandali/contract/device.ts';
import * as newPassword from '@sandali/contract/newPassword.ts';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyChallenge,
  passkeyList,
  passkeyRemove,
} from '@sandali/contract/passkey.ts';
import * as phone from '@sandali/contract/phoneChange.ts';
import * as pictureCode from '@sandali/contract/pictureCode.ts';
import {
  recoveryBegin,
  recoveryPicture,
  recoveryQuery,
  recoveryStop,
} from '@sandali/contract/recovery.ts';
import * as signUp from '@sandali/contract/signUp.ts';
import type { Ctx } from '#/context/ctx.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import type { Tx } from '#/db/database.ts';
import { changePhone, prepareChangePhone } from './change-phone.ts';
import {
  drawPictureCode,
  makePictureCode,
  preparePicture,
  remakePictureCode,
} from './code/captcha.ts';
import { sendCode, showChallenge } from './code/send-code.ts';
import { devicesOf, logoutOthers, prepareLogoutOthers, showEnded } from './login/devices.ts';
import { beforeLogon, logon, prepareLogon } from './login/logon.ts';
import { type Entered, showEntered, type Token } from './login/open-account.ts';
import { logout, reopenSession } from './login/session.ts';
import {
  beginPasskey,
  issuePasskeyChallenge,
  prepareBegin,
  showBegun,
  showPasskeyChallenge,
} from './passkey/challenge.ts';
import {
  addPasskey,
  passkeysShown,
  prepareAddPasskey,
  prepareRemovePasskey,
  removePasskey,
  showAdded,
} from './passkey/passkeys.ts';
import { changePassword, prepareChangePassword } from './password/change-password.ts';
import { prepareResetPassword, resetPassword } from './password/reset-password.ts';
import { prepareSetPassword, setPassword } from './password/set-password.ts';
import { beginRecovery, showBegun as showBegunRecovery } from './recovery/begin.ts';
import { addRecoveryPicture, showAsked, storeRecoveryPicture } from './recovery/picture.ts';
import { prepareStop, recoveryPending, stopRecovery } from './recovery/stop.ts';
import { checkCodeOfSignUp, prepareRegister, register } from './register.ts';
import { answerFloorMs } from './rules.ts';
import { phoneChangeOf, showChangedPhone } from './view.ts';

const reopen = async (ctx: Ctx, tx: Tx, { userGid }: Entered): Promise<Token> =>
  await reopenSession(tx, ctx, userGid);
const showNothing = async () => ({});

export const accountCalls: Served[] = [
  serveWrite(pictureCode.codePic, {
    before: preparePicture,
    run: makePictureCode,
    show: drawPictureCode,
    again: remakePictureCode,
  }),
  serveWrite(calls.codeSms, {
    floorMs: answerFloorMs,
    run: sendCode,
    show: showChallenge,
  }),
  serveWrite(signUp.codeCheck, {
    floorMs: answerFloorMs,
    run: checkCodeOfSignUp,
    show: showNothing,
  }),
  serveWrite(signUp.register, {
    floorMs: answerFloorMs,
    before: prepareRegister,
    run: register,
    show: showEntered,
    again: reopen,
  }),
  serveWrite(calls.logonRegister, {
    floorMs: answerFloorMs,
    first: beforeLogon,
    before: prepareLogon,
    run: logon,
    show: showEntered,
    again: reopen,
  }),
  serveWrite(newPassword.setPassword, {
    before: prepareSetPassword,
    run: setPassword,
    show: showNothing,
  }),
  serveWrite(newPassword.resetPassword, {
    floorMs: answerFloorMs,
    before: prepareResetPassword,
    run: resetPassword,
    show: showNothing,
  }),
  serveWrite(newPassword.changePassword, {
    before: prepareChangePassword,
    run: changePassword,
    show: showNothing,
  }),
  serveRead(phone.changePhoneQuery, phoneChangeOf),
  serveWrite(phone.changePhone, {
    before: prepareChangePhone,
    run: changePhone,
    show: showChangedPhone,
  }),
  serveWrite(recoveryBegin, {
    floorMs: answerFloorMs,
    run: beginRecovery,
    show: showBegunRecovery,
  }),
  serveWrite(recoveryPicture, {
    before: storeRecoveryPicture,
    run: addRecoveryPicture,
    show: showAsked,
  }),
  serveRead(recoveryQuery, recoveryPending),
  serveWrite(recoveryStop, {
    floorMs: answerFloorMs,
    before: prepareStop,
    run: stopRecovery,
    show: showNothing,
  }),
  serveWrite(calls.logout, { run: logout, show: showNothing }),
  serveRead(deviceList, devicesOf),
  serveWrite(logoutOthersCall, { before: prepareLogoutOthers, run: logoutOthers, show: showEnded }),
  serveRead(passkeyList, passkeysShown),
  serveWrite(passkeyBegin, { before: prepareBegin, run: beginPasskey, show: showBegun }),
  serveWrite(passkeyAdd, { before: prepareAddPasskey, run: addPasskey, show: showAdded }),
  serveWrite(passkeyRemove, {
    before: prepareRemovePasskey,
    run: removePasskey,
    show: showNothing,
  }),
  serveWrite(passkeyChallenge, { run: issuePasskeyChallenge, show: showPasskeyChallenge }),
];
