import type { Command } from '#/command.ts';

export const reviewCallLog: Command = {
  name: 'review call-log',
  usage: '<application> --result reached|noAnswer|wrongNumber|refused|callBack [--at "<day> <time>"] [--note "…"] --reason "…"',
  about:
    'Notes a call to the borrower. Working days, 08:00 to 20:00 Manila; say the company’s name first. With callBack, --at says when, in Manila time. They may read the note.',
  examples: [
    'review call-log 019a9f00-0000-7000-8000-000000000001 --result reached --note "confirms employer and payday" --reason "questions about work"',
    'review call-log 019a9f00-0000-7000-8000-000000000001 --result callBack --at "2026-11-23 14:00" --reason "questions about work"',
  ],
  options: ['result', 'at', 'note'],
  isChange: true,
  input: ({ words: [application, ...rest], options: { result, at, note } }) => {
    const callBackAt = at === undefined ? undefined : instantOf(at);
    if (!application || rest.length > 0 || !result || callBackAt === null) return null;
    return { application, result, ...(note ? { note } : {}), ...(callBackAt ? { callBackAt } : {}) };
  },
  show: ({ application, result, callBackAt }: { application: string; result: string; callBackAt: string | null }) => ({
    line: callBackAt
      ? `Noted. ${application} is free again; phone again at ${callBackAt}.`
      : `Noted: ${result}. ${application} stays yours.`,
  }),
};

/** '2026-11-23 14:00' in Manila as an instant in UTC; null where it is none. */
function instantOf(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(text)) return null;
  try {
    const local = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
    return local.toZonedDateTime('Asia/Manila').toInstant().toString({ smallestUnit: 'millisecond' });
  } catch {
    return null; // the calendar has no such day, or the clock no such hour
  }
}
