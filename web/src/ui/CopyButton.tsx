import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './Button.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type CopyButtonProps = {
  /** What goes to the clipboard. */
  value: string;
  label: string;
  /** Said and shown for a moment after it worked ("Copied"). */
  copiedLabel: string;
  look?: ButtonLook;
  /** Called with whether it worked; if it did not, the code must be copied manually. */
  onCopy?: ((isCopied: boolean) => void) | undefined;
};

const shownForMs = 2500;

/** Copies a code to the clipboard and says so. */
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
