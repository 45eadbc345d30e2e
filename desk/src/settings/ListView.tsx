// A list that belongs to the settings, such as holidays, and the commands that add to it.
import { useQuery } from '@tanstack/react-query';
import { run } from '#/api.ts';
import { OfferedActs } from '#/command/OfferedActs.tsx';
import { Result } from '#/command/Result.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import type { SettingsList } from './lists.ts';

type Props = { list: SettingsList; onDone: (words: string) => void };

export function ListView({ list: { title, about, listedBy, acts }, onDone }: Props) {
  const { commands } = useSession();
  const look = commands.find(({ name }) => name === listedBy);
  const answer = useQuery({
    queryKey: ['settings', listedBy],
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
