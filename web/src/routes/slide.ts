// Slides pages in browsers without view transitions (Android web views before Chrome 111). Only
// those browsers load this file.
import './slide.css';
import type { Move } from './history.ts';

let endEarlier: (() => void) | null = null;

/**
 * Shows the new screen by calling `update` and slides it in, while a copy of the old screen slides
 * out. A newer move cancels an older one.
 */
export async function slide(update: () => void, move: Exclude<Move, 'none'>): Promise<void> {
  endEarlier?.();
  const screen = document.querySelector<HTMLElement>('#root > *');
  if (!screen) return update();
  const oldScreen = copyOf(screen, move);
  update();
  screen.dataset.slide = move;
  document.body.append(oldScreen);
  const end = () => {
    oldScreen.remove();
    // All moves use the same element, so leave its values alone if a newer move has started.
    if (endEarlier !== end) return;
    delete screen.dataset.slide;
    endEarlier = null;
  };
  endEarlier = end;
  // The promise of a cancelled animation rejects, but the screen is already visible.
  await Promise.allSettled(
    [screen, oldScreen].flatMap((element) =>
      element.getAnimations().map(({ finished }) => finished),
    ),
  );
  end();
}

/** Creates an inert copy of the screen in the same place, hidden from screen readers. */
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
  for (const element of copy.querySelectorAll('dialog, script')) element.remove();
  for (const element of copy.querySelectorAll('[id], [name]'))
    for (const name of ['id', 'name']) element.removeAttribute(name);
  return copy;
}
