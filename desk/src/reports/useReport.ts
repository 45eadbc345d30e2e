// Runs a report command once. Only "Read again" repeats it.
import { useQuery } from '@tanstack/react-query';
import { ask } from '#/answer.ts';
import { useSession } from '#/session.ts';
import { answers, type Report, type ReportCommand } from './answers.ts';

/** The first part of each report's query key. */
export const reportKey = 'report';

export function useReport<C extends ReportCommand>(
  name: C,
  input: Readonly<Record<string, string>>,
) {
  const { commands } = useSession();
  return useQuery({
    queryKey: [reportKey, name, input],
    queryFn: async () => (await ask(commands, name, answers[name], { input })) as Report<C>,
  });
}
