/**
 * Writes digits in groups: '9175550142' by [3, 3, 4] is '917 555 0142'. Digits beyond the groups
 * stay with the last one.
 */
import { plainDigits, plainNumber } from '@sandali/contract/plainDigits.ts';
import { useLayoutEffect, useRef } from 'react';

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

/** Only the digits of a text, those of other keyboards as ASCII. */
export function digitsOf(text: string): string {
  return plainDigits(text).replace(/\D/g, '');
}

/**
 * The caret position in `text` with as many kept characters (matching `kept`) before it as before
 * regrouping.
 */
export function caretAfter(text: string, count: number, kept: RegExp): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === count) return at;
    if (kept.test(text.charAt(at))) seen++;
  }
  return text.length;
}

/**
 * What a field for a mobile number holds: the national digits without their 0 ('9175550142') if the
 * text is nothing but digits and signs between them, else the text as it is. Nothing is cut: a 0
 * goes only once a digit follows it, so that a typed '00960…' stays a number of another country.
 */
export function phoneText(text: string): string {
  const plain = plainNumber(text);
  const own = plain.replace(/^(?:\+63|0063)/, '');
  // A number may have its country code twice. With three it is none, and must not become one.
  if (!isNational(own) || /^(?:(?:\+|00?)?63){3}/.test(plain)) return text.trim();
  return (own.length > 10 && own.startsWith('63') ? own.slice(2) : own).replace(/^0(?=[1-9])/, '');
}

/**
 * Whether a text may be a number of this country without its +63: '00' begins one of any country.
 */
export function isNational(text: string): boolean {
  return /^(?!00)\d*$/.test(text);
}

/**
 * Keeps the caret where it was when an input's text is regrouped while typing: counts the
 * characters matching `kept` before it.
 */
export function useCaret(kept: RegExp): (input: HTMLInputElement) => void {
  const pending = useRef<{ input: HTMLInputElement; count: number } | null>(null);
  useLayoutEffect(() => {
    const { input, count } = pending.current ?? {};
    pending.current = null;
    if (!input || count === undefined || input !== document.activeElement) return;
    const at = caretAfter(input.value, count, kept);
    input.setSelectionRange(at, at);
  });
  return (input) => {
    const before = input.value.slice(0, input.selectionStart ?? input.value.length);
    pending.current = { input, count: [...before].filter((one) => kept.test(one)).length };
  };
}
