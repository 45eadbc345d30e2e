import { chainOf, type RepaymentChannel } from '@sandali/contract/channel.ts';
import type { ReactNode } from 'react';
import { useConfig } from '#/client/config.ts';
import { useText } from '#/i18n/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading } from '#/ui/Text.tsx';
import css from './CodeSteps.module.css';
import type { Place } from './place.ts';

/** How to pay with a code or through a link, in three steps with drawings. */
export function CodeSteps({
  place,
  channel,
}: {
  place: Place | 'link';
  channel?: RepaymentChannel;
}) {
  const text = useText();
  const chain = chainOf(useConfig()?.chains, channel ?? '');
  const drawings = drawingsOf[place];
  return (
    <Stack>
      <Heading level={2} size="s">
        {text('repayment.code.steps')}
      </Heading>
      <List as="ol">
        {([1, 2, 3] as const).map((step) => (
          <Row
            key={step}
            isLow
            mark={<Drawing>{drawings[step - 1]}</Drawing>}
            title={text(
              place === 'link'
                ? `repayment.link.step.${step}`
                : `repayment.code.step.${place}.${step}`,
            )}
            detail={
              step === 1 &&
              chain &&
              text('repayment.code.branch', { sign: chain.sign, service: chain.payBy })
            }
          />
        ))}
      </List>
    </Stack>
  );
}

/** A small drawing beside a step. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={css.drawing} viewBox="10 4 44 40" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

const kiosk = (
  <>
    <path d="M20 6h24v36H20zM26 13h12M26 19h8" />
    <rect className={css.soft} x="25" y="26" width="14" height="9" rx="2" />
  </>
);
export const counter = (
  <>
    <path d="M14 26h36v14H14zM24 26v-5h16v5" />
    <circle className={css.soft} cx="32" cy="13" r="5" />
  </>
);
const bars = <path d="M14 12h36v24H14zM20 18v12M25 18v12M29 18v12M35 18v12M39 18v12M44 18v12" />;
export const money = (
  <>
    <rect x="13" y="14" width="38" height="21" rx="3" />
    <circle className={css.sun} cx="32" cy="24.5" r="5.5" />
  </>
);
export const phone = (
  <>
    <rect x="22" y="6" width="20" height="36" rx="4" />
    <path className={css.soft} d="M27 14h10v10H27z" />
    <path d="M30 36h4" />
  </>
);
const drawingsOf = {
  kiosk: [kiosk, bars, money],
  counter: [counter, bars, money],
  app: [phone, bars, phone],
  transfer: [phone, money, phone],
  link: [phone, money, phone],
  receipt: [phone, bars, money],
} as const;
