// Counts how many answers and taps a form requires.
import type { Page } from '@playwright/test';

export type Effort = { answers: number; taps: number };

/**
 * Counts until the page is reloaded. Each field, place, day or photo is one answer. A text field,
 * button, link, box, card or row is one tap, and a native list is two. Typing and the camera's
 * buttons do not count.
 */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const answers = new Set<string>();
    let taps = 0;
    const nameOf = (field: Element) =>
      `${location.pathname} ${(field.getAttribute('name') || field.id).replace(/-(day|month|year)$/, '')}`;
    const isText = (field: Element) =>
      field.matches('input:not([type=radio], [type=checkbox], [type=file], [role=combobox])');
    const on = (type: string, run: (target: Element) => void) =>
      addEventListener(type, ({ target }) => target instanceof Element && run(target), true);
    on('input', (target) => isText(target) && answers.add(nameOf(target)));
    on('focusin', (target) => {
      if (isText(target)) taps += 1;
    });
    on('change', (target) => {
      if (isText(target) || target.matches('[role=combobox]')) return;
      answers.add(nameOf(target));
      if (target.matches('select')) taps += 2;
      // Taking and sending a photo takes at least one tap.
      if (target.matches('[type=file]')) taps += 1;
    });
    on('click', (target) => {
      const touched = target.closest('button, a, label, [role=option]');
      if (touched && !touched.querySelector('input:not([type=radio], [type=checkbox])')) taps += 1;
      if (touched?.matches('[role=option]'))
        answers.add(
          `${location.pathname} place ${touched.closest('[role=listbox]')?.getAttribute('aria-label')}`,
        );
    });
    Object.assign(window, { effort: () => ({ answers: answers.size, taps }) });
  });
  return () => page.evaluate(() => (window as unknown as { effort(): Effort }).effort());
}
