import type { LoanText } from '@sandali/contract/loanText.ts';
import { withoutBreaks } from '#/client/unbreakable.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { each } from '#/ui/each.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';

type Props = {
  papers: LoanText;
  onClose(): void;
  /** Whether to render the sheet within the page (for stories). */
  isDrawnOnly?: boolean;
};

/** The loan agreement with this loan's figures, verbatim from the server. */
export function AgreementSheet({
  papers: { version, locale, agreement },
  onClose,
  isDrawnOnly,
}: Props) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  return (
    <Frame
      title={text('loan.agreement.title')}
      detail={text('loan.agreement.detail', { version })}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={<Button onClick={onClose}>{text('loan.agreement.close')}</Button>}
      isTall
    >
      <Stack gap={4} role="group" aria-label={text('loan.agreement.title')} tabIndex={0}>
        {each(agreement.clauses, ({ title, words }) => (
          <section lang={locale}>
            <Heading level={3}>{title}</Heading>
            <Words>{withoutBreaks(words)}</Words>
          </section>
        ))}
      </Stack>
    </Frame>
  );
}
