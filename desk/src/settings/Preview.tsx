// A setting as the borrower reads it, in each language of the app.
import { localeNames, locales } from '@sandali/contract/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { Wrong } from '#/ui/Wrong.tsx';
import { fillIn, type Sample, samplesOf } from './samples.ts';
import type { AppTexts } from './texts.ts';

type Props = {
  name: string;
  value: unknown;
  /** The other settings as they are, by name. */
  all: Readonly<Record<string, unknown>>;
};

export function Preview({ name, value, all }: Props) {
  const samples = name === 'copyWritingMap' ? replacedIn(value) : samplesOf(name, value, all);
  // The texts are files of the desk, so that reading them is not a look.
  const texts = useQuery({
    queryKey: ['texts of the app'],
    queryFn: async () => (await import('./texts.ts')).appTexts,
    enabled: samples !== null,
  });
  if (samples === null) return null;
  return (
    <section className="st-preview" aria-label="As borrowers read it">
      <h3>As borrowers read it</h3>
      <Wrong error={texts.error} />
      {samples === 'unreadable' && <p className="st-none">The value is not valid JSON yet.</p>}
      {samples !== 'unreadable' && (
        <ul>
          {locales.map((locale) => (
            <li key={locale} lang={locale}>
              <small lang="en">{localeNames[locale]}</small>
              {texts.data && <Samples samples={samples} locale={locale} texts={texts.data} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Language = keyof AppTexts;
type Replaced = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
type SamplesProps = { samples: readonly Sample[] | Replaced; locale: Language; texts: AppTexts };

function Samples({ samples, locale, texts }: SamplesProps) {
  if (!isList(samples)) return <Replacements texts={samples[locale] ?? {}} own={texts[locale]} />;
  if (samples.length === 0) return <p className="st-none">Nothing is shown.</p>;
  const words = (of: Sample['title']) =>
    'text' in of ? of.text : fillIn(texts[locale].get(of.id) ?? of.id, of.values);
  return samples.map(({ title, body, as }) => (
    <div key={words(title)} className="st-sample" data-as={as}>
      <b>{words(title)}</b>
      <p>{words(body)}</p>
    </div>
  ));
}

const isList = (samples: SamplesProps['samples']): samples is readonly Sample[] =>
  Array.isArray(samples);

type ReplacementsProps = {
  texts: Readonly<Record<string, string>>;
  own: ReadonlyMap<string, string>;
};

/** The app's own texts, and what stands there instead. */
function Replacements({ texts, own }: ReplacementsProps) {
  const rows = Object.entries(texts);
  if (rows.length === 0) return <p className="st-none">All texts are our own.</p>;
  return rows.map(([id, text]) => (
    <div key={id} className="st-sample" data-as="words">
      <small lang="en">{id}</small>
      {own.has(id) && <del>{own.get(id)}</del>}
      <p>{text}</p>
    </div>
  ));
}

/** Reads the replaced texts from the value, or from the JSON that a person types. */
function replacedIn(value: unknown): Replaced | 'unreadable' {
  const table = typeof value === 'string' ? parsed(value) : value;
  const isTable = (each: unknown) => typeof each === 'object' && each !== null;
  return isTable(table) && Object.values(Object(table)).every(isTable)
    ? (table as Replaced)
    : 'unreadable';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
