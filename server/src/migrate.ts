// `npm run migrate`: migrates the database of DATABASE_OWNER_URL for the role of DATABASE_URL.
// Servers with ROLE=api and ROLE=worker check the migrations and do not run them.
import { migrate } from '#/db/migrate.ts';
import { readMigration } from '#/platform/database-config.ts';
import { whyNot } from '#/platform/why-not.ts';

try {
  const { ownerUrl, servingUser } = readMigration();
  const ran = await migrate({
    owner: { connectionString: ownerUrl },
    servingUser,
    say: (sentence) => console.log(sentence),
  });
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The database has all migrations.');
} catch (error) {
  process.exitCode = 1;
  console.error(whyNot(error, { dataDir: '', database: { url: null, ownerUrl: '' } }) ?? error);
}
