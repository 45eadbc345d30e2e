// The words of the review screen for stored values.
import { cellText } from '@sandali/contract/commands.ts';
import type { Instant } from '@sandali/contract/day.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { wordsOfName } from '#/ui/words.ts';

const special: Readonly<Record<string, string>> = {
  under10k: 'Under ₱10,000',
  from10to20k: '₱10,000 to ₱20,000',
  from20to40k: '₱20,000 to ₱40,000',
  from40to100k: '₱40,000 to ₱100,000',
  from100to250k: '₱100,000 to ₱250,000',
  from250to400k: '₱250,000 to ₱400,000',
  from400to500k: '₱400,000 to ₱500,000',
  from500to1300k: '₱500,000 to ₱1,300,000',
  over1300k: 'Over ₱1,300,000',
  under6m: 'Under 6 months',
  from6to12m: '6 to 12 months',
  from1to3y: '1 to 3 years',
  from3to5y: '3 to 5 years',
  over5y: 'Over 5 years',
  under1: 'Under 1 year',
  from1to2: '1 to 2 years',
  from3to5: '3 to 5 years',
  from6to10: '6 to 10 years',
  over10: 'Over 10 years',
  day15and30: '15th and 30th',
  day10and25: '10th and 25th',
  philsys: 'National ID (PhilSys)',
  umid: 'UMID',
  sss: 'SSS',
  tin: 'TIN',
  prc: 'PRC',
  philhealth: 'PhilHealth',
  pagibig: 'Pag-IBIG',
  driversLicence: 'Driver’s licence',
  voters: 'Voter’s ID',
  postal: 'Postal ID',
  idNumber: 'ID number',
  liveIn: 'Living together',
  front: 'ID front',
  firstLineNeedsPerson: 'First line',
  reviewFailed: 'Engine failed',
  sameIdNumber: 'Same ID number as another person',
  samePicture: 'Same picture as another person',
  onePicture: 'One picture for ID and selfie',
  sameDevice: 'Same device as others',
  sharedDevice: 'Device shared in a family',
  idNumberUnusual: 'Unusual ID number',
  idExpiryMissing: 'No expiry date',
  notScreened: 'Not screened',
  blocklisted: 'Blocklist',
  sanctioned: 'Sanctions list',
  cut: 'Cut off',
};

/** Returns a stored value as words: 'from20to40k' is '₱20,000 to ₱40,000'. */
export const wordsOf = (value: string): string => special[value] ?? wordsOfName(value);

export const pesos = (amount: Centavos): string => formatPesos(amount, { drop00: true });

export const timeOf = (at: Instant): string => cellText({ as: 'instant', at });
/** Returns an instant's time of day in Manila: '14:05'. */
export const clockOf = (at: Instant): string => timeOf(at).slice(11);

/** Returns a mobile number as people write it: '0917 123 4567'. */
export const phoneWords = (phone: string): string =>
  /^\+639\d{9}$/.test(phone) ? formatMobile(phone as MobileNumber) : phone;

/** Returns minutes as words: '2 h 5 min'. */
export function ageOf(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
