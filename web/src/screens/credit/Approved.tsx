import type { DataOf } from '@sandali/contract/call.ts';
import type { userMulti } from '@sandali/contract/home.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { type Text, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { GoHomeDock } from '#/shell/GoHomeDock.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { CheckedLines } from '#/ui/CheckedLines.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { SunriseApproved } from '#/ui/SunriseApproved.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';
import { useModal } from '#/ui/useModal.ts';
import css from './Approved.module.css';

type Offer = DataOf<typeof userMulti>['offer'];
type ApprovedProps = { firstName: string; limitCentavos: Centavos; offer: Offer };

/**
 * Celebrates a new credit line over the whole screen: the sun rises once. Closing it shows
 * `ApprovedView`.
 */
export function ApprovedMoment({
  onClose,
  onBorrow,
  ...facts
}: ApprovedProps & { onClose(): void; onBorrow(): void }) {
  const text = useText();
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className={css.moment} aria-label={text('credit.approved.line')}>
      <ApprovedSun {...facts} onClose={onClose} onBorrow={onBorrow} />
    </dialog>
  );
}

/** The celebration without its dialog (for stories). */
export function ApprovedSun({
  firstName,
  limitCentavos,
  offer,
  onClose,
  onBorrow,
}: ApprovedProps & { onClose(): void; onBorrow(): void }) {
  const text = useText();
  return (
    <SunriseApproved
      action={<IconButton icon="close" label={text('shell.close')} onClick={onClose} />}
      title={titleOf(text, firstName)}
      line={text('credit.approved.line')}
      amount={<Amount centavos={limitCentavos} size="xl" decimals="whenAny" />}
      points={pointsOf(text, { limitCentavos, offer })}
      consequence={costOf(text, offer)}
    >
      <Button look="sunny" data-focus="" onClick={onBorrow}>
        {text(
          isOneAmount({ limitCentavos, offer })
            ? 'credit.approved.chooseDays'
            : 'credit.approved.choose',
        )}
      </Button>
    </SunriseApproved>
  );
}

/** The facts of an approval without the celebration, shown on every later visit. */
export function ApprovedView({
  firstName,
  limitCentavos,
  borrowableCentavos,
  offer,
}: ApprovedProps & { borrowableCentavos: Centavos }) {
  const text = useText();
  return (
    <>
      <Page>
        <Card>
          <Stack gap={3}>
            <Heading level={2}>{titleOf(text, firstName)}</Heading>
            <div>
              <Words size="s">{text('credit.approved.line')}</Words>
              <Amount centavos={limitCentavos} size="l" decimals="whenAny" />
              <Words size="s">
                {text('credit.approved.left', {
                  amount: formatPesos(borrowableCentavos, { drop00: true }),
                })}
              </Words>
            </div>
            <CheckedLines lines={pointsOf(text, { limitCentavos, offer })} />
          </Stack>
        </Card>
      </Page>
      <Footer>
        <Dock consequence={costOf(text, offer)}>
          <ButtonLink href={paths.loan}>
            {text(
              isOneAmount({ limitCentavos, offer })
                ? 'credit.approved.chooseDays'
                : 'credit.approved.choose',
            )}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

/**
 * An approval whose credit line has since been closed or held: says why, and links to the home
 * screen.
 */
export function ApprovedBefore({ whyNot }: { whyNot: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <Card>
          <Heading level={2}>{text('credit.approved.was')}</Heading>
          <Words size="s">{whyNot}</Words>
        </Card>
      </Page>
      <GoHomeDock />
    </>
  );
}

function titleOf(text: Text, name: string): string {
  return name ? text('credit.approved.title', { name }) : text('credit.approved.titlePlain');
}

/** Whether the credit line allows only the smallest loan. */
function isOneAmount({
  limitCentavos,
  offer,
}: Pick<ApprovedProps, 'limitCentavos' | 'offer'>): boolean {
  return limitCentavos <= offer.amountCentavos;
}

function pointsOf(text: Text, line: Pick<ApprovedProps, 'limitCentavos' | 'offer'>): string[] {
  const days = line.offer.terms.map(({ termDays }) => termDays);
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  const amount = formatPesos(line.limitCentavos, { drop00: true });
  return [
    isOneAmount(line)
      ? text('credit.approved.oneAmount', { amount, first, last })
      : text('credit.approved.terms', { first, last }),
    text('credit.approved.again'),
    text('credit.approved.free'),
  ];
}

/**
 * Returns the cost of the offered amount with its longest term, because an "up to" amount must
 * state its cost.
 */
function costOf(text: Text, { amountCentavos, terms }: Offer): string | undefined {
  const term = terms.at(-1);
  if (!term) return undefined;
  const amount = formatPesos(amountCentavos, { drop00: true });
  return text('credit.approved.cost', {
    amount,
    days: term.termDays,
    cost: formatPesos(term.costCentavos),
  });
}
