let isLost = false;

/**
 * The ref of a page's heading. If a focused heading is replaced (a skeleton's by the page's own),
 * the focus moves to the new one instead of the start of the document.
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
 * The ref of content that a vanished button ("Show older") loaded: focuses its first link or
 * button, unless the focus has moved meanwhile.
 */
export function takeLostFocus(content: HTMLElement | null) {
  if (document.activeElement === document.body)
    content?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
