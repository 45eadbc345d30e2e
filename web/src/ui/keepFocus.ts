let isLost = false;

/**
 * Keeps the focus on a page's heading; pass it as the heading's ref. If a focused heading is
 * replaced (a skeleton's by the page's own), the focus moves to the new one instead of the start of
 * the document.
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
 * Focuses the first link or button of content that a vanished button ("Show older") loaded, unless
 * the focus has moved meanwhile; pass it as the content's ref.
 */
export function takeLostFocus(content: HTMLElement | null) {
  if (document.activeElement === document.body)
    content?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
