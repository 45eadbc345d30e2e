import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import { newFileName } from '#/context/stored-files.ts';
import { takeFiles } from './mirror.ts';
import { watchFiles } from './watch.ts';

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-watch-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

test('copies each new file within a second, also in new folders', async () => {
  const [source, target] = [newFolder(), newFolder()];
  const files = await createDiskFiles(source);
  const news = watchFiles(source, expect.fail);
  onTestFinished(news.close);
  let slowestMs = 0;
  for (let nth = 0; nth < 20; nth += 1) {
    const name = newFileName(nth % 2 ? 'pictures' : 'receipts', Temporal.Now.instant());
    const heard = news.next(5000);
    await files.put(name, Buffer.from(name));
    const storedMs = performance.now();
    takeFiles(source, target, await heard);
    while (!fs.existsSync(path.join(target, name)) && performance.now() < storedMs + 5000)
      takeFiles(source, target, await news.next(1000));
    expect(fs.readFileSync(path.join(target, name), 'utf8')).toBe(name);
    slowestMs = Math.max(slowestMs, performance.now() - storedMs);
  }
  expect(slowestMs).toBeLessThan(1000);
});

test('close ends a pending wait', async () => {
  const news = watchFiles(newFolder(), expect.fail);
  const next = news.next(60_000);
  news.close();
  expect(await next).toEqual([]);
  expect(await news.next(60_000)).toEqual([]);
});

test('reports a file written before its new folder was watched', async () => {
  const source = newFolder();
  const news = watchFiles(source, expect.fail);
  onTestFinished(news.close);
  const name = newFileName('pictures', Temporal.Now.instant());
  fs.mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
  fs.writeFileSync(path.join(source, name), '');
  expect(await news.next(20_000)).toEqual([name]);
}, 10_000);
