import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { deskPaths } from '../contract/src/desk.ts';

const server = `http://127.0.0.1:${process.env.OPS_PORT ?? 8082}`;

/** The build is served under a strict content security policy, so nothing may be inlined. */
export default defineConfig({
  root: import.meta.dirname,
  base: `${deskPaths.page}/`,
  plugins: [react()],
  build: {
    target: ['chrome120', 'safari17', 'firefox121'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', test: /node_modules/, tags: ['$initial'] },
            { name: 'charts', test: /node_modules/ },
          ],
        },
      },
    },
  },
  // `vite desk` reloads on change while a server is running.
  server: { proxy: { [`${deskPaths.page}/api`]: server } },
});
