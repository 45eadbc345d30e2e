import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { locales } from '@sandali/contract/locale.ts';
import { catalogNames } from './src/i18n/catalogs.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...locales],
  catalogs: catalogNames.map((area) => ({
    path: `<rootDir>/src/i18n/{locale}/${area}`,
    include: ['src'],
  })),
  format: formatter({ explicitIdAsDefault: true }),
});
