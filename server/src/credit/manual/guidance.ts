// What helps a reviewer to call and to decide: the call's script and hours, and the sentences that
// the borrower reads after a decision.
import { callHours } from '@sandali/contract/constants.ts';
import { type PictureFault, pictureFaults, reasonGroups } from '@sandali/contract/credit.ts';
import { greetingOf } from '#/commands/greeting.ts';
import { type IdShapeWarning, idShapeWarning } from '#/data/identity.ts';
import { say } from '#/texts/say.ts';
import type { StaffWork } from './lease.ts';
import { whyNoCall } from './rules.ts';

/** The web app's English sentence for each fault of a picture (credit.po). */
export const faultSentences: Readonly<Record<PictureFault, string>> = {
  blurred: 'We cannot read the photo because it is not sharp.',
  cut: 'Part of it is cut off. Everything must be inside the picture.',
  otherPerson: 'It seems to show another person. We need you and your own ID.',
  expired: 'The ID in the photo has expired. Take a photo of an ID that is still valid.',
};

/** Returns each reason for a rejection and each fault of a picture, as the borrower reads it. */
export function sentencesForBorrower() {
  return {
    reject: reasonGroups.map((group) => ({ group, reads: say('en', `reason.${group}`) })),
    askPhoto: pictureFaults.map((fault) => ({ fault, reads: faultSentences[fault] })),
  };
}

/** Returns the hours of calls, the reason why none is allowed now (or null), and what to say. */
export async function callGuidance({ app, now, who }: StaffWork, name: string | null) {
  return {
    hours: callHours,
    whyNotNow: whyNoCall(now, app.holidays),
    script: [
      await greetingOf(app, who, name),
      'If somebody else answers, say only that you will call again. Tell nobody else the reason.',
      'Ask for the birthday and the address. Do not read them out.',
      'Ask who the employer is, what the work is, and when payday is.',
      '“Thank you. You will get the result in the app and by SMS.”',
    ],
  };
}

const warnings: Readonly<Record<IdShapeWarning, string>> = {
  unusualShape: 'the number has an unusual format for this type of ID',
  looksLikePsn: 'the number looks like the secret 12-digit PSN, not the number on the card',
};

/** Returns what is unusual about an ID's number; null if its format is usual. */
export function warningOfIdNumber(of: Parameters<typeof idShapeWarning>): string | null {
  const warning = idShapeWarning(...of);
  return warning && warnings[warning];
}
