// A list that belongs to the settings, such as holidays, and the commands that add to it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { run } from '#/api.ts';
import { ActForm } from '#/command/ActForm.tsx';
import { Result } from '#/command/Result.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import type { ReadList } from './lists.ts';

type Props = { list: ReadList; onDone: (words: string) => void };

export function ListView({ list: { title, about, reads, acts }, onDone }: Props) {
  const { commands } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const look = commands.find(({ name }) => name === reads);
  const all = acts.flatMap((name) => commands.filter((command) => command.name === name));
  const act = all.find(({ name }) => name === chosen);
  const answer = useQuery({
    queryKey: ['settings', reads],
    queryFn: () => (look ? run(look, { input: {} }) : null),
    enabled: look !== undefined,
  });
  const finish = (words: string) => {
    setChosen(null);
    onDone(words);
    void answer.refetch();
  };
  return (
    <OpenRow label="The open list" title={title} about={about}>
      {all.length > 0 && (
        <div className="form-end">
          {all.map(({ name, label }) => (
            <Button key={name} className="button soft" onPress={() => setChosen(name)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {act && (
        <ActForm
          key={act.name}
          command={act}
          input={{}}
          onDone={finish}
          onCancel={() => setChosen(null)}
        />
      )}
      <Wrong error={answer.error} />
      {answer.isFetching && !answer.data && <span className="ld-bone" aria-busy="true" />}
      {look && answer.data && <Result command={look} answers={[answer.data]} />}
    </OpenRow>
  );
}
