import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { classNamer } from './classNames.ts';

/**
 * Chunks that are already loaded when a script runs. Every script has the entry, React and the
 * runtime. The screen registry also has the shell, and a loan screen also has all shared chunks.
 */
const cameBefore: readonly [host: RegExp, had: RegExp][] = [
  [/./, /^assets\/(index|react|rolldown-runtime)-.{7}\.js$/],
  [/^assets\/signedInScreens-/, /^assets\/(index|base|program)-/],
  [/^assets\/Loan-/, /^assets\/(index|base|program|call|inner)-/],
];

/** The configuration shared by the build, the development server and the tests. */
export const base = defineConfig({
  root: import.meta.dirname,
  // The public half of the root key, as SPKI DER in base64url (docs/integrators/protocol.md). The
  // app refuses key lists that this key has not signed.
  define: { 'import.meta.env.ROOT_PUBLIC_KEY': JSON.stringify(process.env.ROOT_PUBLIC_KEY ?? '') },
  plugins: [
    react(),
    lingui({ cwd: import.meta.dirname, failOnMissing: true, failOnCompileError: true }),
  ],
  css: { modules: { generateScopedName: classNamer() } },
  build: {
    target: ['chrome107', 'safari16'],
    modulePreload: {
      polyfill: false,
      // A script need not preload chunks that are already loaded when it runs.
      resolveDependencies: (_file, parts, { hostId, hostType }) =>
        hostType === 'html'
          ? parts
          : parts.filter(
              (part) => !cameBefore.some(([host, had]) => host.test(hostId) && had.test(part)),
            ),
    },
    rolldownOptions: {
      // @hpke/core imports Node's crypto module if WebCrypto is missing. All supported browsers
      // have WebCrypto.
      external: ['crypto'],
      output: {
        // Chunks contain the names of the chunks they import. Seven characters of the hash are
        // enough to tell versions apart, and each additional character adds bytes.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/,
              priority: 5,
            },
            // Keep the code for the first paint in one file, because fifteen small files take
            // longer to load on a slow connection.
            {
              name: 'first',
              tags: ['$initial'],
              test: (id: string) => !id.endsWith('src/main.tsx'),
              priority: 4,
            },
            // Code for the first call, usually the login: schemas, envelope and sender.
            {
              name: 'call',
              test: /node_modules\/valibot\/|web\/src\/(client\/(callServer|wire|sendOnce|version)|screens\/account\/loginForm)\.ts|contract\/src\/(account|init)\.ts/,
              priority: 2,
            },
            // Code that both `first` and `call` need.
            {
              name: 'base',
              test: /web\/src\/client\/(session|random|base64|clock|config)\.ts|contract\/src\/(phone|agreements)\.ts/,
              priority: 4,
            },
            // The shell with all its imports, which every screen but /login loads first. It also
            // contains the code that sign-up shares with the screens behind the login.
            {
              name: 'program',
              test: /web\/src\/(program|routes\/(routes|paths|navigation)|client\/unbreakable|shell\/ShellParts|ui\/(icons|Stepper|CodeField|TextField))\.tsx?$/,
              priority: 3,
            },
            // Code that several screens behind the login need.
            {
              name: 'inner',
              test: /web\/src\/(ui\/(?!PayCode|Barcode|Paper|PhoneField|UploadTile|Mark|Slider|Timeline)|(client|routes)\/(?!offline|encryptedStore|passkeyCalls|saveFile|bridge|useForm|formRules|idNumber)|i18n\/\w+\.ts$|shell\/|screens\/loan\/draft)|contract\/src\/(?!passkey|payoutAccounts|accrual|owed|charges|billDetail|document\.)/,
              minShareCount: 4,
              priority: 2,
            },
            // The form library, which only screens with forms load.
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@hookform)\/|web\/src\/client\/(useForm|formRules|idNumber)\./,
              priority: 1,
            },
            // Code that every screen of the credit application shares, and the code for its forms.
            // Every form needs both.
            {
              name: 'step',
              test: /web\/src\/screens\/credit\/(StepFrame|drafts|takenPictures)\./,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'fields',
              test: /web\/src\/screens\/credit\/(stepFields|StepForm|stepForms|useStepForm)\./,
              minShareCount: 2,
            },
            // Code shared by choosing and signing a loan. The result screen that follows uses some
            // of it too.
            {
              name: 'price',
              test: /web\/src\/screens\/loan\/(signing|CostCard|Consequence|channelWords|busy)\./,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});

/**
 * The service worker. It stores scripts and styles. Pages come from the network, or from the plain
 * shell if the network does not respond within 3 s. Prerendered pages and index.html are never
 * stored, because they contain the key list.
 */
export function pwa() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    manifest: {
      id: '/',
      name: 'Sandali',
      short_name: 'Sandali',
      description: 'Cash in a moment. The cost in plain sight.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      orientation: 'portrait',
      background_color: '#053f3d',
      theme_color: '#053f3d',
      lang: 'en',
      dir: 'ltr',
      categories: ['finance'],
      icons: [
        { src: '/app-icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        {
          src: '/app-icon-maskable-192.png',
          sizes: '192x192',
          type: 'image/png',
          purpose: 'maskable',
        },
        {
          src: '/app-icon-maskable-512.png',
          sizes: '512x512',
          type: 'image/png',
          purpose: 'maskable',
        },
        { src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        { src: '/app-icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
        { src: '/app-icon-mono.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
      ],
    },
    workbox: {
      globPatterns: ['shell.html', 'assets/*.{js,css}', '*.svg'],
      navigateFallback: null,
      runtimeCaching: [
        {
          // Both functions are written into the worker as text, so they must not use anything
          // outside themselves. Workbox's own strategies do not fit: they either store pages or
          // have no time limit.
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && !/^\/(galaxy|sandbox|hooks)(\/|$)/.test(url.pathname),
          handler: async ({ request }) => {
            const network = fetch(request).then(async (page) => {
              if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html'))
                return page;
              // If a page comes from a worker, Chromium ignores its preload links and fetches the
              // scripts twice. The worker's cache contains the scripts anyway, so remove the links,
              // and the headers that no longer match.
              const headers = new Headers(page.headers);
              for (const name of ['content-encoding', 'content-length']) headers.delete(name);
              const html = (await page.text()).replace(/<link rel="modulepreload"[^>]*>/g, '');
              return new Response(html, { status: page.status, headers });
            });
            const late = new Promise<never>((_, reject) =>
              setTimeout(() => reject(new Error('late')), 3000),
            );
            try {
              return await Promise.race([network, late]);
            } catch {
              // The stored shell's URL carries its revision as a query parameter, so ignore the
              // query.
              return (await caches.match('/shell.html', { ignoreSearch: true })) ?? network;
            }
          },
        },
      ],
      inlineWorkboxRuntime: true,
      cleanupOutdatedCaches: true,
    },
  });
}

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/**
 * The configuration of the development server. Run `vite` in this folder while a server is running;
 * vite proxies calls to it.
 */
export default { ...base, server: { proxy: { '/galaxy': server, '/sandbox': server } } };
