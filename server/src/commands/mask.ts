// What staff see of a person: enough to know that it is the right one. The rest is shown with
// --reveal only, and each field shown is recorded in the trail.
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { startOfIdNumber } from '#/data/identity.ts';

/** Masks the fields of a person, or shows them and notes which. */
export type Mask = {
  /** The value as staff may see it; null stays null. */
  over(field: string, value: string | null, mask: (value: string) => string): string | null;
  /** The fields that were shown openly, each once. */
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

/** '0917 •••• 567' of a number in E.164. */
export function maskPhone(phone: string): string {
  const written = formatMobile(phone as MobileNumber);
  return `${written.slice(0, 4)} •••• ${written.slice(-3)}`;
}

/** 'J. D. C.' of 'Juan Dela Cruz'. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]?.toUpperCase()}.`)
    .join(' ');
}

/**
 * '12••••' of an ID number. Its last four are masked because an unknown device is asked for them.
 */
export function maskIdNumber(number: string): string {
  return `${startOfIdNumber(number)}••••`;
}

/** '•••• 6789': the last four, which are at most half of it. */
export function maskNumber(number: string): string {
  return `•••• ${number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))}`;
}
