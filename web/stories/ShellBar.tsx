import type { Day, Instant } from '@sandali/contract/day.ts';
import type { ReactNode } from 'react';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, type PlainTextId, useText } from '#/i18n/text.ts';
import { LanguageButton } from '#/shell/LanguageButton.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { OfflineBar } from '#/ui/Note.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import type { Entry } from './entries.ts';
import { nothing } from './fixtures.ts';

const oldAnswerAt = '2026-11-20T01:40:00.000Z' as Instant;

/** The bar that the shell shows above a screen whose route has a back arrow. */
export function ShellBar({ title, hasLanguage }: { title: PlainTextId; hasLanguage?: boolean }) {
  const text = useText();
  return (
    <TopBar
      title={text(title)}
      onBack={nothing}
      backLabel={text('shell.back')}
      actions={hasLanguage && <LanguageButton />}
    />
  );
}

/** The bar above a screen that shows a stored response. */
export function OldAnswerBar() {
  const text = useText();
  return (
    <OfflineBar>
      {text('repayment.kept.asOf', {
        moment: formatMoment(oldAnswerAt, '2026-11-20' as Day, currentLocale()),
      })}
    </OfflineBar>
  );
}

/** Returns entries of one group, each with a screen below the shell's bar. */
export const screensOf =
  (group: string, title: PlainTextId, hasLanguage = false) =>
  (name: string, drawn: ReactNode | (() => ReactNode)): Entry => ({
    group,
    name,
    isScreen: true,
    draw: () => (
      <Screen>
        <ShellBar title={title} hasLanguage={hasLanguage} />
        {typeof drawn === 'function' ? drawn() : drawn}
      </Screen>
    ),
  });
