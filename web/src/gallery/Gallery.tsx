// Every part and screen in every state, for those who build the program. In development only, at /gallery; `?only=Button` shows one group.
import { useSearch } from '#/routes/navigation.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { allEntries as all } from './entries.ts';
import css from './Gallery.module.css';

export default function Gallery() {
  const only = useSearch().get('only');
  const theme = useSearch().get('theme');
  const groups = [...new Set(all.map((entry) => entry.group))].sort();
  const shown = only ? groups.filter((group) => group === only) : groups;
  return (
    <main className={css.gallery} {...(theme && { 'data-theme': theme })}>
      <nav className={css.groups}>
        <TextLink href="/gallery">All</TextLink>
        {groups.map((group) => (
          <TextLink key={group} href={`/gallery?only=${encodeURIComponent(group)}`}>
            {group}
          </TextLink>
        ))}
      </nav>
      {all.length === 0 && <Text>No entries yet.</Text>}
      {shown.map((group) => (
        <section key={group}>
          <Heading level={2}>{group}</Heading>
          <div className={css.entries}>
            {all
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Stack key={entry.name} className={entry.isScreen ? css.screen : css.part}>
                  <Text size="xs">{entry.name}</Text>
                  <div className={css.frame}>{entry.draw()}</div>
                </Stack>
              ))}
          </div>
        </section>
      ))}
    </main>
  );
}
