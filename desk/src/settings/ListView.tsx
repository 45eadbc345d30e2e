// A list that belongs to the settings, such as holidays, and the commands that add to it.
import { useQuery } from '@tanstack/react-query';
import { run } from '#/api.ts';
import { OfferedActs } from '#/command/OfferedActs.tsx';
import { Result } from '#/command/Result.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import type { ReadList } from './lists.ts';

type Props = { list: ReadList; onDone: (words: string) => void };

export function ListView({ list: { title, about, reads, acts }, onDone }: Props) {
  const { commands } = useSession();
  const look = commands.find(({ name }) => name === reads);
  const answer = useQuery({
    queryKey: ['settings', reads],
    queryFn: () => (look ? run(look, { input: {} }) : null),
    enabled: look !== undefined,
  });
  const finish = (words: string) => {
    onDone(words);
    void answer.refetch();
  };
  return (
    <OpenRow label="The open list" title={title} about={about}>
      <OfferedActs names={acts} onDone={finish} />
      <Wrong error={answer.error} />
      {answer.isFetching && !answer.data && <span className="ld-bone" aria-busy="true" />}
      {look && answer.data && <Result command={look} answers={[answer.data]} />}
    </OpenRow>
  );
}
