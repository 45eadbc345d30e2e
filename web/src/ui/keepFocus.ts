let isLost = false;

/**
 * Keeps the focus on a page's heading; pass it as the heading's ref. If the page's own heading
 * replaces the focused heading of a skeleton, the focus moves to the new heading.
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
 * Focuses the first link or button in newly loaded content, if the button that loaded it has
 * disappeared ("Show older"). Does nothing if the focus has moved on. Pass it as the content's ref.
 */
export function takeLostFocus(content: HTMLElement | null) {
  if (document.activeElement === document.body)
    content?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
