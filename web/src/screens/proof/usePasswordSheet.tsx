import { type ReactNode, useState } from 'react';
import { speakAreas } from '#/kit/areas.ts';
import { useLater } from '#/kit/useLater.ts';

const load = async () => (await Promise.all([import('./PasswordSheet.tsx'), speakAreas(['proof'])]))[0];

/** A write that the sheet belongs to: it maps `passwordWrong` to the field `password`. */
type Asking = {
  isBusy: boolean;
  failure: { name: string; isDefinite: boolean } | null;
  fieldError(name: string): string | undefined;
  clear(): void;
};
type Options = { onPassword(password: string): void; onClose?(): void };

/**
 * The sheet that asks for the password, loaded when a write is first refused with `passwordNeeded`: `ask` opens it, and `sheet` is to be drawn.
 * It stays until the write is done or refused for another reason.
 */
export function usePasswordSheet(write: Asking, { onPassword, onClose }: Options): { ask(): void; sheet: ReactNode } {
  const { part, bring } = useLater(load);
  const [isOpen, setOpen] = useState(false);
  const { failure } = write;
  if (isOpen && failure?.isDefinite && failure.name !== 'passwordNeeded' && failure.name !== 'passwordWrong') setOpen(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  const refusal = write.fieldError('password');
  return {
    ask: () => void bring().then(setOpen),
    sheet: isOpen && part && (
      <part.PasswordSheet isBusy={write.isBusy} refusal={refusal} onEdit={write.clear} onClose={close} onPassword={onPassword} />
    ),
  };
}
