// What a setting must be beyond its shape, before it is stored: links lead where they may, words
// show as they are written, and no text that people have agreed to is changed under its version.
import { facebookHosts, leadsTo, shopHosts } from '@sandali/contract/links.ts';
import * as v from 'valibot';
import { inventedLender, type LenderField, whyPlaceholder } from '#/platform/lender.ts';
import { webTexts } from '#/texts/generated/web-texts.ts';
import { refusalValues } from '#/texts/say.ts';
import { type SettingName, type SettingValues, zSettings } from './settings.ts';

/** What the rules look at beside the new value. */
export type Around = {
  origin: string;
  isSandbox: boolean;
  current: Pick<SettingValues, 'reviewMinutesMin' | 'reviewMinutesMax'>;
};

// Control, format (zero width, direction marks), private use, lone surrogates. Announcements and
// texts may have lines.
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
const hasHidden = (text: string) => hidden.test(text.replaceAll('\n', ''));

/**
 * Texts that are agreed to, or that the law prescribes: the agreements, the loan agreement and the
 * disclosure statement. They change by a release.
 */
const agreedTexts = /^(service|privacy|loan\.agreement|loan\.statement)\./;
const textId = /^[a-z]\w*(\.\w+)+$/i;
const telephone = /^[+(]?\d[\d ()-]{2,38}$/;

const always: SettingName[] = [
  'telephone',
  'companyName',
  'companyRegNumber',
  'companyAuthNumber',
  'companyAddress',
  'serviceHours',
];

/**
 * Why a setting of the right shape may still not be stored; null where it may. A sentence without
 * its full stop.
 */
export function whySettingFails<N extends SettingName>(
  name: N,
  value: SettingValues[N],
  { origin, isSandbox, current }: Around,
): string | null {
  if (typeof value === 'string') {
    if (hasHidden(value)) return 'control and invisible characters are not allowed';
    if (value.includes('\n') && !/nnouncement$/.test(name)) return 'it must be one line';
    if (value !== value.trim()) return 'it begins or ends with a space';
    if (always.includes(name) && value === '') return 'it must not be empty';
  }
  if (!isSandbox && typeof value === 'string' && isOfLender(name)) {
    const why = whyPlaceholder(name, value);
    if (why) return why;
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
    if (!textId.test(id)) return `"${id}" is no id of a text`;
    if (agreedTexts.test(id))
      return `${id} is part of what borrowers agree to, and changes by a new version only`;
    if (hasHidden(text)) return `${id} has control or invisible characters`;
    if (text.trim() === '') return `${id} is empty`;
    const why = whyValuesFail(id, text);
    if (why !== null) return why;
  }
  return null;
}

/**
 * A text of the program names all the values that our own names, and no others: a sentence that
 * lost its amount or its day is no longer true. What a refusal names may be left out, as each can
 * be said without; the other texts of the server are not the operators'.
 */
function whyValuesFail(id: string, text: string): string | null {
  const ofRefusal = refusalValues(id);
  const known = ofRefusal ?? (Object.hasOwn(webTexts, id) ? webTexts[id] : null);
  if (!known) return `there is no text ${id}`;
  const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const strange = named.find((name) => !known.includes(name));
  if (strange !== undefined) return `${id} knows no {${strange}}`;
  if (/[{}]/.test(text.replace(/\{\w+\}/g, '')))
    return `${id} may hold plain {names} in braces, and nothing else`;
  const lost = ofRefusal ? undefined : known.find((name) => !named.includes(name));
  return lost === undefined ? null : `${id} must keep {${lost}}`;
}

/**
 * Checks one setting's new value.
 * @returns the value as it will be stored, or the sentence that says what is wrong.
 */
export function checkSetting(
  name: string,
  value: unknown,
  around: Around,
): { value: unknown } | { wrong: string } {
  if (!Object.hasOwn(zSettings.entries, name))
    return { wrong: `There is no setting named ${name}.` };
  const found = v.safeParse(zSettings.entries[name as SettingName] as v.GenericSchema, value);
  if (!found.success)
    return { wrong: `${name}: ${found.issues.map((issue) => issue.message).join('; ')}` };
  const why = whySettingFails(
    name as SettingName,
    found.output as SettingValues[SettingName],
    around,
  );
  return why === null ? { value: found.output } : { wrong: `${name}: ${why}` };
}
