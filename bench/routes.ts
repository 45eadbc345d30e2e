// Which source file each route begins with, read from web/src/routes/routes.tsx as it stands.
import * as fs from 'node:fs';
import * as path from 'node:path';

export type ScreenRoute = { name: string; path: string; module: string; needsToken: boolean; areas: string[] };

const web = path.join(import.meta.dirname, '../web/src');

/** Every route whose screen is built, by its name in paths.ts. Throws when routes.tsx is no longer written as this reads it. */
export function screenRoutes(): ScreenRoute[] {
  const text = fs.readFileSync(path.join(web, 'routes/routes.tsx'), 'utf8').replace(/\n\s*/g, ' ');
  const paths = new Map(
    [...fs.readFileSync(path.join(web, 'routes/paths.ts'), 'utf8').matchAll(/^ {2}(\w+): '([^']+)',$/gm)].map((one) => [one[1], one[2]]),
  );
  const entries = [...text.matchAll(/\{ \.\.\.(plain|open), path: paths\.(\w+),(.*?\)\)?),? \}/g)];
  if (entries.length !== paths.size - 1) throw new Error(`${entries.length} routes found for ${paths.size - 1} paths.`);
  const inner = new Map(
    [
      ...fs
        .readFileSync(path.join(web, 'routes/signedInScreens.ts'), 'utf8')
        .matchAll(/^ {2}(\w+): \(\) => import\('#\/screens\/([^']+)'\),$/gm),
    ].map((one) => [one[1], one[2]]),
  );
  return entries.flatMap(([, kind, name = '', rest = '']) => {
    const [, screen = '', names = ''] = /inner\('(\w+)'((?:, '\w+')*)\)/.exec(rest) ?? [];
    const module = inner.get(screen) ?? /import\('#\/screens\/([^']+)'\)/.exec(rest)?.[1];
    const areas = [...names.matchAll(/'(\w+)'/g)].map((one) => one[1] ?? '');
    return module ? [{ name, path: paths.get(name) ?? '', module: `src/screens/${module}`, needsToken: kind === 'plain', areas }] : [];
  });
}
