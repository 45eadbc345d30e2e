// `npm run bench -- bytes [--files] | paint | taps | server | growth | standby`: measurements against goals; the exit code is 1 when one is missed, 2 when typed wrongly.
const [what, ...flags] = process.argv.slice(2);

if (what === 'bytes') {
  const { report, weigh } = await import('./bytes.ts');
  const { rows, files } = await weigh();
  const { text, over } = report(rows);
  if (flags.includes('--files')) for (const [name, own] of files) console.log(`${name}\n  ${own.join('\n  ')}`);
  console.log(text);
  console.log(over.length > 0 ? `Over the goal: ${over.join('; ')}` : 'Every goal is met.');
  process.exitCode = over.length > 0 ? 1 : 0;
} else if (what === 'paint') {
  const { paint } = await import('./paint.ts');
  process.exitCode = (await paint()) ? 0 : 1;
} else if (what === 'taps') {
  const { taps } = await import('./taps.ts');
  process.exitCode = (await taps()) ? 0 : 1;
} else if (what === 'server') {
  const { runServer } = await import('./server/main.ts');
  process.exitCode = await runServer(flags);
} else if (what === 'growth') {
  const { runGrowth } = await import('./growth/main.ts');
  process.exitCode = await runGrowth(flags);
} else if (what === 'standby') {
  const { runStandby } = await import('./standby/main.ts');
  process.exitCode = await runStandby(flags);
} else {
  console.error('Usage: npm run bench -- bytes [--files] | paint | taps | server | growth | standby');
  process.exitCode = 2;
}
