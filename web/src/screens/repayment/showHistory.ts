/** Moves to the settled bills at the lower end of /wealth and puts the focus there. */
export function showHistory(): void {
  const history = document.getElementById('history');
  history?.scrollIntoView({ block: 'start' });
  history?.focus({ preventScroll: true });
}
