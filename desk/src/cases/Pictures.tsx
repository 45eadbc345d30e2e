// Pictures of a case. Each is a look that the borrower sees, and stays for some minutes.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#/answer.ts';
import { Picture } from '#/command/Picture.tsx';
import { useSession } from '#/session.ts';
import { LookForm } from '#/ui/LookForm.tsx';
import { zPicture } from './answers.ts';

type PictureLook = { name: string; input: Readonly<Record<string, unknown>> };
type Props = {
  /** The command that shows one picture. */
  command: string;
  wanted: readonly PictureLook[];
  reasons: readonly string[];
  about: string;
};

export function Pictures({ command, wanted, reasons, about }: Props) {
  const { commands } = useSession();
  const [reason, setReason] = useState(reasons[0] ?? '');
  const [shown, setShown] = useState<readonly { name: string; jpeg: string }[]>([]);
  const unseen = wanted.filter(({ name }) => !shown.some((picture) => picture.name === name));
  // Each picture is shown as it arrives, because its look counts even if the next one fails.
  const look = useMutation({
    mutationFn: async () => {
      for (const { name, input } of unseen) {
        const { jpeg } = await ask(commands, command, zPicture, { input, reason });
        setShown((old) => [...old, { name, jpeg }]);
      }
    },
  });
  return (
    <>
      {unseen.length > 0 && (
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
      )}
      {shown.length > 0 && (
        <div className="cs-pictures">
          {shown.map((picture) => (
            <figure key={picture.name}>
              <figcaption>{picture.name}</figcaption>
              <Picture data={picture} />
            </figure>
          ))}
        </div>
      )}
    </>
  );
}
