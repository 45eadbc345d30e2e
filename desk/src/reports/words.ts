// The words of the reports for buckets and reasons.
import { wordsOfName } from '#/ui/words.ts';

const special: Readonly<Record<string, string>> = {
  '1-7': '1–7 days',
  '8-30': '8–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  '91+': '91+ days',
  new: 'New loan',
  reversed: 'Payout reversed',
};

/** Returns a bucket, the end of a bill or a reason as words: 'notDue' is 'Not due'. */
export const wordsOf = (name: string): string => special[name] ?? wordsOfName(name);
