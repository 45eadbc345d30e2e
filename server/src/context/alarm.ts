// Alarms in the log, written whenever their words change.
import type { AppContext } from './app-context.ts';

type Texts = {
  event: string;
  /** The warning while people must act, with the command that shows the details. */
  needed: string;
  /** The line that ends the alarm. */
  over: string;
};

/**
 * Makes the writer of one alarm. Its words are `ok` if there is nothing to report; a restarted
 * server writes the alarm again.
 */
export function alarmLog({
  event,
  needed,
  over,
}: Texts): (app: AppContext, words: string, fields?: { count: number }) => void {
  const lastWords = new WeakMap<AppContext, string>();
  return (app, words, fields) => {
    if (words === (lastWords.get(app) ?? 'ok')) return;
    lastWords.set(app, words);
    if (words === 'ok') app.log.info(over, { event });
    else app.log.warn(needed, { event, ...fields, why: words });
  };
}
