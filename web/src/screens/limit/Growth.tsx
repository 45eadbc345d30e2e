import { quotaAddApply } from '@sandali/contract/limit.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

export type GrowthProps = {
  offerCentavos: Centavos | null;
  /** Whether the declared income is too low for a higher limit. */
  isByIncome: boolean;
};

/**
 * The home screen's section on a higher limit: one tap takes an earned step; otherwise a link leads
 * to the request for one.
 */
function Growth({ offerCentavos, isByIncome }: GrowthProps) {
  const text = useText();
  const write = useWrite(quotaAddApply, {
    onDone: ({ limitCentavos }) =>
      toast(text('limit.taken', { limit: formatPesos(limitCentavos, { drop00: true }) })),
  });
  if (offerCentavos === null) return <GrowthRow isByIncome={isByIncome} />;
  return (
    <GrowthOffer
      toCentavos={offerCentavos}
      isBusy={write.isBusy}
      onTake={() => void write.send({ wantedCentavos: offerCentavos })}
    />
  );
}

type GrowthOfferProps = { toCentavos: Centavos; isBusy: boolean; onTake(): void };

/** The offer of an earned limit. Ignoring it has no consequence. */
export function GrowthOffer({ toCentavos, isBusy, onTake }: GrowthOfferProps) {
  const text = useText();
  const limit = formatPesos(toCentavos, { drop00: true });
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2}>{text('limit.offer.title')}</Heading>
        <Text size="s">{text('limit.offer.why')}</Text>
        <Button look="soft" isBusy={isBusy} onClick={onTake}>
          {text('limit.take', { limit })}
        </Button>
      </Stack>
    </Card>
  );
}

/** The row that links to the request for a higher limit. */
export function GrowthRow({ isByIncome }: Pick<GrowthProps, 'isByIncome'>) {
  const text = useText();
  const detail = text(isByIncome ? 'limit.highestOfIncome' : 'limit.rowWhy');
  return (
    <List>
      <Row icon="plus" title={text('limit.row')} detail={detail} href={paths.limit} />
    </List>
  );
}

/**
 * Renders the section for the home screen, which stores the result in its state once this file is
 * loaded.
 */
export const growthAtHome = (props: GrowthProps): ReactNode => <Growth {...props} />;
