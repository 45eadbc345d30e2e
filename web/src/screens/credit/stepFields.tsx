// Fields shared by several steps of an application.
import { type ReactNode, useId } from 'react';
import { type Form, useField } from '#/client/useForm.tsx';
import { currentLocale, useText, type Text as Words } from '#/i18n/text.ts';
import { DateField } from '#/ui/DateField.tsx';
import { problemOfDay } from '#/ui/day.ts';
import { Stack } from '#/ui/Layout.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Heading } from '#/ui/Text.tsx';

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack gap={4}>
        <Heading level={2} id={id}>
          {title}
        </Heading>
        {children}
      </Stack>
    </section>
  );
}

type InForm<F extends string> = { of: Form<F>; name: F; label: string; hint?: ReactNode };

/** A field for choosing from a short list that the contract defines. */
export function ChoiceField<F extends string, V extends string>({
  of: form,
  name,
  values,
  labelOf,
  ...rest
}: InForm<F> & { values: readonly V[]; labelOf(value: V): string }) {
  const text = useText();
  const options = values.map((value) => ({ value, label: labelOf(value) }));
  return (
    <SelectField
      {...rest}
      {...useField(form, name)}
      options={options}
      placeholder={text('credit.choose')}
    />
  );
}

/**
 * Returns the message for an impossible date: which part is missing, or how many days its month
 * has.
 */
export function wordsOfDay(typed: string, text: Words): string {
  const problem = problemOfDay(typed);
  if (!problem) return text('credit.say.noSuchDay');
  if ('part' in problem) return text(`credit.say.dayPart.${problem.part}`);
  const locale = currentLocale();
  const month = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${typed.slice(0, 7)}-01T00:00:00Z`));
  return text('credit.say.lastDay', {
    month: month.charAt(0).toLocaleUpperCase(locale) + month.slice(1),
    days: problem.lastDay,
  });
}

const months = new Map<string, readonly string[]>();

/** A field for a date that people know by heart, such as a birthday, with localised month names. */
export function DayField<F extends string>({
  of: form,
  name,
  ...rest
}: InForm<F> & { isBirthday?: boolean }) {
  const text = useText();
  const partLabels = {
    day: text('credit.day'),
    month: text('credit.month'),
    year: text('credit.year'),
  };
  return (
    <DateField
      {...rest}
      {...useField(form, name)}
      partLabels={partLabels}
      monthNames={monthNames(currentLocale())}
    />
  );
}

/** Returns the twelve month names, January first. */
function monthNames(locale: string): readonly string[] {
  const known = months.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)));
  months.set(locale, names);
  return names;
}
