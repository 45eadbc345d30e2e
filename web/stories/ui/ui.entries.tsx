// Buttons and texts of the UI kit in every state, and a list of all entries of the kit. Entries for
// the other components are in other files.
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { CopyButton } from '#/ui/CopyButton.tsx';
import { Icon } from '#/ui/Icon.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { type IconName, icons } from '#/ui/icons.ts';
import { Inline, Stack } from '#/ui/Layout.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextButton, TextLink } from '#/ui/TextLink.tsx';
import { WordMark } from '#/ui/WordMark.tsx';
import type { Entry } from '#stories/entries.ts';
import { entries as choices } from './choices.entries.tsx';
import { entries as fields } from './fields.entries.tsx';
import { entries as focus } from './focus.entries.tsx';
import { entries as frames } from './frames.entries.tsx';
import { entries as lists } from './lists.entries.tsx';
import { entries as longText } from './longText.entries.tsx';
import { entries as money } from './money.entries.tsx';
import { entries as sky } from './sky.entries.tsx';
import { entries as states } from './states.entries.tsx';

export const entries: Entry[] = [
  { group: 'Button', name: 'primary', draw: () => <Button>Continue</Button> },
  { group: 'Button', name: 'soft', draw: () => <Button look="soft">More time</Button> },
  { group: 'Button', name: 'quiet', draw: () => <Button look="quiet">Not now</Button> },
  { group: 'Button', name: 'danger', draw: () => <Button look="danger">Remove</Button> },
  { group: 'Button', name: 'busy', draw: () => <Button isBusy>Sending…</Button> },
  {
    group: 'Button',
    name: 'not yet',
    draw: () => <Button disabledReason="Tick both boxes to sign">Sign and get ₱58,845.00</Button>,
  },
  {
    group: 'Button',
    name: 'painted, the program still on its way',
    draw: () => <Button isPrerendered>Log in</Button>,
  },
  {
    group: 'Button',
    name: 'with an icon',
    draw: () => <Button icon="plus">Add a bank account</Button>,
  },
  {
    group: 'Button',
    name: 'sunny, on teal',
    draw: () => (
      <Sky isPadded>
        <Button look="sunny">Choose your amount</Button>
      </Sky>
    ),
  },
  {
    group: 'Button',
    name: 'small',
    draw: () => (
      <Inline>
        <Button size="fit">Pay</Button>
        <Button size="fit" look="soft">
          Details
        </Button>
        <ButtonLink size="fit" look="quiet" href="#skip">
          Skip
        </ButtonLink>
      </Inline>
    ),
  },
  {
    group: 'Button',
    name: 'copy',
    draw: () => <CopyButton value="731409286605" label="Copy code" copiedLabel="Copied" />,
  },
  {
    group: 'Button',
    name: 'icons and links',
    draw: () => (
      <Inline isWrapping>
        <IconButton icon="trash" label="Remove" />
        <IconButton text="EN" label="EN, language" />
        <TextLink href="#terms">Service Agreement</TextLink>
        <TextButton isAlone>Send again</TextButton>
      </Inline>
    ),
  },
  {
    group: 'Text',
    name: 'sizes',
    draw: () => (
      <Stack gap={1}>
        <Heading level={2} size="2xl">
          Ligaya Halimbawa
        </Heading>
        <Heading level={2} size="xl">
          Good news, Ligaya
        </Heading>
        <Heading level={2}>What ₱60,000 costs</Heading>
        <Heading level={3}>Next payment</Heading>
        <Text>You repay ₱61,650.00 on Sat, 5 Dec.</Text>
        <Text size="s">Most arrive within 10 minutes.</Text>
        <Text size="xs">12 px, for captions only</Text>
      </Stack>
    ),
  },
  {
    group: 'Text',
    name: 'icons',
    draw: () => (
      <Inline isWrapping gap={3}>
        {(Object.keys(icons) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </Inline>
    ),
  },
  {
    group: 'Text',
    name: 'word mark',
    draw: () => (
      <Stack>
        <WordMark />
        <Sky isPadded>
          <WordMark height={40} />
        </Sky>
      </Stack>
    ),
  },
];

/** Every component of the kit in every state, for the smoke test and screenshots. */
export const uiEntries: { name: string; render: () => ReactNode }[] = [
  ...entries,
  ...lists,
  ...frames,
  ...fields,
  ...choices,
  ...money,
  ...sky,
  ...states,
  ...longText,
  ...focus,
].map((entry) => ({
  name: `${entry.group}: ${entry.name}`,
  render: entry.draw,
}));
