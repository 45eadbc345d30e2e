import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { live, production, root, semaphore, twilio, xendit } from './config.testing.ts';
import { atPorts, readBackup, readConfig } from './config.ts';

test('reads a live gateway’s secrets from variables or files, and no error repeats them', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secrets-'));
  const file = path.join(folder, 'key');
  fs.writeFileSync(file, 'xnd_production_from_a_file\n');
  const read = (env: Record<string, string>) => readConfig({ ...live, ...env }, root).bank;
  expect(read({})).toMatchObject({
    name: 'xendit',
    baseUrl: 'https://api.xendit.co',
    linkHosts: ['xendit.co'],
    apiKey: xendit.XENDIT_API_KEY,
  });
  expect(read({ XENDIT_API_KEY: '', XENDIT_API_KEY_FILE: file })).toMatchObject({
    apiKey: 'xnd_production_from_a_file',
  });
  fs.rmSync(folder, { recursive: true });
  for (const wrong of [
    { XENDIT_API_KEY: 'canary' },
    { XENDIT_CALLBACK_TOKEN: 'a canary with blanks' },
    { XENDIT_CALLBACK_TOKEN_PREVIOUS: 'a canary with blanks' },
  ]) {
    expect(() => readConfig({ ...live, ...wrong }, root)).toThrow(/^(?!.*canary)/);
  }
});

test('reads an earlier gateway account’s variables as well as the current account’s', () => {
  const old = {
    XENDIT_OLD_API_KEY: 'xnd_production_of_before',
    XENDIT_OLD_CALLBACK_TOKEN: 'callback-token-of-before',
    XENDIT_OLD_CALLBACK_TOKEN_PREVIOUS: 'callback-token-before-that',
  };
  const { bank, earlierBanks } = readConfig({ ...live, BANK_EARLIER: 'xendit_old', ...old }, root);
  expect([bank, ...earlierBanks]).toMatchObject([
    { adapter: 'xendit', name: 'xendit', apiKey: xendit.XENDIT_API_KEY },
    {
      adapter: 'xendit',
      name: 'xendit_old',
      apiKey: old.XENDIT_OLD_API_KEY,
      callbackToken: old.XENDIT_OLD_CALLBACK_TOKEN,
      callbackTokenPrevious: old.XENDIT_OLD_CALLBACK_TOKEN_PREVIOUS,
    },
  ]);
  expect(
    readConfig({ ...live, BANK: 'xendit_old', BANK_EARLIER: 'xendit', ...old }, root).bank.name,
  ).toBe('xendit_old');
});

test('staff approve first lines by default in production but not in the sandbox', () => {
  const environments = [
    {},
    { FIRST_LINE_NEEDS_PERSON: '1' },
    live,
    { ...live, FIRST_LINE_NEEDS_PERSON: '0' },
  ];
  expect(environments.map((env) => readConfig(env, root).firstLineNeedsPerson)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('only the sandbox can be configured to hash passwords below full cost', () => {
  const quick = { SANDBOX_QUICK_PASSWORDS: '1' };
  expect(
    [{}, quick, { ...live, ...quick }].map((env) => readConfig(env, root).passwordCost),
  ).toEqual(['full', 'least', 'full']);
});

test('without any variables, the server is a sandbox on this machine', () => {
  expect(readConfig({}, root)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    hookPort: 8081,
    opsPort: 8082,
    isSandbox: true,
    isPlainAllowed: false,
  });
});

test.each([
  [{ PORT: '99999' }, /PORT must be a whole number from 0 to 65535/],
  [{ PORT: '80.5' }, /PORT/],
  [{ HOOK_PORT: '8080' }, /three different ports/],
  [{ PORT: '65534' }, /PORT=65534 leaves no ports for HOOK_PORT and OPS_PORT/],
  [{ ROOT_PUBLIC_KEY: 'given' }, /^ROOT_PUBLIC_KEY must be the public part of an EC P-256 key/],
  [{ TLS_CERT_FILE: 'cert.pem' }, /^Set both TLS_CERT_FILE and TLS_KEY_FILE/],
  [{ ORIGIN: 'https://app.example/' }, /^ORIGIN must be an address without a path/],
  [{ ORIGIN: 'app.example' }, /^ORIGIN must be an address without a path/],
  [{ HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 lets other machines in/],
  [{ HOST: '::' }, /^HOST=:: lets other machines in/],
  [{ HOST: '192.168.1.7' }, /^HOST=192\.168\.1\.7 lets other machines in/],
  ...['', '1'].flatMap((SANDBOX): [Record<string, string>, RegExp][] => [
    [
      { SANDBOX, ORIGIN: 'https://app.example' },
      /^ORIGIN=https:\/\/app\.example is a public address/,
    ],
    [{ SANDBOX, ORIGIN: 'http://192.168.1.7:8080' }, /^ORIGIN=.* is a public address/],
    [{ SANDBOX, ORIGIN: 'https://localhost.example' }, /^ORIGIN=.* is a public address/],
    [
      { SANDBOX, TRUSTED_PROXIES: '1' },
      /^TRUSTED_PROXIES=1 makes the sandbox public through a proxy/,
    ],
    [{ SANDBOX, OPS_HOST: '0.0.0.0' }, /^OPS_HOST=0\.0\.0\.0 lets other machines in/],
    [{ SANDBOX, OPS_HOST: '10.0.0.7' }, /^OPS_HOST=10\.0\.0\.7 lets other machines in/],
    [{ SANDBOX, HOOK_HOST: '10.0.0.7' }, /^HOOK_HOST=10\.0\.0\.7 lets other machines in/],
    [{ SANDBOX, BANK: 'xendit', ...xendit }, /^BANK=xendit needs SANDBOX=0/],
  ]),
  [
    { SANDBOX_SEEDS: '0', SMS_GATEWAYS: 'semaphore', ...semaphore },
    /^SMS_GATEWAYS is set, as for production, and SANDBOX is not\./,
  ],
  [{ SEMAPHORE_API_KEY: 'k' }, /^SEMAPHORE_API_KEY is set, as for production/],
  [{ TWILIO_SECRET: 'k' }, /^TWILIO_SECRET is set, as for production/],
  [{ XENDIT_API_KEY: xendit.XENDIT_API_KEY }, /^XENDIT_API_KEY is set, as for production/],
  [{ MASTER_KEY: production.MASTER_KEY }, /^MASTER_KEY is set, as for production/],
  [{ MASTER_KEY_PREVIOUS: production.MASTER_KEY }, /^MASTER_KEY_PREVIOUS needs MASTER_KEY, the/],
  [
    { DATABASE_URL: production.DATABASE_URL, DATABASE_OWNER_URL: production.DATABASE_OWNER_URL },
    /^DATABASE_URL is set, as for production/,
  ],
  [{ COMPANY_REG_NUMBER: 'CS201912345' }, /^COMPANY_REG_NUMBER is set, as for production/],
  [{ COMPANY_AUTH_NUMBER: '1234' }, /^COMPANY_AUTH_NUMBER is set, as for production/],
  [{ VAPID_PRIVATE_KEY: 'k' }, /^VAPID_PRIVATE_KEY is set, as for production/],
  [
    { OWN_BANK_NAME: 'B', OWN_ACCOUNT_NAME: 'A', OWN_ACCOUNT_NUMBER: '12345' },
    /^OWN_ACCOUNT_NUMBER is set, as for production/,
  ],
  [{ PUSH: 'services' }, /^PUSH=services sends to real browsers/],
  ...(
    [
      ['MASTER_KEY', Buffer.alloc(32).toString('base64')],
      ['MASTER_KEY', Buffer.from('changemechangemechangemechangeme').toString('base64')],
      ['DATABASE_URL', 'postgres://app:app@h/d'],
      ['DATABASE_OWNER_URL', 'postgres://owner:postgres@h/d'],
      ['SEMAPHORE_API_KEY', 'change-me'],
      ['AWS_SECRET_ACCESS_KEY', 'minioadmin'],
      ['XENDIT_CALLBACK_TOKEN', 'example-of-a-callback-token'],
    ] as const
  ).map(([name, secret]): [Record<string, string>, RegExp] => [
    { ...live, [name]: secret },
    new RegExp(`^${name} has a guessable secret\\. Set a random secret, such as .*\\.$`),
  ]),
  [{ SANDBOX: 'yes' }, /SANDBOX must be 0 or 1/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http:/,
  ],
  ...['our lender', 'l'.repeat(61)].map((OTEL_SERVICE_NAME): [Record<string, string>, RegExp] => [
    { OTEL_SERVICE_NAME },
    /^OTEL_SERVICE_NAME must be 1 to 60 letters/,
  ]),
  [{ OTEL_TRACES_SAMPLER: 'some' }, /^OTEL_TRACES_SAMPLER must be one of parentbased_always_on/],
  [{ OTEL_TRACES_SAMPLER_ARG: '5' }, /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  [{ CATALOGUE: 'big' }, /CATALOGUE must be one of default, small-ticket/],
  [{ ROLE: 'cron' }, /^ROLE must be one of all, api, worker, not "cron"/],
  [{ ROLE: 'api' }, /^ROLE=api in the sandbox needs a bank simulator that all servers share/],
  [
    { SANDBOX_BANK_URL: 'http://127.0.0.1:8099' },
    /^Set both SANDBOX_BANK_URL and SANDBOX_BANK_TOKEN, or neither/,
  ],
  [{ OPS_URL: 'http://ops.lender.example' }, /^OPS_URL must be an https address without a path/],
  [{ OPS_TLS_CERT_FILE: 'cert.pem' }, /^Set both OPS_TLS_CERT_FILE and OPS_TLS_KEY_FILE/],
  [
    { OPS_TLS_CERT_FILE: 'cert.pem', OPS_TLS_KEY_FILE: 'key.pem' },
    /^OPS_TLS_CERT_FILE needs OPS_URL/,
  ],
  [{ DRAIN_MS: '60001' }, /^DRAIN_MS must be a whole number from 0 to 60000/],
  [{ PUSH: 'pigeons' }, /^PUSH must be one of services, outbox/],
  [
    { SMS_GATEWAYS: 'sandbox' },
    /^SMS_GATEWAYS must be semaphore, twilio, or both once .* not "sandbox"\.$/,
  ],
  [{ SMS_GATEWAYS: 'twilio,twilio', ...twilio }, /not "twilio,twilio"/],
  [
    { SMS_GATEWAYS: 'semaphore', SEMAPHORE_API_KEY: 'k' },
    /semaphore, which needs SEMAPHORE_API_KEY .*and SEMAPHORE_SENDER\.$/,
  ],
  [
    { SMS_GATEWAYS: 'twilio', ...twilio, TWILIO_SECRET: '' },
    /twilio, which needs TWILIO_ACCOUNT_SID, TWILIO_SECRET .*and TWILIO_FROM\.$/,
  ],
  [
    { SMS_GATEWAYS: 'twilio', ...twilio, TWILIO_URL: 'http://sms.example' },
    /^TWILIO_URL must be an https address/,
  ],
  [
    { SMS_GATEWAYS: 'semaphore', ...semaphore, SEMAPHORE_URL: 'https://a:b@sms.example' },
    /^SEMAPHORE_URL must be an https address/,
  ],
  [{ SMS_TIMEOUT_MS: '60000' }, /SMS_TIMEOUT_MS must be a whole number from 100 to 20000/],
  [{ SMS_GATEWAYS: 'semaphore', ...semaphore }, /in the sandbox needs SANDBOX_SEEDS=0/],
  [production, /^Production needs an SMS gateway: set SMS_GATEWAYS/],
  [
    { ...production, SMS_GATEWAYS: 'semaphore', ...semaphore },
    /^Production needs a bank gateway: set BANK=xendit/,
  ],
  [{ ...live, BANK: 'sandbox' }, /^Production needs a bank gateway/],
  [{ BANK: 'paper' }, /^BANK must be one of sandbox, xendit/],
  [{ BANK: 'xendit', ...xendit }, /^BANK=xendit needs SANDBOX=0/],
  [
    { ...live, XENDIT_API_KEY: '' },
    /^The gateway xendit needs XENDIT_API_KEY, or XENDIT_API_KEY_FILE\.$/,
  ],
  [{ ...live, XENDIT_CALLBACK_TOKEN: '' }, /^The gateway xendit needs XENDIT_CALLBACK_TOKEN, or/],
  [
    { ...live, XENDIT_API_KEY: 'short-canary' },
    /^XENDIT_API_KEY must be a secret of 16 characters or more without blanks, and it is not\.$/,
  ],
  [
    { ...live, XENDIT_API_KEY: 'with a blank, canary' },
    /^XENDIT_API_KEY must be a secret of 16 characters or more without blanks, and it is not\.$/,
  ],
  [
    { ...live, XENDIT_API_KEY_FILE: 'package.json' },
    /^Set XENDIT_API_KEY or XENDIT_API_KEY_FILE, not both/,
  ],
  [
    { ...live, XENDIT_API_KEY: '', XENDIT_API_KEY_FILE: 'no-such-file' },
    /^XENDIT_API_KEY_FILE must name a file that .* secret, and there is no such file\.$/,
  ],
  [
    { ...live, XENDIT_API_KEY: '', XENDIT_API_KEY_FILE: 'docs' },
    /^XENDIT_API_KEY_FILE must name .*, and it names a folder\.$/,
  ],
  [
    { ...live, XENDIT_API_KEY: '', XENDIT_API_KEY_FILE: '/dev/null' },
    /^XENDIT_API_KEY_FILE must name .*, and its file is empty\.$/,
  ],
  [
    { ...live, XENDIT_API_KEY: '', XENDIT_API_KEY_FILE: `/proc/self/mem` },
    /^XENDIT_API_KEY_FILE must name .*, and this user cannot read its file \(E\w+\)\.$/,
  ],
  [{ ...live, XENDIT_URL: 'http://gateway.example' }, /^XENDIT_URL must be an https address/],
  [{ BANK_EARLIER: 'xendit', ...xendit }, /^BANK_EARLIER needs SANDBOX=0/],
  [{ ...live, BANK_EARLIER: 'sandbox' }, /^BANK_EARLIER names the simulator/],
  [{ ...live, BANK_EARLIER: 'xendit' }, /^BANK and BANK_EARLIER must name each gateway once/],
  [{ ...live, BANK_EARLIER: 'xendit_old' }, /^The gateway xendit_old needs XENDIT_OLD_API_KEY, or/],
  [
    { ...live, BANK_EARLIER: 'xendit_old,paper' },
    /^BANK_EARLIER must be names .* not "xendit_old,paper"/,
  ],
  [{ ...live, XENDIT_LINK_HOSTS: 'https://xendit.co' }, /^XENDIT_LINK_HOSTS must be hosts/],
])('the server does not start with %j and explains why in a sentence', (env, sentence) => {
  expect(() => readConfig(env, root)).toThrow(CannotStart);
  expect(() => readConfig(env, root)).toThrow(sentence);
});

test('api and worker hold no owner’s credentials, and drain for five seconds', () => {
  const { DATABASE_OWNER_URL: _, ...served } = live;
  expect(readConfig({ ...served, ROLE: 'api' }, root)).toMatchObject({
    role: 'api',
    drainMs: 5000,
    database: { url: live.DATABASE_URL, directUrl: live.DATABASE_URL, ownerUrl: null },
  });
  expect(readConfig({}, root)).toMatchObject({ role: 'all', drainMs: 0 });
});

test('the backup needs its folder and the master key, and reads few other variables', () => {
  const MASTER_KEY = production.MASTER_KEY;
  const needs = /^npm run backup needs BACKUPS .* and MASTER_KEY/;
  for (const env of [{}, { BACKUPS: 'b' }, { MASTER_KEY }])
    expect(() => readBackup(env, root)).toThrow(needs);
  const other = { BACKUPS: 'b', MASTER_KEY, SANDBOX: 'yes', PORT: 'x' };
  expect(readBackup(other, root)).toMatchObject({
    folder: path.join(root, 'b'),
    files: { kind: 'disk' },
    ownerUrl: null,
    stanza: null,
  });
  expect(readBackup({ ...other, PGBACKREST_STANZA: 'main' }, root).stanza).toBe('main');
  expect(() => readBackup({ ...other, DATABASE_OWNER_URL: 'h' }, root)).toThrow(
    /^DATABASE_OWNER_URL must be/,
  );
});

test('accepts a sandbox on this machine, and a staff listener on a private network', () => {
  const sandboxes = [
    {
      SANDBOX: '1',
      DATABASE_URL: 'postgres://app@h/d',
      DATABASE_OWNER_URL: 'postgres://owner@h/d',
      MASTER_KEY: production.MASTER_KEY,
    },
    { SANDBOX: '1', SANDBOX_SEEDS: '0', SMS_GATEWAYS: 'semaphore', ...semaphore },
    { ORIGIN: 'https://app.localhost' },
    { ORIGIN: 'http://[::1]:8080', HOST: '::1' },
  ];
  for (const env of sandboxes) expect(readConfig(env, root).isSandbox).toBe(true);
  for (const OPS_HOST of [
    '10.0.0.7',
    '172.31.0.1',
    '192.168.1.7',
    '100.64.0.9',
    'fd00::7',
    '127.0.0.1',
    'ops.internal',
  ])
    expect(readConfig({ ...live, OPS_HOST }, root).opsHost).toBe(OPS_HOST);
});

test('the gateways’ listener uses TLS if other machines can reach it', () => {
  const files = { TLS_CERT_FILE: '/etc/cert.pem', TLS_KEY_FILE: '/etc/key.pem' };
  const at = (HOOK_HOST: string, env = {}) => readConfig({ ...live, ...env, HOOK_HOST }, root);
  const tls = { certFile: '/etc/cert.pem', keyFile: '/etc/key.pem' };
  expect(at('0.0.0.0', files)).toMatchObject({ hookHost: '0.0.0.0', hookTls: tls });
  expect(at('10.0.0.7', files).hookTls).toEqual(tls);
  expect(at('127.0.0.1', files).hookTls).toBe(null);
  expect(at('10.0.0.7').hookTls).toBe(null);
});

test('production uses only TRUSTED_PROXIES, and the sandbox uses only SANDBOX_PROXIES', () => {
  expect(readConfig({ SANDBOX_PROXIES: '1' }, root).trustedProxies).toBe(1);
  expect(
    readConfig({ ...live, TRUSTED_PROXIES: '2', SANDBOX_PROXIES: '1' }, root).trustedProxies,
  ).toBe(2);
});

test('the public address uses https if certificate files are set', () => {
  const env = { TLS_CERT_FILE: '/etc/tls/cert.pem', TLS_KEY_FILE: 'key.pem' };
  expect(readConfig(env, root)).toMatchObject({
    origin: 'https://localhost:8080',
    tls: { certFile: '/etc/tls/cert.pem', keyFile: path.join(root, 'key.pem') },
  });
});

test('the staff listener has its own name and certificate files', () => {
  const tls = { OPS_TLS_CERT_FILE: 'ops.pem', OPS_TLS_KEY_FILE: 'ops.key' };
  expect(readConfig({ ...tls, OPS_URL: 'https://ops.localhost:8082' }, root)).toMatchObject({
    opsUrl: 'https://ops.localhost:8082',
    opsTls: { certFile: path.join(root, 'ops.pem'), keyFile: path.join(root, 'ops.key') },
    tls: null,
  });
});

test('the desk is open at OPS_URL unless DESK_ORIGIN names another host with passkeys', () => {
  const opsUrl = { OPS_URL: 'https://ops.lender.example' };
  const deskOrigin = (env: object) => readConfig({ ...env }, root).deskOrigin;
  expect(deskOrigin({})).toBe('http://localhost:8082');
  expect(deskOrigin(opsUrl)).toBe('https://ops.lender.example');
  const DESK_ORIGIN = 'https://desk.lender.example';
  expect(deskOrigin({ ...opsUrl, DESK_ORIGIN })).toBe(DESK_ORIGIN);
  for (const other of ['http://desk.lender.example', 'https://10.0.0.5', 'https://[fd00::5]'])
    expect(() => deskOrigin({ DESK_ORIGIN: other })).toThrow('DESK_ORIGIN');
});

test('with port 0, the public address follows from the ports in use', () => {
  const ports = { port: 40_001, hookPort: 40_002, opsPort: 40_003 };
  const config = readConfig({ PORT: '0' }, root);
  expect(config).toMatchObject({ port: 0, hookPort: 0, opsPort: 0 });
  const addresses = { origin: 'http://localhost:40001', deskOrigin: 'http://localhost:40003' };
  expect(atPorts(config, ports)).toEqual({ ...config, ...ports, ...addresses });
  const tls = { TLS_CERT_FILE: '/etc/tls/cert.pem', TLS_KEY_FILE: '/etc/tls/key.pem' };
  expect(atPorts(readConfig({ PORT: '0', ...tls }, root), ports).origin).toBe(
    'https://localhost:40001',
  );
  expect(
    atPorts(readConfig({ PORT: '0', ORIGIN: 'https://app.localhost' }, root), ports).origin,
  ).toBe('https://app.localhost');
  expect(readConfig({ PORT: '0', OPS_PORT: '40003' }, root)).toMatchObject({
    port: 0,
    hookPort: 0,
    opsPort: 40_003,
  });
});

test('tries SMS gateways in the order of SMS_GATEWAYS', () => {
  const env = {
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    SMS_GATEWAYS: 'twilio,semaphore',
    ...semaphore,
    ...twilio,
    SEMAPHORE_URL: 'http://127.0.0.1:9',
  };
  expect(readConfig(env, root).sms).toEqual({
    timeoutMs: 10_000,
    gateways: [
      {
        name: 'twilio',
        baseUrl: 'https://api.twilio.com',
        accountSid: 'AC1',
        user: 'AC1',
        secret: 'secret-canary',
        from: 'SANDALI',
      },
      { name: 'semaphore', baseUrl: 'http://127.0.0.1:9', apiKey: 'key-canary', sender: 'SANDALI' },
    ],
  });
  expect(readConfig({}, root).sms.gateways).toEqual([{ name: 'sandbox' }]);
});

test('uses a Twilio API key instead of the account as the user name', () => {
  const env = {
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    SMS_GATEWAYS: 'twilio',
    ...twilio,
    TWILIO_KEY_SID: 'SK1',
  };
  expect(readConfig(env, root).sms.gateways).toMatchObject([{ accountSid: 'AC1', user: 'SK1' }]);
});

test('FILES is a folder or a bucket, and DATA_DIR/files by default', () => {
  const files = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: '/data', ...env }, root).files;
  const aws = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'canary' };
  expect(files({})).toEqual({ place: { kind: 'disk', folder: '/data/files' }, previous: null });
  const minio = { FILES: 's3://lender/sandali/files/', AWS_ENDPOINT_URL: 'http://minio:9000' };
  const moved = { ...minio, ...aws, FILES_PREVIOUS: '/data/files' };
  expect(files(moved)).toEqual({
    place: {
      kind: 's3',
      bucket: 'lender',
      prefix: 'sandali/files',
      region: 'us-east-1',
      endpoint: 'http://minio:9000',
      credentials: { accessKeyId: 'id', secretAccessKey: 'canary' },
    },
    previous: { kind: 'disk', folder: '/data/files' },
  });
  const other = { FILES_PREVIOUS: 's3://lender/sandali/files', FILES_PREVIOUS_AWS_REGION: 'asia' };
  expect(files({ ...minio, ...other }).previous).toMatchObject({ region: 'asia', endpoint: null });
  for (const [wrong, sentence] of [
    [{ FILES: 's3://UPPER/x' }, /^FILES must be s3:\/\/bucket, .*, not "s3:\/\/UPPER\/x"\.$/],
    [{ FILES: 'https://lender.example/x' }, /^FILES must be s3:/],
    [{ FILES: 's3://lender/../x' }, /^FILES must be s3:/],
    [{ FILES_PREVIOUS: '/data/files' }, /^FILES_PREVIOUS and FILES are the same place\./],
    [{ ...minio, AWS_ENDPOINT_URL: 'minio:9000' }, /^AWS_ENDPOINT_URL must be an address/],
    [
      { FILES: 's3://lender', AWS_SECRET_ACCESS_KEY: 'canary' },
      /^Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither\.$/,
    ],
  ] as const)
    expect(() => files(wrong)).toThrow(sentence);
});
