import { memo } from 'react';
import { Amount } from './Amount.tsx';
import css from './AmountStepper.module.css';
import { sameValues } from './each.ts';
import { Icon } from './Icon.tsx';
import { splitPesos } from './pesos.ts';
import { Slider } from './Slider.tsx';
import { Text } from './Text.tsx';

export type AmountStepperProps = {
  /** The slider's label ("Amount"). */
  label: string;
  valueCentavos: number;
  minCentavos: number;
  maxCentavos: number;
  stepCentavos: number;
  onChange: (valueCentavos: number) => void;
  /** Labels for the round buttons ("₱10,000 less", "₱10,000 more"). */
  lessLabel: string;
  moreLabel: string;
  /** The text between the minimum and the maximum ("steps of ₱10,000"). */
  stepText: string;
};

/**
 * Lets the borrower choose a loan amount with two buttons and a slider, in whole steps from the
 * minimum to the maximum. If only one amount is possible, there are no controls.
 */
export const AmountStepper = memo(function AmountStepper(props: AmountStepperProps) {
  const {
    label,
    valueCentavos,
    minCentavos,
    maxCentavos,
    stepCentavos,
    onChange,
    lessLabel,
    moreLabel,
    stepText,
  } = props;
  const change = (to: number) => onChange(Math.min(maxCentavos, Math.max(minCentavos, to)));
  const isLeast = valueCentavos <= minCentavos;
  const isMost = valueCentavos >= maxCentavos;
  // With only one amount, buttons and a slider that cannot move would look broken.
  if (maxCentavos - minCentavos < stepCentavos) {
    return (
      <div className={css.only}>
        <Text size="s">{label}</Text>
        <Amount centavos={valueCentavos} size="xl" decimals="whenAny" />
      </div>
    );
  }
  return (
    <div>
      <div className={css.top}>
        <button
          type="button"
          className={css.round}
          aria-label={lessLabel}
          aria-disabled={isLeast || undefined}
          onClick={() => !isLeast && change(valueCentavos - stepCentavos)}
        >
          <Icon name="minus" />
        </button>
        <output className={css.sum}>
          <Amount centavos={valueCentavos} size="xl" decimals="whenAny" />
        </output>
        <button
          type="button"
          className={css.round}
          aria-label={moreLabel}
          aria-disabled={isMost || undefined}
          onClick={() => !isMost && change(valueCentavos + stepCentavos)}
        >
          <Icon name="plus" />
        </button>
      </div>
      <Slider
        label={label}
        value={valueCentavos}
        min={minCentavos}
        max={maxCentavos}
        step={stepCentavos}
        onChange={change}
        valueText={pesos(valueCentavos)}
      />
      <div className={css.ends}>
        <span>{pesos(minCentavos)}</span>
        <span className={css.step}>{stepText}</span>
        <span>{pesos(maxCentavos)}</span>
      </div>
    </div>
  );
}, sameValues);

function pesos(sumCentavos: number): string {
  return `₱${splitPesos(sumCentavos).pesos}`;
}
