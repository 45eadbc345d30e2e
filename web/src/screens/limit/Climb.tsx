import type { LimitGrowth, LoanCounts } from '@sandali/contract/limitFacts.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Card } from '#/ui/Card.tsx';
import { each } from '#/ui/each.ts';
import { Icon } from '#/ui/Icon.tsx';
import { Inline, Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import css from './Climb.module.css';

type Loans = LimitGrowth['loans'];
const iconOf = {
  taken: 'check',
  earned: 'check',
  cancelled: 'info',
  late: 'info',
  tooShort: 'info',
} as const satisfies Record<LoanCounts, string>;

/** Shows how each repaid loan has raised the limit, and what the next loan can do. */
export function Climb({ loans }: { loans: Loans }) {
  const text = useText();
  const lines = loans.map(({ settledOn, counts }) => ({
    icon: iconOf[counts],
    words: text(`limit.climb.${counts}`, {
      day: formatDay(settledOn, currentLocale(), { weekday: true }),
    }),
  }));
  return (
    <Card as="section">
      <Stack gap={2}>
        <Heading level={2}>{text('limit.climb')}</Heading>
        <ClimbPicture loans={loans} />
        <Stack gap={2}>
          {each(
            [...lines, { icon: 'plus' as const, words: text('limit.climb.next') }],
            ({ icon, words }) => (
              <Inline isAtTop>
                <Icon name={icon} size="s" />
                <Text as="span" size="s">
                  {words}
                </Text>
              </Inline>
            ),
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

const start = { x: 20, y: 84 };
const end = { x: 300, y: 20 };

/** Returns a point on the sun's path: a quarter ellipse from the horizon (0) to the top (1). */
function pointAt(share: number): { x: number; y: number } {
  const angle = (share * Math.PI) / 2;
  return {
    x: start.x + (end.x - start.x) * (1 - Math.cos(angle)),
    y: start.y + (end.y - start.y) * Math.sin(angle),
  };
}

/**
 * Returns the SVG path from the horizon up to a share of the curve, as line segments too short to
 * notice.
 */
function pathTo(share: number): string {
  const points = Array.from({ length: 25 }, (_, at) => pointAt((share * at) / 24));
  return `M${points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`;
}

/**
 * The sun's climb: a lit dot for each step taken, a ring for each step earned, and a dot for the
 * next step. It is decorative, since the text beside it says the same.
 */
export function ClimbPicture({ loans }: { loans: Loans }) {
  const takenCount = loans.filter(({ counts }) => counts === 'taken').length;
  const earned = loans.filter(({ counts }) => counts === 'earned').length;
  const most = takenCount + earned + 2;
  const steps = Array.from({ length: most }, (_, at) => pointAt(at / (most - 1)));
  const sun = steps[takenCount] ?? start;
  return (
    <svg className={css.picture} viewBox="0 0 320 104" aria-hidden="true" focusable="false">
      <path className={css.way} d={pathTo(1)} />
      {takenCount > 0 && <path className={css.lit} d={pathTo(takenCount / (most - 1))} />}
      {steps.map(({ x, y }, at) => (
        <circle
          key={x}
          className={
            at <= takenCount ? css.taken : at <= takenCount + earned ? css.earned : css.ahead
          }
          cx={x}
          cy={y}
          r="6"
        />
      ))}
      <path className={css.sea} d="M0 92h320" />
      <circle className={css.sun} cx={sun.x} cy={sun.y} r="11" />
    </svg>
  );
}
