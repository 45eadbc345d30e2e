// Two typefaces of the papers, one for what the other lacks (Noto Sans SC has no ₱), each regular
// and bold.
import { createRequire } from 'node:module';
import * as path from 'node:path';

const packages = createRequire(import.meta.url);

/** The folders that hold a font each. */
export const fontPaths: readonly string[] = [
  ['@expo-google-fonts/noto-sans', '400Regular'],
  ['@expo-google-fonts/noto-sans', '700Bold'],
  ['@expo-google-fonts/noto-sans-sc', '400Regular'],
  ['@expo-google-fonts/noto-sans-sc', '700Bold'],
].map(([name, weight]) =>
  path.join(path.dirname(packages.resolve(`${name}/package.json`)), weight as string),
);
