// Rules for settings beyond their shape: links lead to allowed hosts, texts have no hidden
// characters, and texts that people have agreed to do not change.
import { facebookHosts, leadsTo, shopHosts } from '@sandali/contract/links.ts';
import * as v from 'valibot';
import { inventedLender, type LenderField, whyPlaceholder } from '#/platform/lender.ts';
import { webTexts } from '#/texts/generated/web-texts.ts';
import { refusalValues } from '#/texts/say.ts';
import { type SettingName, type SettingValues, zSettings } from './settings.ts';

/** What the rules need to know besides the new value. */
export type Around = {
  origin: string;
  isSandbox: boolean;
  current: Pick<SettingValues, 'reviewMinutesMin' | 'reviewMinutesMax'>;
};

// Control characters, format characters (zero width, direction marks), private use and lone
// surrogates. Line breaks are allowed in announcements and texts.
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
const hasHidden = (text: string) => hidden.test(text.replaceAll('\n', ''));

/**
 * Agreements and the disclosure statement, which borrowers agree to or the law prescribes. They
 * change only with a release.
 */
const agreedTexts = /^(service|privacy|loan\.agreement|loan\.statement)\./;
const textId = /^[a-z]\w*(\.\w+)+$/i;
// The shortest service numbers of telephone companies have three digits.
const telephone = /^(?=(?:\D*\d){3})[+(]?\d[\d ()-]{2,38}$/;

const neverEmpty: SettingName[] = [
  'telephone',
  'companyName',
  'companyRegNumber',
  'companyAuthNumber',
  'companyAddress',
  'serviceHours',
];

/**
 * Returns why a setting with a valid shape must not be stored, as a sentence without its full stop;
 * null if it may be stored.
 */
function whySettingFails<N extends SettingName>(
  name: N,
  value: SettingValues[N],
  { origin, isSandbox, current }: Around,
): string | null {
  if (typeof value === 'string') {
    if (hasHidden(value)) return 'control and invisible characters are not allowed';
    if (value.includes('\n') && !/nnouncement$/.test(name)) return 'it must be one line';
    if (value !== value.trim()) return 'it begins or ends with a space';
    if (neverEmpty.includes(name) && !/[\p{L}\p{N}]/u.test(value))
      return 'it must not be empty, and must have a letter or a digit';
  }
  if (!isSandbox && typeof value === 'string' && isOfLender(name)) {
    const problem = whyPlaceholder(name, value);
    if (problem) return problem;
  }
  switch (name) {
    case 'telephone':
      return telephone.test(value as string) ? null : 'it must be a telephone number';
    case 'fbUrl':
      return value === '' || leadsTo(value as string, facebookHosts)
        ? null
        : `it must lead to ${facebookHosts.join(', ')}`;
    case 'downloadUrl': {
      const hosts = [...shopHosts, new URL(origin).hostname];
      return value === '' || leadsTo(value as string, hosts)
        ? null
        : `it must lead to ${hosts.join(', ')}`;
    }
    case 'reviewMinutesMin':
      return (value as number) <= current.reviewMinutesMax
        ? null
        : 'it must not be more than reviewMinutesMax';
    case 'reviewMinutesMax':
      return (value as number) >= current.reviewMinutesMin
        ? null
        : 'it must not be less than reviewMinutesMin';
    case 'copyWritingMap':
      return whyTextsFail(value as SettingValues['copyWritingMap']);
    default:
      return null;
  }
}

const isOfLender = (name: string): name is LenderField => Object.hasOwn(inventedLender, name);

function whyTextsFail(map: SettingValues['copyWritingMap']): string | null {
  for (const [id, text] of Object.values(map).flatMap((texts) => Object.entries(texts))) {
    if (!textId.test(id)) return `"${id}" is not the id of a text`;
    if (agreedTexts.test(id))
      return `${id} is part of what borrowers agree to, and changes only with a new version`;
    if (hasHidden(text)) return `${id} has control or invisible characters`;
    if (text.trim() === '') return `${id} is empty`;
    const problem = whyValuesFail(id, text);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Returns what is wrong, or null. A changed text must contain exactly the placeholders of our own
 * text, or it would lose an amount or a day. Refusals may omit placeholders. Operators cannot
 * change the server's other texts.
 */
function whyValuesFail(id: string, text: string): string | null {
  const ofRefusal = refusalValues(id);
  const knownNames = ofRefusal ?? (Object.hasOwn(webTexts, id) ? webTexts[id] : null);
  if (!knownNames) return `there is no text ${id}`;
  const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const unknownName = named.find((name) => !knownNames.includes(name));
  if (unknownName !== undefined) return `${id} has no value {${unknownName}}`;
  if (/[{}]/.test(text.replace(/\{\w+\}/g, '')))
    return `${id} may contain only plain {names} in braces`;
  const lost = ofRefusal ? undefined : knownNames.find((name) => !named.includes(name));
  return lost === undefined ? null : `${id} must keep {${lost}}`;
}

/**
 * Checks one setting's new value.
 * @returns the value to store, or a sentence that says what is wrong.
 */
export function checkSetting(
  name: string,
  value: unknown,
  around: Around,
): { value: unknown } | { wrong: string } {
  if (!Object.hasOwn(zSettings.entries, name))
    return { wrong: `There is no setting named ${name}.` };
  const parsed = v.safeParse(zSettings.entries[name as SettingName] as v.GenericSchema, value);
  if (!parsed.success)
    return { wrong: `${name}: ${parsed.issues.map((issue) => issue.message).join('; ')}` };
  const problem = whySettingFails(
    name as SettingName,
    parsed.output as SettingValues[SettingName],
    around,
  );
  return problem === null ? { value: parsed.output } : { wrong: `${name}: ${problem}` };
}
