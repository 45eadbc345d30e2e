import { defineConfig, mergeConfig } from 'vitest/config';
import { base } from './vite.config.ts';

export default mergeConfig(
  base,
  defineConfig({
    test: {
      name: 'web',
      include: ['*.test.ts', '{src,stories}/**/*.test.{ts,tsx}'],
      pool: 'forks',
      isolate: false,
      setupFiles: ['./src/setup.testing.ts'],
      maxWorkers: 3,
      // Some tests analyse rendered photos and build whole bundles, which is slow on a busy
      // machine.
      testTimeout: 30_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
);
