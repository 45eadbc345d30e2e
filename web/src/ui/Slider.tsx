import css from './Slider.module.css';
import { percentOf } from './share.ts';

export type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** The value as text ("₱60,000"). */
  valueText: string;
  marks?: readonly number[];
};

/** The native slider with a custom track. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  valueText,
  marks = [],
}: SliderProps) {
  return (
    <div className={css.slider}>
      <svg className={css.track} aria-hidden="true" focusable="false">
        <rect className={css.rest} x="-14" width="100%" height="8" rx="4" />
        <rect className={css.rest} x="14" width="100%" height="8" rx="4" />
        <rect className={css.start} x="-14" width="20" height="8" rx="4" />
        <rect className={css.start} width={`${percentOf(value - min, max - min)}%`} height="8" />
        {marks.map((mark) => (
          <rect
            key={mark}
            className={css.mark}
            x={`${percentOf(mark - min, max - min)}%`}
            y="-6"
            width="2"
            height="20"
            rx="1"
          />
        ))}
      </svg>
      <input
        type="range"
        className={css.input}
        aria-label={label}
        aria-valuetext={valueText}
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}
