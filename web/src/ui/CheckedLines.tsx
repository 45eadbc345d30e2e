import { each } from './each.ts';
import { Icon } from './Icon.tsx';
import { Inline } from './Layout.tsx';
import { Text } from './Text.tsx';

export function CheckedLines({ lines }: { lines: readonly string[] }) {
  return each(lines, (line) => (
    <Inline isAtTop>
      <Icon name="check" size="s" />
      <Text as="span" size="s">
        {line}
      </Text>
    </Inline>
  ));
}
