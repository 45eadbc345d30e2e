import { type ComponentProps, type FocusEvent, useState } from 'react';
import { classes } from './classes.ts';
import css from './DateField.module.css';
import { Box, Field, type FieldWords, inputClass } from './Field.tsx';
import { digitsOf } from './grouping.ts';

type Part = 'day' | 'month' | 'year';

export type DateFieldProps = FieldWords & {
  /** The date as 'YYYY-MM-DD', or '' if empty. */
  value: string;
  /**
   * Called with '' if the field is empty, or with an incomplete date such as '2030-5-'. Even a
   * complete date may not exist, so check it with `problemOfDay`.
   */
  onChange: (value: string) => void;
  /** Labels for the three parts ("Day", "Month", "Year"). */
  partLabels: Record<Part, string>;
  /** The names of the months, starting with January. */
  monthNames: readonly string[];
  order?: readonly Part[];
  /** Whether this is a birthday, which the phone may autofill. */
  isBirthday?: boolean;
  /** Called when the focus leaves all three parts of the field. */
  onBlur?: (() => void) | undefined;
  id?: string | undefined;
};

/**
 * A field for a date that people know by heart, such as a birthday. The month is picked by name, so
 * that day and month cannot be confused. A calendar would require paging back through decades.
 */
export function DateField(props: DateFieldProps) {
  const {
    label,
    aside,
    hint,
    error,
    value,
    onChange,
    partLabels,
    monthNames,
    order = ['day', 'month', 'year'],
    isBirthday,
    onBlur,
    id,
  } = props;
  const [parts, setParts] = useState<Record<Part, string>>(() => split(value));
  const shown = join(parts) === value ? parts : split(value);
  const change = (part: Part, text: string) => {
    const next = { ...shown, [part]: text };
    setParts(next);
    onChange(join(next));
  };
  return (
    <Field label={label} aside={aside} hint={hint} error={error} isGroup id={id}>
      {(wiring) => (
        <div className={css.parts}>
          {order.map((part, at) => {
            const shared = {
              id: at === 0 ? wiring.id : `${wiring.id}-${part}`,
              'aria-label': partLabels[part],
              'aria-invalid': wiring['aria-invalid'],
              'aria-describedby': wiring['aria-describedby'],
              autoComplete: isBirthday ? `bday-${part}` : 'off',
              value: shown[part],
              onBlur: ({ relatedTarget }: FocusEvent) => {
                if (!(relatedTarget as HTMLElement | null)?.id.startsWith(wiring.id)) onBlur?.();
              },
            };
            return (
              <div key={part} className={css[part]}>
                <Box isWrong={wiring['aria-invalid']}>
                  {part === 'month' ? (
                    <Month
                      {...shared}
                      names={monthNames}
                      label={partLabels.month}
                      onChoose={(month) => change(part, month)}
                    />
                  ) : (
                    <input
                      {...shared}
                      type="text"
                      inputMode="numeric"
                      placeholder={partLabels[part]}
                      className={inputClass}
                      onChange={(event) => change(part, digitsOf(event.target.value))}
                    />
                  )}
                </Box>
              </div>
            );
          })}
        </div>
      )}
    </Field>
  );
}

type MonthProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  names: readonly string[];
  label: string;
  onChoose(month: string): void;
};

/** A select for the month, by name. `value` is '1' to '12', or '' if none is selected. */
function Month({ names, label, onChoose, ...rest }: MonthProps) {
  return (
    <select
      {...rest}
      className={classes(inputClass, css.select, !rest.value && css.empty)}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{label}</option>
      {names.map((name, index) => (
        <option key={name} value={String(index + 1)}>
          {name}
        </option>
      ))}
    </select>
  );
}

function split(value: string): Record<Part, string> {
  const [year = '', month = '', day = ''] = value.split('-');
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

function join({ day, month, year }: Record<Part, string>): string {
  if (day && month && year.length === 4)
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return year + month + day && `${year}-${month}-${day}`;
}
