import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { Pictures } from './Pictures.tsx';

const pictures = {
  front: 'ID, sent now',
  knownFront: 'ID, known',
  selfie: 'Face, sent now',
  knownSelfie: 'Face, known',
};

/** The four pictures of a recovery side by side, for those who compare them. */
export function RecoveryPictures({ recovery }: { recovery: string }) {
  const { commands } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!commands.some(({ name }) => name === 'recovery pictures')) return null;
  if (!isOpen)
    return (
      <div className="form-end">
        <Button className="button soft" onPress={() => setOpen(true)}>
          Compare the four pictures
        </Button>
      </div>
    );
  return (
    <Pictures
      command="recovery pictures"
      wanted={Object.entries(pictures).map(([which, name]) => ({
        name,
        input: { recovery, which },
      }))}
      reasons={['Compares the four pictures']}
      about="For all four pictures. Whoever approves must have seen each of them."
    />
  );
}
