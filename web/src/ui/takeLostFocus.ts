/**
 * The ref of what a button brought that is gone since ("Show older"): the focus goes to the first link or button in it; not away from where it was put
 * meanwhile.
 */
export function takeLostFocus(brought: HTMLElement | null) {
  if (document.activeElement === document.body) brought?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
