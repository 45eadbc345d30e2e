import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as zlib from 'node:zlib';
import { locales } from '@sandali/contract/locale.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { say } from '#/texts/say.ts';
import { refuseOtherBuild } from './assets.ts';
import { createStatic, localeOf, policy } from './static.ts';

const dist = fs.mkdtempSync(path.join(tmpdir(), 'sandali-dist-'));
afterAll(() => fs.rmSync(dist, { recursive: true }));
const page = (title: string) =>
  `<!doctype html><title>${title}</title><script type="application/json" id="keys"></script>`;
const script = `console.log(${JSON.stringify('salapi '.repeat(200))});`;
const files: Record<string, string> = {
  'index.html': page('shell'),
  'login.en.html': page('Welcome'),
  'login.fil.html': page('Maligayang pagdating'),
  'assets/main-1a2b.js': script,
  'sw.js': 'self;',
  'icon.png': 'png',
  'styles.json': JSON.stringify({ 'login.en.html': ['sha256-abc='] }),
  'root.txt': 'key',
};
for (const [name, text] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(path.join(dist, name)), { recursive: true });
  fs.writeFileSync(path.join(dist, name), text);
}

let keys = '{"list":"<b>"}';
const serve = createStatic({ dist, keys: () => keys });
const get = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
  serve(new Request(`http://localhost${at}`, { method, headers }));

test.each([
  ['/', {}, 'Welcome'],
  ['/', { cookie: 'locale=fil; login=1' }, 'Maligayang'],
  ['/', { cookie: 'locale=fil; in=1' }, 'shell'],
  ['/home', {}, 'shell'],
  ['/status/3', {}, 'shell'],
  ['/login', {}, 'Welcome'],
  ['/login', { 'accept-language': 'fil-PH,fil;q=0.9,en;q=0.8' }, 'Maligayang'],
  ['/login', { 'accept-language': 'en;q=0.5, tl' }, 'Maligayang'],
  ['/login', { 'accept-language': 'fil;q=0, de, en;q=0.1' }, 'Welcome'],
  ['/login', { cookie: 'a=1; locale=fil', 'accept-language': 'en' }, 'Maligayang'],
  ['/login', { cookie: 'locale=xx', 'accept-language': 'ja' }, 'Welcome'],
])('a request for %s with headers %j returns the page %s', async (at, headers, title) => {
  const answer = await get(at, headers as Record<string, string>);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(title);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie, Accept-Language');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});

test.each([
  '/none.js',
  '/assets/none.js',
  '/styles.json',
  '/root.txt',
  '/galaxy/init',
  '/hooks/x',
  '/../package.json',
  '/%2e%2e/x.json',
])('the web listener returns 404 for %s', async (at) => {
  const answer = await get(at);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test.each([
  ['//anything', '/anything'],
  ['//elsewhere.example/home?a=//b', '/elsewhere.example/home?a=//b'],
  ['///home', '/home'],
  ['/%5C/elsewhere.example', null],
  ['//', '/'],
  ['//\\\\elsewhere.example', '/elsewhere.example'],
  ['/home//x', null],
])('%s, which some clients read as another host, redirects to %s', async (at, to) => {
  const answer = await get(at);
  expect([answer.status, answer.headers.get('location')]).toEqual(
    to === null ? [at.includes('.') ? 404 : 200, null] : [308, to],
  );
  expect(answer.headers.get('content-type')).toMatch(/^text\//);
});

test('a page contains the current key list, with < escaped', async () => {
  expect(await (await get('/login')).text()).toContain('id="keys">{"list":"\\u003cb>"}</script>');
  const before = (await get('/login')).headers.get('etag');
  keys = '{"list":"$& two"}';
  const after = await get('/login');
  expect(await after.text()).toContain('id="keys">{"list":"$& two"}</script>');
  expect(after.headers.get('etag')).not.toBe(before);
});

test('the content security policy allows only our own files', () => {
  const allowed = Object.fromEntries(
    policy(['sha256-x='])
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );
  expect(allowed['default-src']).toEqual(["'none'"]);
  expect(allowed['script-src']).toEqual(["'self'"]);
  expect(allowed['style-src']).toEqual(["'self'", "'sha256-x='"]);
  // Pages show picture codes (captchas) and previews of photos.
  expect(allowed['img-src']).toEqual(["'self'", 'blob:', 'data:']);
  for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
    expect([name, allowed[name]]).toEqual([name, ["'none'"]]);
  for (const name of ['connect-src', 'manifest-src', 'worker-src', 'font-src'])
    expect([name, allowed[name]]).toEqual([name, ["'self'"]]);
  expect([allowed['require-trusted-types-for'], allowed['trusted-types']]).toEqual([
    ["'script'"],
    ['sandali'],
  ]);
  expect(policy()).not.toMatch(/unsafe|eval|\*|http/);
});

test.each([
  '/.git/config',
  '/.env',
  '/package.json',
  '/assets/main-1a2b.js.map',
  '/metrics',
  '/ops/config/list',
  '/livez',
  '/readyz',
  '/alarms',
])('the web listener does not serve %s', async (at) => {
  expect((await get(at)).status).toBe(404);
});

test('a page has its own content security policy and every security header', async () => {
  const { headers } = await get('/login');
  expect(headers.get('content-security-policy')).toContain("style-src 'self' 'sha256-abc=';");
  expect(headers.get('content-security-policy')).toMatch(
    /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types sandali$/,
  );
  expect((await get('/sw.js')).headers.get('content-security-policy')).toContain(
    "style-src 'self';",
  );
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('permissions-policy')).toContain('camera=(self)');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('only files with a hash in their names are cached permanently', async () => {
  const hashed = await get('/assets/main-1a2b.js');
  expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
});

test('sends a file in the smallest encoding that the browser accepts', async () => {
  const at = '/assets/main-1a2b.js';
  const br = await get(at, { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers.get('content-encoding')).toBe('br');
  expect(zlib.brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(script);
  const gzip = await get(at, { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(zlib.gunzipSync(await gzip.arrayBuffer()).toString()).toBe(script);
  expect((await get(at)).headers.get('content-encoding')).toBeNull();
  expect(
    (await get('/icon.png', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
  ).toBeNull();
});

test('returns 304 to a browser that has the current file', async () => {
  const etag = (await get('/login')).headers.get('etag') ?? '';
  expect((await get('/login', { 'if-none-match': etag })).status).toBe(304);
  const head = await get('/login', {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(50);
});

test('the server does not start if the web app is missing or has another root key', () => {
  refuseOtherBuild(dist, 'key');
  refuseOtherBuild(dist, null);
  expect(() => refuseOtherBuild(path.join(dist, 'elsewhere'), null)).toThrow(
    'The web app is not built. Build it: npm run build.',
  );
  expect(() => refuseOtherBuild(dist, 'other')).toThrow(
    /^The web app in .* was built for another root key\. Build it again/,
  );
});

test('a page is in English if the request’s language headers are malformed', () => {
  expect(
    localeOf(
      new Request('http://localhost/', {
        headers: { cookie: 'locale=', 'accept-language': ',;q=,*' },
      }),
    ),
  ).toBe('en');
});

test('a drill shows its banner on every page, and nothing else changes', async () => {
  const drill = createStatic({ dist: withRoot(), keys: () => '{}', isDrill: true });
  const ask = async (at: string) => {
    const answer = await drill(new Request(`http://localhost${at}`));
    return [await answer.text(), answer.headers.get('content-security-policy')] as const;
  };
  for (const at of ['/login', '/home']) {
    const [html, csp] = await ask(at);
    const [band, style] = [
      /<div id="drill".*?<\/div>/.exec(html)?.[0],
      /<style>(.*?)</.exec(html)?.[1],
    ];
    expect(band?.match(/<p lang.*?<\/p>/g)).toEqual(
      locales.map((locale) => `<p lang="${locale}">${say(locale, 'drill.banner')}</p>`),
    );
    for (const locale of locales)
      expect(style).toMatch(
        new RegExp(`:lang\\(${locale}\\)>#drill>\\[lang=${locale}\\][^}]*{display:block}`),
      );
    const hash = createHash('sha256')
      .update(style ?? '')
      .digest('base64');
    expect(csp).toContain(`'sha256-${hash}'`);
  }
  expect((await ask('/assets/main-1a2b.js'))[0]).toBe(script);
  expect(await (await get('/login')).text()).not.toContain('drill');
});

/** Returns a copy of the built app whose pages have the app's root element. */
function withRoot(): string {
  const copy = fs.mkdtempSync(path.join(tmpdir(), 'sandali-dist-'));
  onTestFinished(() => fs.rmSync(copy, { recursive: true }));
  fs.cpSync(dist, copy, { recursive: true });
  for (const name of ['index.html', 'login.en.html'])
    fs.appendFileSync(path.join(copy, name), '<div id="root"></div>');
  return copy;
}
