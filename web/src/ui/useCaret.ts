import { useLayoutEffect, useRef } from 'react';
import { caretAfter } from './grouping.ts';

/** Keeps the caret where it was when an input's text is regrouped while typing: counts the characters matching `kept` before it. */
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
