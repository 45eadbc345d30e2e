import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type CopyButtonProps = {
  value: string;
  label: string;
  /** Shown and announced briefly after copying ("Copied"). */
  copiedLabel: string;
  look?: ButtonLook;
  /**
   * Called after an attempt to copy. If `isCopied` is false, the borrower must copy the code
   * themselves.
   */
  onCopy?: ((isCopied: boolean) => void) | undefined;
};

const shownForMs = 2500;

/** A button that copies a code to the clipboard and confirms it. */
export function CopyButton({ value, label, copiedLabel, look, onCopy }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const works = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    setCopied(Boolean(works));
    onCopy?.(Boolean(works));
  };
  return (
    <>
      <Button {...(look && { look })} icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? copiedLabel : label}
      </Button>
      <span role="status">{isCopied && <VisuallyHidden>{copiedLabel}</VisuallyHidden>}</span>
    </>
  );
}
