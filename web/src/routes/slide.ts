// Pages slide also where a browser knows no view transitions (Android web views before Chrome 111).
// Loaded by nobody else.
import './slide.css';
import type { Move } from './history.ts';

let endEarlier: (() => void) | null = null;

/**
 * Shows the new screen by `update` and slides it in, while a copy of the old one slides out. A
 * newer move cuts an older one short.
 */
export async function slide(update: () => void, move: Exclude<Move, 'none'>): Promise<void> {
  endEarlier?.();
  const screen = document.querySelector<HTMLElement>('#root > *');
  if (!screen) return update();
  const left = copyOf(screen, move);
  update();
  screen.dataset.slide = move;
  document.body.append(left);
  const end = () => {
    left.remove();
    // The screen is the same element at every move: what a newer one has set on it stays.
    if (endEarlier !== end) return;
    delete screen.dataset.slide;
    endEarlier = null;
  };
  endEarlier = end;
  // One that is cut short rejects; its screen has been shown all the same.
  await Promise.allSettled(
    [screen, left].flatMap((one) => one.getAnimations().map(({ finished }) => finished)),
  );
  end();
}

/**
 * A copy of the screen in its place, only to be seen: nothing in it can be found, read out or
 * touched.
 */
function copyOf(screen: HTMLElement, move: Exclude<Move, 'none'>): HTMLElement {
  const { top, left, width, height } = screen.getBoundingClientRect();
  const copy = screen.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.ariaHidden = 'true';
  copy.dataset.slide = `${move}-left`;
  Object.assign(copy.style, {
    top: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  for (const one of copy.querySelectorAll('dialog, script')) one.remove();
  for (const one of copy.querySelectorAll('[id], [name]'))
    for (const name of ['id', 'name']) one.removeAttribute(name);
  return copy;
}
