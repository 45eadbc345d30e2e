// Logs alarms whenever their text changes.
import type { AppContext } from './app-context.ts';

type Texts = {
  event: string;
  /** The warning to log while staff must act, with the command that shows the details. */
  needed: string;
  /** The log line that says that the alarm is over. */
  over: string;
};

/**
 * Returns a function that logs one alarm. `words` is `ok` if there is nothing to report. After a
 * restart, the server logs an ongoing alarm again.
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
    else app.log.warn(needed, { event, ...fields, reason: words });
  };
}
