import { useText } from '#/i18n/text.ts';
import { LanguageButton } from '#/shell/LanguageButton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Sunrise } from '#/ui/Sunrise.tsx';
import { WordMark } from '#/ui/WordMark.tsx';
import css from './LoginSky.module.css';

/** The head of the login: the word mark over the rising sun, and the language. */
export function LoginSky() {
  const text = useText();
  return (
    <Sky>
      <div className={css.bar}>
        <LanguageButton />
      </div>
      <div className={css.words}>
        <h1 className={css.mark} tabIndex={-1}>
          <WordMark height={48} />
        </h1>
        <p>
          {text('shell.slogan')}
          <br />
          {text('shell.sloganCost')}
        </p>
      </div>
      <Sunrise />
    </Sky>
  );
}
