import type { ReactNode } from 'react';
import { spokenLocale, useText } from '#/kit/text.ts';
import { DateField } from '#/ui/DateField.tsx';
import type { Bound } from './useFields.ts';

const months = new Map<string, readonly string[]>();

/** A day known by heart, in the language's words. */
export function DayField({ bound, ...rest }: { bound: Bound; label: string; hint?: ReactNode; isBirthday?: boolean }) {
  const text = useText();
  const partLabels = { day: text('credit.day'), month: text('credit.month'), year: text('credit.year') };
  return <DateField {...rest} {...bound} partLabels={partLabels} monthNames={monthNames(spokenLocale())} />;
}

/** The twelve names in a language, January first. */
function monthNames(locale: string): readonly string[] {
  const known = months.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const made = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)));
  months.set(locale, made);
  return made;
}
