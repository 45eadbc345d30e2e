import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { commandNamed } from '#/answer.ts';
import { run } from '#/api.ts';
import { useSession } from '#/session.ts';
import { useKeys } from '#/ui/useKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import type { OpenCase } from './answers.ts';

type Props = { row: OpenCase; onChange: (words: string) => void };

/** Whose case it is, and a button that takes or releases it. */
export function Assignment({ row: { of, assignedTo }, onChange }: Props) {
  const { commands, name } = useSession();
  const isMine = assignedTo === name;
  const move = useMutation({
    mutationFn: async () => {
      const command = commandNamed(commands, isMine ? 'cases release' : 'cases assign');
      // The case is taken over only from the person whom this screen shows.
      const from = !isMine && assignedTo !== null ? { from: assignedTo } : {};
      return await run(command, { input: { case: of.id, ...from } });
    },
    onSuccess: ({ shown }) => onChange(shown.lines?.join(' ') ?? ''),
  });
  const mayMove = commands.some((command) => command.name === 'cases assign');
  useKeys({ t: mayMove && !move.isPending ? () => move.mutate() : null });
  const verb = isMine ? 'Release' : assignedTo ? 'Take over' : 'Take';
  return (
    <span className="cs-assigned">
      {isMine ? 'You' : (assignedTo ?? 'Nobody')}
      {mayMove && (
        <Button className="button soft" onPress={() => move.mutate()} isPending={move.isPending}>
          {verb} <kbd>T</kbd>
        </Button>
      )}
      <Wrong error={move.error} />
    </span>
  );
}
