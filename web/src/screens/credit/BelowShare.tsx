import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { HomeButton } from '#/shell/GoHomeDock.tsx';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { CheckedLines } from '#/ui/CheckedLines.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Credit } from './StepFrame.tsx';

export type BelowShareProps = {
  income: Credit['income'];
  /** Whether the income was asked first, before the first step. */
  isFirst?: boolean;
  isBusy?: boolean;
  onAskPerson(): void;
  /** Returns to the question, so that the answer can be corrected. */
  onCorrect(): void;
};

/**
 * Explains that an income is too low for a loan: why, what would help, how to request a review by
 * staff (if possible), and how to leave.
 */
export function BelowShare({
  income: { least, mayAskPerson },
  isFirst = false,
  isBusy = false,
  onAskPerson,
  onCorrect,
}: BelowShareProps) {
  const text = useText();
  const loan = formatPesos(least.loanCentavos, { drop00: true });
  const help = [
    least.incomeCentavos === null
      ? text('credit.below.none')
      : text('credit.below.from', { income: formatPesos(least.incomeCentavos, { drop00: true }) }),
    ...(mayAskPerson ? [text('credit.below.person')] : []),
  ];
  return (
    <>
      <Page>
        <Empty isSmall picture="calm" title={text('credit.below.title', { loan })}>
          {text('credit.below.why', { percent: least.sharePercent })}{' '}
          {isFirst && text('credit.below.clean')}
        </Empty>
        <Card as="section">
          <Stack gap={2}>
            <Heading level={2}>{text('credit.below.help')}</Heading>
            <CheckedLines lines={help} />
          </Stack>
        </Card>
        <List>
          <Row icon="edit" title={text('credit.below.correct')} onClick={onCorrect} />
          <Row
            icon="lock"
            title={text('credit.below.delete')}
            detail={text('credit.below.deleteWhy')}
            href={paths.privacy}
          />
        </List>
      </Page>
      <Footer>
        {mayAskPerson ? (
          <Dock
            consequence={text('credit.below.askWhy')}
            below={
              <TextLink isAlone href={paths.home}>
                {text('shell.goHome')}
              </TextLink>
            }
          >
            <Button isBusy={isBusy} onClick={onAskPerson}>
              {text('credit.below.ask')}
            </Button>
          </Dock>
        ) : (
          <Dock>
            <HomeButton />
          </Dock>
        )}
      </Footer>
    </>
  );
}

export default BelowShare;
