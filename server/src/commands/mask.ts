// Masks personal data, so that staff see just enough to recognise a person. --reveal shows the full
// values, and the trail records each revealed field.
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { startOfIdNumber } from '#/data/identity.ts';

/** Masks fields, or reveals them and records which ones were revealed. */
export type Mask = {
  /** Returns the value, masked or in full; null stays null. */
  over(field: string, value: string | null, mask: (value: string) => string): string | null;
  /** The revealed fields, each once. */
  revealed(): string[];
};

export function createMask(isLifted: boolean): Mask {
  const fields = new Set<string>();
  return {
    over(field, value, mask) {
      if (value === null || !isLifted) return value && mask(value);
      fields.add(field);
      return value;
    },
    revealed: () => [...fields],
  };
}

/** Masks a number in E.164 as '0917 •••• 567'. */
export function maskPhone(phone: string): string {
  const written = formatMobile(phone as MobileNumber);
  return `${written.slice(0, 4)} •••• ${written.slice(-3)}`;
}

/** Masks 'Juan Dela Cruz' as 'J. D. Cr.': the last of several words keeps two letters. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word, index, words) => {
      const [first = '', second = ''] = word;
      const isLast = index > 0 && index === words.length - 1;
      return `${first.toUpperCase()}${isLast ? second : ''}.`;
    })
    .join(' ');
}

/**
 * Masks an ID number as '12••••'. Hides the last four digits, because they prove identity at login.
 */
export function maskIdNumber(number: string): string {
  return `${startOfIdNumber(number)}••••`;
}

/** Masks a number as '•••• 6789': shows the last four characters, but at most half of them. */
export function maskNumber(number: string): string {
  return `•••• ${number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))}`;
}
