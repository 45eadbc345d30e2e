import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { saveFile } from '#/client/saveFile.ts';
import { toast } from '#/client/toast.ts';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { SpaceBetween } from '#/ui/Layout.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import type { CodePicture } from './codePicture.ts';
import type { Where } from './FullCode.tsx';

const loadFull = () => import('./FullCode.tsx');
const loadPicture = () => import('./codePicture.ts');

/**
 * The code on a white background, with buttons to show it full-screen or to send it as a picture.
 * With `show=full` in the address (the home screen's link), the code opens full-screen.
 */
export function CodeActions({
  picture,
  where,
  children,
}: {
  picture: CodePicture;
  where: Where;
  children: ReactNode;
}) {
  const text = useText();
  const { part, load } = useLazy(loadFull);
  const [isFull, setFull] = useState(false);
  const search = useSearch();
  const opensFull = search.get('show') === 'full';
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once and may be closed
  useEffect(() => void (opensFull && load().then(setFull)), []);
  const close = () => {
    setFull(false);
    if (!opensFull) return;
    const rest = new URLSearchParams(search);
    rest.delete('show');
    // Without `replace`, going back would show the full-screen code again.
    void navigate(`${paths.repayment}?${rest}`, { replace: true });
  };
  const paper = useRef<HTMLDivElement>(null);
  const share = async () => {
    const drawings = [...(paper.current?.querySelectorAll('svg') ?? [])];
    const file = await loadChunk(loadPicture)
      .then(({ pictureOf }) => pictureOf(picture, drawings))
      .catch(() => null);
    if (!file || !(await saveFile(file))) toast(text('repayment.code.noPicture'), { tone: 'bad' });
  };
  return (
    <>
      <div ref={paper}>{children}</div>
      <SpaceBetween>
        <TextButton isAlone onClick={() => void load().then(setFull)}>
          {text('repayment.code.full')}
        </TextButton>
        <TextButton isAlone onClick={() => void share()}>
          {text('repayment.code.picture')}
        </TextButton>
      </SpaceBetween>
      {isFull && part && (
        <part.FullCode where={where} closeLabel={text('shell.close')} onClose={close}>
          {children}
        </part.FullCode>
      )}
    </>
  );
}
