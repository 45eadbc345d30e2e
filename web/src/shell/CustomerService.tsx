import { useEffect } from 'react';
import { useConfig } from '#/client/config.ts';
import { useLazy } from '#/client/useLazy.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { useText } from '#/i18n/text.ts';
import { TextButton } from '#/ui/TextLink.tsx';
import { closeService, openService, useIsServiceOpen } from './customerService.ts';

const loadSheet = async () =>
  (await Promise.all([import('#/screens/my/ServiceSheet.tsx'), loadCatalogs(['home'])]))[0];

/** The customer service sheet, loaded on demand with its texts. Navigation closes the sheet. */
export function CustomerServiceSheet({ path }: { path: string }) {
  const isOpen = useIsServiceOpen();
  const config = useConfig();
  const { part, load } = useLazy(loadSheet);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to load it is always the same
  useEffect(() => {
    if (isOpen) void load().then((isThere) => isThere || closeService());
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is another screen
  useEffect(() => closeService, [path]);
  return isOpen && part && <part.ServiceSheet facts={config} onClose={closeService} />;
}

/** A link to customer service, for texts that mention it. */
export function ServiceLink() {
  const text = useText();
  return (
    <TextButton isAlone onClick={openService}>
      {text('my.service')}
    </TextButton>
  );
}
