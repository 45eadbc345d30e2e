// An alarm in the log: what needs people, said each time that it changes.
import type { AppContext } from './app-context.ts';

type Texts = {
  event: string;
  /** The warning while something needs people, with the command that shows it. */
  needed: string;
  /** The line that ends it. */
  over: string;
};

/**
 * Makes the writer of one alarm. It is given what an operator should know, `ok` where there is
 * nothing; a server that starts says it again.
 */
export function alarmLog({
  event,
  needed,
  over,
}: Texts): (app: AppContext, words: string, fields?: { count: number }) => void {
  const said = new WeakMap<AppContext, string>();
  return (app, words, fields) => {
    if (words === (said.get(app) ?? 'ok')) return;
    said.set(app, words);
    if (words === 'ok') app.log.info(over, { event });
    else app.log.warn(needed, { event, ...fields, why: words });
  };
}
