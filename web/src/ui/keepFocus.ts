let isLost = false;

/**
 * The ref of a page's heading. When a heading that has the focus gives way to another one, as a
 * skeleton's does to the page's own, the focus goes on to the new one instead of falling back to
 * the start of the document. Nothing else loses the focus to it.
 */
export function keepFocus(heading: HTMLElement | null) {
  if (!heading) return;
  if (isLost && document.activeElement === document.body) heading.focus({ preventScroll: true });
  isLost = false;
  return () => {
    isLost = document.activeElement === heading;
  };
}

/**
 * The ref of what a button brought that is gone since ("Show older"): the focus goes to the first
 * link or button in it; not away from where it was put meanwhile.
 */
export function takeLostFocus(brought: HTMLElement | null) {
  if (document.activeElement === document.body)
    brought?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
