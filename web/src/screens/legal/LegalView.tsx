import { agreementStartsOn, agreementVersion } from '@sandali/contract/agreements.ts';
import type { Config } from '@sandali/contract/settings.ts';
import type { MouseEvent, ReactNode } from 'react';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type PlainTextId, useText } from '#/i18n/text.ts';
import { goBack } from '#/routes/navigation.ts';
import { Button } from '#/ui/Button.tsx';
import { each } from '#/ui/each.ts';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import css from './legal.module.css';

/** The lender's data in the server's configuration. */
export type Lender = Pick<
  Config,
  | 'companyName'
  | 'companyRegNumber'
  | 'companyAuthNumber'
  | 'companyAddress'
  | 'telephone'
  | 'serviceHours'
  | 'dpoContact'
>;

type LegalViewProps = {
  /** The summary of the page, below its version. */
  summary: PlainTextId;
  /** The sections in page order; `id` is the anchor that links use. */
  sections: readonly { id: string; title: PlainTextId; words: PlainTextId }[];
  /** The id of the section with the lender's name and registration numbers. */
  lenderIn: string;
  /**
   * Null until the configuration is loaded; meanwhile the page says where to find the lender's
   * data.
   */
  lender: Lender | null;
  other: { title: PlainTextId; href: string };
};

/** An agreement for phones and paper, also readable in a browser without JavaScript. */
export function LegalView({ summary, sections, lenderIn, lender, other }: LegalViewProps) {
  const text = useText();
  return (
    <Page gap={6} className={css.document}>
      <Stack gap={2}>
        <Version />
        <Text>{text(summary)}</Text>
      </Stack>
      <Contents sections={sections} />
      {each(sections, ({ id, title, words }, at) => (
        <section id={id} tabIndex={-1} className={css.section} aria-labelledby={`${id}-title`}>
          <Heading level={2} id={`${id}-title`}>
            {at + 1}. {text(title)}
          </Heading>
          {id === lenderIn && <LenderFacts lender={lender} />}
          <Prose words={text(words)} />
        </section>
      ))}
      <Stack gap={4} className={css.end}>
        <Text>
          {text('legal.other')} <TextLink href={other.href}>{text(other.title)}</TextLink>
        </Text>
        <Button look="soft" onClick={goBack}>
          {text('legal.back')}
        </Button>
      </Stack>
    </Page>
  );
}

/** The version and its date. An account stores the version that it accepted. */
function Version() {
  const text = useText();
  return (
    <Text size="s">
      {text('legal.version', {
        version: agreementVersion,
        day: formatDay(agreementStartsOn, currentLocale(), { year: true }),
      })}
    </Text>
  );
}

/**
 * The table of contents. Without JavaScript its links are plain anchors. With JavaScript they add
 * no history entry, so going back leaves the page.
 */
function Contents({ sections }: Pick<LegalViewProps, 'sections'>) {
  const text = useText();
  return (
    <nav aria-labelledby="contents" className={css.contents}>
      <Heading level={2} size="m" id="contents">
        {text('legal.contents')}
      </Heading>
      <ol className={css.places}>
        {each(sections, ({ id, title }, at) => (
          <li>
            <TextLink href={`#${id}`} className={css.place} onClick={(event) => stepTo(event, id)}>
              {at + 1}. {text(title)}
            </TextLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stepTo(event: MouseEvent, id: string) {
  const section = document.getElementById(id);
  if (
    !section ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  history.replaceState(history.state, '', `#${id}`);
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

function LenderFacts({ lender }: { lender: Lender | null }) {
  const text = useText();
  if (!lender) return <Text>{text('legal.lenderWhere')}</Text>;
  const lines = [
    { label: text('legal.lender'), value: lender.companyName },
    { label: text('legal.registration'), value: lender.companyRegNumber },
    { label: text('legal.authority'), value: lender.companyAuthNumber },
    { label: text('legal.address'), value: lender.companyAddress },
    { label: text('legal.telephone'), value: lender.telephone && unbreakable(lender.telephone) },
    { label: text('legal.hours'), value: lender.serviceHours },
    { label: text('legal.officer'), value: lender.dpoContact },
  ].filter((line) => line.value);
  return <KeyValues look="below" groups={[lines]} />;
}

type Block = { kind: 'words'; words: string } | { kind: 'list'; items: string[] };

/**
 * Parses a section's text: each line is a paragraph, and consecutive lines that start with `- `
 * form a list.
 */
export function blocksOf(words: string): Block[] {
  const blocks: Block[] = [];
  for (const line of words.split('\n')) {
    const item = line.startsWith('- ') ? line.slice(2) : null;
    const last = blocks.at(-1);
    if (item === null) blocks.push({ kind: 'words', words: line });
    else if (last?.kind === 'list') last.items.push(item);
    else blocks.push({ kind: 'list', items: [item] });
  }
  return blocks;
}

/** Renders a catalogue text as paragraphs and lists. */
function Prose({ words }: { words: string }): ReactNode {
  return each(blocksOf(words), (block) =>
    block.kind === 'words' ? (
      <Text>{block.words}</Text>
    ) : (
      <ul className={css.list}>
        {each(block.items, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    ),
  );
}
