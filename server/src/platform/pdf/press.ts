// The thread that prints: typst with two typefaces, one for what the other lacks (Noto Sans SC has no ₱).
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const packages = createRequire(import.meta.url);
const fontPaths = [
  ['@expo-google-fonts/noto-sans', '400Regular'],
  ['@expo-google-fonts/noto-sans', '700Bold'],
  ['@expo-google-fonts/noto-sans-sc', '400Regular'],
  ['@expo-google-fonts/noto-sans-sc', '700Bold'],
].map(([name, weight]) => path.join(path.dirname(packages.resolve(`${name}/package.json`)), weight as string));

const template = fs.readFileSync(path.join(import.meta.dirname, 'paper.typ'), 'utf8');
// Nothing outside an empty place can be read by a template.
const typst = NodeCompiler.create({ workspace: path.join(import.meta.dirname, 'nothing'), fontArgs: [{ fontPaths }] });

parentPort?.on('message', (paper: string) => {
  try {
    const pdf = typst.pdf({ mainFileContent: template, inputs: { paper } });
    // What is kept of earlier papers would grow for ever.
    typst.evictCache(5);
    parentPort?.postMessage({ pdf });
  } catch (error) {
    parentPort?.postMessage({ wrong: error instanceof Error ? error.message : String(error) });
  }
});
