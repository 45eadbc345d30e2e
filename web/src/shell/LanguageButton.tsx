import type { Locale } from '@sandali/contract/locale.ts';
import { type ComponentType, useState } from 'react';
import { loadChunk } from '#/kit/chunk.ts';
import { complain } from '#/kit/program.ts';
import { spokenLocale, textNow, useText } from '#/kit/text.ts';
import { IconButton } from '#/ui/IconButton.tsx';

type SheetProps = { onClose(): void };

/** The language spoken, as a short word; it opens the list of languages, which is loaded when it is asked for. */
export function LanguageButton() {
  const text = useText();
  const [Sheet, setSheet] = useState<ComponentType<SheetProps> | null>(null);
  const locale: Locale = spokenLocale();
  const open = async () => {
    try {
      const { LanguageSheet } = await loadChunk(() => import('./LanguageSheet.tsx'));
      setSheet(() => LanguageSheet);
    } catch {
      complain(textNow('net.later'));
    }
  };
  return (
    <>
      <IconButton text={locale.toUpperCase()} label={`${locale.toUpperCase()}, ${text('shell.language')}`} onClick={() => void open()} />
      {Sheet && <Sheet onClose={() => setSheet(null)} />}
    </>
  );
}
