import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { classNamer } from './classNames.ts';

/**
 * Chunks that are already loaded when a script runs: for all scripts the entry, React and the
 * runtime; for the list of screens also the shell, and for a screen all shared chunks.
 */
const cameBefore: readonly [host: RegExp, had: RegExp][] = [
  [/./, /^assets\/(index|react|rolldown-runtime)-.{7}\.js$/],
  [/^assets\/signedInScreens-/, /^assets\/(index|base|program)-/],
  [/^assets\/Loan-/, /^assets\/(index|base|program|call|inner)-/],
];

/** The configuration that the build, the development server and the tests share. */
export const base = defineConfig({
  root: import.meta.dirname,
  // The public part of the root key, SPKI DER in base64url (docs/integrators/protocol.md); the app
  // refuses key lists that it has not signed.
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
      // @hpke/core imports Node's crypto module if WebCrypto is missing; all supported browsers
      // have WebCrypto.
      external: ['crypto'],
      output: {
        // Every chunk names the chunks it needs: seven letters of a hash suffice to distinguish
        // versions, and an eighth would add bytes.
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
            // The first paint needs a single file: on a slow connection, fifteen small ones cost
            // more than their bytes.
            {
              name: 'first',
              tags: ['$initial'],
              test: (id: string) => !id.endsWith('src/main.tsx'),
              priority: 4,
            },
            // The chunk for the first call, above all the login: the schemas, the envelope and the
            // sender.
            {
              name: 'call',
              test: /node_modules\/valibot\/|web\/src\/(client\/(callServer|wire|sendOnce|version)|screens\/account\/loginForm)\.ts|contract\/src\/(account|init)\.ts/,
              priority: 2,
            },
            // The chunk that `first` and `call` both need.
            {
              name: 'base',
              test: /web\/src\/client\/(session|random|base64|clock|config)\.ts|contract\/src\/(phone|agreements)\.ts/,
              priority: 4,
            },
            // The shell with all its imports: every screen but /login loads it first. It includes
            // the code that sign-up and the screens behind the login share.
            {
              name: 'program',
              test: /web\/src\/(program|routes\/(routes|paths|navigation)|client\/unbreakable|shell\/ShellParts|ui\/(icons|Stepper|CodeField|TextField))\.tsx?$/,
              priority: 3,
            },
            // The chunk that several screens behind the login need.
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
            // The chunk that every screen of an application shares, and the code of its forms: each
            // of them needs all of it.
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
            // The code that choosing and signing a loan share. The result, which only follows them,
            // uses some of it too.
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
 * The service worker. It stores scripts and styles; pages come from the network, or from the plain
 * shell if there is no response within 3 s. Prerendered pages and index.html contain the key list
 * and are therefore never stored.
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
          // Both functions are written into the worker as text, so they may use nothing from
          // outside themselves. Workbox's own strategies either store pages, which is not allowed,
          // or have no time limit.
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && !/^\/(galaxy|sandbox|hooks)(\/|$)/.test(url.pathname),
          handler: async ({ request }) => {
            const network = fetch(request).then(async (page) => {
              if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html'))
                return page;
              // Chromium does not use the preload links of a page served through a worker, and
              // reads each of those scripts a second time. The scripts come from the worker's cache
              // anyway, so the links are removed; the two headers no longer match the changed body.
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
              // The URL of the stored shell carries its revision as a query parameter.
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
 * The development server's configuration: run `vite` in this folder beside a running server, to
 * which it proxies calls.
 */
export default { ...base, server: { proxy: { '/galaxy': server, '/sandbox': server } } };
