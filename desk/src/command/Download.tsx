import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { useEffect, useState } from 'react';
import { fileNameOf } from './opsLine.ts';

/** A link that saves a response's file. */
export function Download({ command, file }: { command: DeclaredCommand; file: Blob }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const name = fileNameOf(command);
  return (
    <section className="result" aria-live="polite">
      <a className="button soft" href={address} download={name}>
        Save {name} ({file.size.toLocaleString('en')} bytes)
      </a>
    </section>
  );
}
