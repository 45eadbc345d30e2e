/**
 * Tells a form's owner again what was filled in before the program took the painted page over. React leaves it standing but tells nobody, and the
 * owner's next drawing would wipe it away. Where nothing was filled in, nothing happens.
 */
export function replayFormInput(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.type === 'checkbox' || field.type === 'radio') retellTick(field);
    else if (field.value !== field.defaultValue) retellText(field);
  }
}

/** React hears of a value only when it differs from the last one that a script has set: so the empty one is set, and what was typed put back past it. */
function retellText(field: HTMLInputElement) {
  const typed = field.value;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Of a group of radios the chosen one speaks for all. */
function retellTick(field: HTMLInputElement) {
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}
