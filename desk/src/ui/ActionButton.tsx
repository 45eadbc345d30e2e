import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

type Props = {
  look: 'primary' | 'soft';
  isBusy: boolean;
  /** What the button says while its work runs. */
  busyText: string;
  /** Left out for the button that submits a form. */
  onPress?: () => void;
  children: ReactNode;
};

/** A button whose work takes time. It keeps the focus, and ignores presses while it is busy. */
export function ActionButton({ look, isBusy, busyText, onPress, children }: Props) {
  return (
    <Button
      type={onPress || isBusy ? 'button' : 'submit'}
      className={`button ${look}${isBusy ? ' busy' : ''}`}
      onPress={() => !isBusy && onPress?.()}
    >
      {isBusy ? busyText : children}
    </Button>
  );
}
