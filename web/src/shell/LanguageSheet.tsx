import { type Locale, localeNames, locales } from '@sandali/contract/locale.ts';
import { useProgram } from '#/client/program.ts';
import { chooseLocale } from '#/i18n/loadCatalogs.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { RadioRows } from '#/ui/List.tsx';
import { usePicking } from '#/ui/picking.ts';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';

type Props = {
  onClose(): void;
  /** Whether to render the list without its dialog (for the gallery). */
  isDrawnOnly?: boolean;
};

/**
 * The list of languages, each under its own name. Choosing one activates it at once and closes the
 * sheet, except when arrow keys made the choice.
 */
export function LanguageSheet({ onClose, isDrawnOnly }: Props) {
  const text = useText();
  const program = useProgram();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const { handlers, picked } = usePicking(onClose);
  const choose = async (locale: Locale) => {
    try {
      await program.load();
      await chooseLocale(locale);
      picked();
    } catch {
      program.offerReload();
    }
  };
  return (
    <Frame title={text('shell.language')} closeLabel={text('shell.close')} onClose={onClose}>
      <div {...handlers}>
        <RadioRows
          label={text('shell.language')}
          value={currentLocale()}
          onChange={(locale) => void choose(locale)}
          options={locales.map((locale) => ({ value: locale, title: localeNames[locale] }))}
        />
      </div>
    </Frame>
  );
}
