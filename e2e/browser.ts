// Unpacks Chromium from an npm package (linux-x64), once per version. Other platforms need their
// own browser in CHROMIUM_PATH.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const require = createRequire(import.meta.url);
const modules = path.join(import.meta.dirname, '../node_modules');
// The package does not export these files, so use their path.
const packed = path.join(modules, '@sparticuz/chromium/bin');
const { version } = JSON.parse(fs.readFileSync(path.join(packed, '../package.json'), 'utf8')) as {
  version: string;
};
const home = path.join(modules, '.cache', `chromium-${version}`);
const own = process.env.CHROMIUM_PATH;

/**
 * Options that start the packaged browser with its own libraries and two fonts, so that pages look
 * the same on every machine.
 */
export const launchOptions = own
  ? { executablePath: own, args: ['--no-sandbox'] }
  : {
      executablePath: path.join(home, 'chromium'),
      args: ['--no-sandbox', '--disable-gpu'],
      env: {
        ...process.env,
        LD_LIBRARY_PATH: path.join(home, 'lib'),
        FONTCONFIG_FILE: path.join(home, 'fonts.conf'),
      } as Record<string, string>,
    };

/**
 * Playwright's global set-up. It unpacks the browser into a temporary folder and renames that
 * folder, so that several runs can unpack at the same time.
 */
export default async function unpackBrowser(): Promise<void> {
  if (own || fs.existsSync(home)) return;
  const half = `${home}.${process.pid}`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(half, { recursive: true });
  await Promise.all([
    unpack('chromium.br', path.join(half, 'chromium'), 0o755),
    unpack('al2023.tar.br', path.join(half, 'libs.tar'), 0o644),
  ]);
  const { status, stderr } = spawnSync('tar', ['xf', 'libs.tar'], { cwd: half, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The browser's libraries could not be unpacked: ${stderr}`);
  fs.rmSync(path.join(half, 'libs.tar'));
  fs.writeFileSync(path.join(half, 'fonts.conf'), fontsFile());
  try {
    fs.renameSync(half, home);
  } catch {
    fs.rmSync(half, { recursive: true, force: true }); // another run has unpacked it
  }
}

function unpack(from: string, to: string, mode: number): Promise<void> {
  return pipeline(
    fs.createReadStream(path.join(packed, from)),
    createBrotliDecompress(),
    fs.createWriteStream(to, { mode }),
  );
}

function fontsFile(): string {
  const fonts = ['noto-sans', 'noto-sans-sc'].map((name) =>
    path.dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)),
  );
  const folders = fonts.flatMap((folder) =>
    ['400Regular', '700Bold'].map((weight) => `<dir>${path.join(folder, weight)}</dir>`),
  );
  const families = ['sans-serif', 'system-ui', 'serif', 'monospace'];
  const aliases = families.map(
    (family) =>
      `<alias><family>${family}</family><prefer><family>Noto Sans</family><family>Noto Sans SC</family></prefer></alias>`,
  );
  const cache = `<cachedir>${path.join(home, 'fontcache')}</cachedir>`;
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders.join('')}${cache}${aliases.join('')}</fontconfig>`;
}
