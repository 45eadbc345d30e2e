import { formatPesos } from '@sandali/contract/money.ts';
import { useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { Card } from '#/ui/Card.tsx';
import { CostTable } from '#/ui/CostTable.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Heading } from '#/ui/Text.tsx';
import type { HomeFacts } from './facts.ts';

/** What the offered amount costs at each term (spec §9, short-term revenue). */
export function OfferCard({ offer }: { offer: HomeFacts['offer'] }) {
  const text = useText();
  if (offer.terms.length === 0) return null;
  const title = text('home.offer.title', { amount: formatPesos(offer.amountCentavos, { drop00: true }) });
  const { terms } = offer;
  return (
    <Card as="section">
      <Stack>
        <Heading level={2}>{title}</Heading>
        <CostTable
          label={title}
          columns={terms.map((term) => text('home.offer.days', { count: term.termDays }))}
          rows={[
            { label: text('home.offer.receive'), values: terms.map((term) => formatPesos(term.receiveCentavos)) },
            { label: text('home.offer.repay'), values: terms.map((term) => formatPesos(term.repayCentavos)) },
            { label: text('home.offer.aDay'), values: terms.map((term) => formatPesos(term.costADayCentavos)) },
            {
              label: text('home.offer.cost'),
              values: terms.map((term) => <Amount key={term.termDays} centavos={term.costCentavos} />),
              isTotal: true,
            },
          ]}
        />
      </Stack>
    </Card>
  );
}
