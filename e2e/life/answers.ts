// What a form asks of a person: the answers that are typed or chosen, and the taps that this takes,
// counted in the page itself.
import type { Page } from '@playwright/test';

export type Effort = { answers: number; taps: number };

/**
 * Counts from here on, until the page is loaded anew. An answer is a field, a place, a day or a
 * photo (of a code too), once, however often it is changed. Taps: one into a field to type into,
 * two to choose from the phone's own list, one on a button, a link, a box, a card or a row; the
 * camera's and the letters are not counted.
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
      // A photo is taken and sent by one touch at least.
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
