// The documents' two typefaces, regular and bold. Each has letters that the other lacks (Noto Sans
// SC has no ₱).
import { createRequire } from 'node:module';
import * as path from 'node:path';

const packages = createRequire(import.meta.url);

/** Folders with one font each. */
export const fontPaths: readonly string[] = [
  ['@expo-google-fonts/noto-sans', '400Regular'],
  ['@expo-google-fonts/noto-sans', '700Bold'],
  ['@expo-google-fonts/noto-sans-sc', '400Regular'],
  ['@expo-google-fonts/noto-sans-sc', '700Bold'],
].map(([name, weight]) =>
  path.join(path.dirname(packages.resolve(`${name}/package.json`)), weight as string),
);
