// Applies for a credit line with the calls that a browser makes.
import type { RequestInputOf } from '@sandali/contract/call.ts';
import {
  basicSave,
  contactSave,
  identitySave,
  pictureUpload,
  workSave,
} from '@sandali/contract/credit.ts';
import { examplePersonal, exampleWork, noJob } from '@sandali/contract/exampleAnswers.ts';
import { district } from '@sandali/contract/place.ts';
import sharp from 'sharp';
import { type Life, reviewed, step } from './life.ts';

/** The review rejects a 'refusable' applicant, who has neither work nor income. */
export type Circumstances = 'good' | 'refusable';

/** Submits all four steps of an application. */
export async function applyForCredit(
  life: Life,
  circumstances: Circumstances = 'good',
): Promise<void> {
  await submitPersonal(life);
  await submitContactsAndWork(life, circumstances);
  await sendIdentity(life);
}

/** Applies, and waits for the credit line. @throws if the review rejects the application */
export async function applyUntilApproved(life: Life): Promise<void> {
  await applyForCredit(life);
  const verdict = await reviewed(life);
  if (verdict !== 'approved') throw new Error(`the review ended as ${verdict}`);
}

/** Submits the application's first step. */
export async function submitPersonal(life: Life): Promise<void> {
  const { firstName, lastName, number } = life;
  await step(life, basicSave, {
    ...examplePersonal,
    firstName,
    middleName: null,
    lastName,
    gender: number % 2 === 0 ? 'female' : 'male',
    ...(await somePlace(life)),
    address: `${number + 1} Kunwari Street`,
  });
}

/** Submits the application's second step. */
export async function submitContacts(life: Life): Promise<void> {
  await step(life, contactSave, { contacts: references(life) });
}

/** Submits the application's second and third steps. */
export async function submitContactsAndWork(
  life: Life,
  circumstances: Circumstances = 'good',
): Promise<void> {
  await submitContacts(life);
  await step(life, workSave, await workOf(life, circumstances));
}

/** Returns the answers for the application's third step. */
export async function workOf(
  life: Life,
  circumstances: Circumstances = 'good',
): Promise<RequestInputOf<typeof workSave>> {
  if (circumstances === 'good') return { ...exampleWork, ...(await somePlace(life)) };
  return { ...exampleWork, ...noJob, employmentType: 'none', fundSource: 'allowance' };
}

/** Submits the application's last step. `drawnFor` is the number of the person in the pictures. */
export async function sendIdentity(life: Life, drawnFor = life.number): Promise<void> {
  await step(life, identitySave, await identityOf(life, drawnFor));
}

/** Uploads the pictures and returns the answers for the application's last step. */
export async function identityOf(
  life: Life,
  drawnFor = life.number,
): Promise<RequestInputOf<typeof identitySave>> {
  const [front, selfie] = await Promise.all([
    picture(drawnFor, 'idFront'),
    picture(drawnFor, 'selfie'),
  ]);
  const { pictureId: frontPictureId } = await step(
    life,
    pictureUpload,
    { purpose: 'idFront', bytes: front },
    'idFront',
  );
  const { pictureId: selfiePictureId } = await step(
    life,
    pictureUpload,
    { purpose: 'selfie', bytes: selfie },
    'selfie',
  );
  const idNumber = `9999${String(life.number).padStart(8, '0')}`;
  return { idType: 'umid', idNumber, idExpiresOn: null, frontPictureId, selfiePictureId };
}

/** Returns the first barangay in the first city of the first province. */
async function somePlace({
  client,
}: Life): Promise<{ provinceCode: string; cityCode: string; barangayCode: string }> {
  const provinceCode = firstOf((await client.must(district, { level: 'provinces' })).places);
  const cityCode = firstOf((await client.must(district, { level: 'cities', provinceCode })).places);
  const barangayCode = firstOf(
    (await client.must(district, { level: 'barangays', cityCode })).places,
  );
  return { provinceCode, cityCode, barangayCode };
}

function firstOf(places: { code: string }[]): string {
  const [first] = places;
  if (!first) throw new Error('the list of places is empty');
  return first.code;
}

/**
 * Returns three references with phone numbers 0917 555 xxxx, which the sandbox reserves for
 * fictitious people.
 */
function references({ number, lastName }: Life) {
  const phone = (nth: number) => `+63917555${String(5000 + number * 3 + nth).padStart(4, '0')}`;
  return [
    { name: `Perla ${lastName}`, phone: phone(0), relationship: 'parent' as const },
    { name: `Jun ${lastName}`, phone: phone(1), relationship: 'brother' as const },
    { name: 'Ligaya Kunwari', phone: phone(2), relationship: 'colleague' as const },
  ];
}

/** Draws an ID card or a face as a base64 JPEG. Its colours depend only on the person's number. */
async function picture(number: number, purpose: 'idFront' | 'selfie'): Promise<string> {
  const hue = (number * 47) % 360;
  const light = 62 - 9 * (Math.floor(number / 360) % 5);
  const face = (x: number, size: number) =>
    `<circle cx="${x}" cy="${250 - size / 4}" r="${size}" fill="hsl(${hue},35%,${light}%)"/>` +
    `<rect x="${x - size}" y="${270 + size / 2}" width="${size * 2}" height="140" rx="${size}" fill="hsl(${hue},45%,38%)"/>`;
  const lines = [140, 200, 260, 320 + (number % 7) * 9].map(
    (y, nth) => `<rect x="400" y="${y}" width="${320 - nth * 50}" height="18" fill="#345"/>`,
  );
  const inside = purpose === 'selfie' ? face(400, 120) : face(210, 70) + lines.join('');
  const ground = `<rect width="800" height="500" fill="hsl(${(hue + 180) % 360},30%,88%)"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500">${ground}${inside}</svg>`;
  return (await sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer()).toString('base64');
}
