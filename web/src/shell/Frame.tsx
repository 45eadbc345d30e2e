import { AnchorProvider } from '#/ui/Anchor.tsx';
import { Screen } from '#/ui/Layout.tsx';
import { AppLink } from './AppLink.tsx';
import { Boundary } from './Boundary.tsx';
import css from './shell.module.css';
import { useStage } from './stage.ts';

/** The screen and what stands around it, with a net under errors. The screen keeps its place in the tree when the program joins it. */
export function Frame() {
  const { path, params, screen: Shown, Above, Below, broken, trouble } = useStage();
  return (
    <AnchorProvider value={AppLink}>
      <Screen>
        {trouble && (
          <p role="alert" className={css.trouble}>
            {trouble}
          </p>
        )}
        {Above && <Above />}
        <Boundary place={path} broken={broken}>
          {Shown && <Shown params={params} />}
        </Boundary>
        {Below && <Below />}
      </Screen>
    </AnchorProvider>
  );
}
