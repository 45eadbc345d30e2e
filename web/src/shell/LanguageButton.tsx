import { useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { IconButton } from '#/ui/IconButton.tsx';

const loadSheet = () => import('./LanguageSheet.tsx');

/** Shows the active language as a short word and opens the list of languages, loaded on demand. */
export function LanguageButton() {
  const text = useText();
  const { part, load } = useLazy(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const name = currentLocale() === 'zh' ? '中文' : currentLocale().toUpperCase();
  const open = async () => setOpen(await load());
  return (
    <>
      <IconButton
        text={name}
        label={`${name}, ${text('shell.language')}`}
        onClick={() => void open()}
      />
      {isOpen && part && <part.LanguageSheet onClose={() => setOpen(false)} />}
    </>
  );
}
