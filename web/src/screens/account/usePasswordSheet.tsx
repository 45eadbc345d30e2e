import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLazy } from '#/client/useLazy.ts';

const loadSheet = () => import('./PasswordSheet.tsx');

/** The write that needs a password; it maps `passwordWrong` to the field `password`. */
type Asking = {
  isBusy: boolean;
  failure: { name: string; isDefinite: boolean } | null;
  fieldError(name: string): string | undefined;
  clear(): void;
};
type Options = { onPassword(password: string): void; onClose?(): void };

/**
 * Returns a sheet that asks for the password. `ask` loads and opens it after `passwordNeeded`; any
 * other refusal closes it. Call `close` before navigating; otherwise going back only closes the
 * sheet.
 */
export function usePasswordSheet(
  write: Asking,
  { onPassword, onClose }: Options,
): { ask(): void; close(): void; sheet: ReactNode } {
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const { failure } = write;
  if (
    isOpen &&
    failure?.isDefinite &&
    failure.name !== 'passwordNeeded' &&
    failure.name !== 'passwordWrong'
  )
    setOpen(false);
  const leave = () => {
    setOpen(false);
    onClose?.();
  };
  const refusal = write.fieldError('password');
  return {
    ask: () => void load().then(setOpen),
    close: () => flushSync(() => setOpen(false)),
    sheet: isOpen && part && (
      <part.PasswordSheet
        isBusy={write.isBusy}
        refusal={refusal}
        onEdit={write.clear}
        onClose={leave}
        onPassword={onPassword}
      />
    ),
  };
}
