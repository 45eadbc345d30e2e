import { plainDigits, plainNumber } from '@sandali/contract/plainDigits.ts';
import { useLayoutEffect, useRef } from 'react';

/**
 * Splits digits into groups: '9175550142' with [3, 3, 4] becomes '917 555 0142'. Surplus digits are
 * added to the last group.
 */
export function groupDigits(digits: string, sizes: readonly number[], gap = ' '): string {
  const groups: string[] = [];
  let at = 0;
  for (const size of sizes.slice(0, -1)) {
    if (at >= digits.length) break;
    groups.push(digits.slice(at, at + size));
    at += size;
  }
  if (at < digits.length) groups.push(digits.slice(at));
  return groups.join(gap);
}

/** Returns the digits in a text. Digits of other scripts become ASCII. */
export function digitsOf(text: string): string {
  return plainDigits(text).replace(/\D/g, '');
}

/** Returns the caret position in `text` after the first `count` characters that match `counted`. */
export function caretAfter(text: string, count: number, counted: RegExp): number {
  let countedSoFar = 0;
  for (let at = 0; at < text.length; at++) {
    if (countedSoFar === count) return at;
    if (counted.test(text.charAt(at))) countedSoFar++;
  }
  return text.length;
}

/**
 * Returns the value of a phone field. Text of digits and separators becomes the national number
 * without its 0 ('9175550142'); other text is only trimmed. A leading 0 is dropped only before 1 to
 * 9, so that '00960…' stays foreign while it is typed.
 */
export function phoneText(text: string): string {
  const plain = plainNumber(text);
  const own = plain.replace(/^(?:\+63|0063)/, '');
  // The country code may occur twice. A text with three country codes is not a number and must stay
  // as typed.
  if (!isNational(own) || /^(?:(?:\+|00?)?63){3}/.test(plain)) return text.trim();
  return (own.length > 10 && own.startsWith('63') ? own.slice(2) : own).replace(/^0(?=[1-9])/, '');
}

/**
 * Whether a text can be a national number without +63. A text that begins with '00' is an
 * international number.
 */
export function isNational(text: string): boolean {
  return /^(?!00)\d*$/.test(text);
}

/**
 * Keeps the caret in place when an input's text is regrouped, by counting the characters that match
 * `counted`.
 */
export function useCaret(counted: RegExp): (input: HTMLInputElement) => void {
  const pending = useRef<{ input: HTMLInputElement; count: number } | null>(null);
  useLayoutEffect(() => {
    const { input, count } = pending.current ?? {};
    pending.current = null;
    if (!input || count === undefined || input !== document.activeElement) return;
    const at = caretAfter(input.value, count, counted);
    input.setSelectionRange(at, at);
  });
  return (input) => {
    const before = input.value.slice(0, input.selectionStart ?? input.value.length);
    pending.current = { input, count: [...before].filter((letter) => counted.test(letter)).length };
  };
}
