import { type PlainTextId, useText } from '#/i18n/text.ts';
import { TopBar } from '#/ui/TopBar.tsx';
import { nothing } from './fixtures.ts';

/** The bar that the shell draws over a screen whose route has a back arrow. */
export function ShellBar({ title }: { title: PlainTextId }) {
  const text = useText();
  return <TopBar title={text(title)} onBack={nothing} backLabel={text('shell.back')} />;
}
