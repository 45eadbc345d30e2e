// `npm run reset`: deletes the data of this sandbox, so that the next start begins afresh.
import { reset } from './clear.ts';
import { attempt, dataDir } from './say.ts';

await attempt(() => console.log(reset(dataDir)));
