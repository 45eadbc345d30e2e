// The thread that prints with typst.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontPaths } from './font-paths.ts';

const template = fs.readFileSync(path.join(import.meta.dirname, 'paper.typ'), 'utf8');
// This workspace does not exist, so a template cannot read files.
const typst = NodeCompiler.create({
  workspace: path.join(import.meta.dirname, 'nothing'),
  fontArgs: [{ fontPaths: [...fontPaths] }],
});

parentPort?.on('message', (paper: string) => {
  try {
    const pdf = typst.pdf({ mainFileContent: template, inputs: { paper } });
    // Without this, the cache of earlier documents would grow without limit.
    typst.evictCache(5);
    parentPort?.postMessage({ pdf });
  } catch (error) {
    parentPort?.postMessage({ wrong: error instanceof Error ? error.message : String(error) });
  }
});
