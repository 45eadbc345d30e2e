// `npm run sbom -- <file>`: writes production's bill of materials (CycloneDX, JSON).
import * as fs from 'node:fs';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { attempt } from './attempt.ts';
import { billFaults, productionBill } from './packages.ts';

await attempt(() => {
  const [file] = process.argv.slice(2);
  if (!file) throw new CannotStart('Name the file: npm run sbom -- sandali.cdx.json');
  const bill = productionBill();
  const faults = billFaults(bill);
  if (faults.length > 0) throw new CannotStart(faults.join('\n'));
  fs.writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`Wrote ${bill.components.length} packages to ${file}.`);
});
