import type { Command } from '#/command.ts';

export const sessionsEnd: Command = {
  name: 'sessions end',
  usage: '<number | userGid | reference> [--session <session>] --reason "…"',
  about: 'Logs a person out everywhere, or out of one session. They log in again with password or code.',
  examples: [
    'sessions end "0917 123 4567" --reason "phone stolen, ticket 812"',
    'sessions end 4021938857 --session 3fa9c01b --reason "not their device, ticket 812"',
  ],
  options: ['session'],
  isChange: true,
  input: ({ words: [person, ...rest], options: { session } }) => {
    if (!person || rest.length > 0 || (session !== undefined && !/^[0-9a-f]{8}$/.test(session))) return null;
    return { person, ...(session === undefined ? {} : { session }) };
  },
  show: ({ ended }: { ended: number }) => ({
    line: ended === 0 ? 'No session was open.' : `${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended.`,
  }),
};
