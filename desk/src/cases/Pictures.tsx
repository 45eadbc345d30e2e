// Pictures of a case, each a look that the borrower sees. They are shown for some minutes.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#/answer.ts';
import { Picture } from '#/command/Picture.tsx';
import { useSession } from '#/session.ts';
import { LookForm } from '#/ui/LookForm.tsx';
import { zPicture } from './answers.ts';

type Wanted = { name: string; input: Readonly<Record<string, unknown>> };
type Props = {
  /** The command that shows one picture. */
  command: string;
  wanted: readonly Wanted[];
  reasons: readonly string[];
  about: string;
};

export function Pictures({ command, wanted, reasons, about }: Props) {
  const { commands } = useSession();
  const [reason, setReason] = useState(reasons[0] ?? '');
  const [shown, setShown] = useState<readonly { name: string; jpeg: string }[] | null>(null);
  const look = useMutation({
    mutationFn: () =>
      Promise.all(
        wanted.map(async ({ name, input }) => {
          const { jpeg } = await ask(commands, command, zPicture, { input, reason });
          return { name, jpeg };
        }),
      ),
    onSuccess: (all) => {
      setShown(all);
      // The mutation would keep the pictures otherwise.
      look.reset();
    },
  });
  if (!shown)
    return (
      <LookForm
        reason={reason}
        onReason={setReason}
        reasons={reasons}
        about={about}
        isReported
        error={look.error}
        isBusy={look.isPending}
        onLook={() => look.mutate()}
      />
    );
  return (
    <div className="cs-pictures">
      {shown.map((picture) => (
        <figure key={picture.name}>
          <figcaption>{picture.name}</figcaption>
          <Picture data={picture} />
        </figure>
      ))}
    </div>
  );
}
