// Production's packages: their bill of materials, licences and known vulnerabilities.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

type Locked = {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = { packages: Record<string, Locked> };
type Licence = { license?: { id?: string; name?: string }; expression?: string };
type Component = {
  'bom-ref': string;
  name: string;
  hashes?: unknown[];
  licenses?: Licence[];
};
/** A CycloneDX bill of materials. */
export type Bill = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const root = path.join(import.meta.dirname, '..');
/** The workspaces that a lender runs, and the root, whose packages bring Node and PostgreSQL. */
const served = ['', 'server', 'web', 'desk', 'ops'];

/** SPDX identifiers of licences that allow use in a closed-source product. */
const allowedLicences = new Set(
  [
    'MIT',
    'Apache-2.0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'CC-BY-4.0',
    'Python-2.0',
    'OFL-1.1',
    'Zlib',
    'Unlicense',
  ].concat(
    // These licences' copyleft covers only the packages' own files, which we do not change.
    ['MPL-2.0', 'LGPL-3.0-or-later'],
  ),
);

/** Whether every licence that an SPDX expression names is allowed. */
export function isAllowedLicence(expression = ''): boolean {
  const names = expression.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  return names.every((name) => allowedLicences.has(name));
}

/** Returns the names and versions (`name@version`) of all packages that production may load. */
export function productionPackages(lock: Lock): Set<string> {
  return new Set(
    [...placesNeededBy(served, lock)]
      .filter((place) => place.includes('node_modules/') && !lock.packages[place]?.link)
      .map((place) => `${nameAt(place)}@${lock.packages[place]?.version}`),
  );
}

/**
 * Returns the folders of some workspaces and of all packages that these may load, except packages
 * with the names in `without` and what only those load.
 */
export function placesNeededBy(
  workspaces: readonly string[],
  { packages }: Lock,
  without: readonly string[] = [],
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...workspaces];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const entry = packages[place];
    if (!entry || reached.has(place)) continue;
    reached.add(place);
    if (entry.resolved && entry.link) waiting.push(entry.resolved);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      if (!without.includes(name)) waiting.push(placeOf(name, place, packages));
  }
  return reached;
}

const nameAt = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns the path at which Node finds a package that `from` imports. */
function placeOf(name: string, from: string, packages: Lock['packages']): string {
  const place = `${from && `${from}/`}node_modules/${name}`;
  if (from === '' || packages[place]) return place;
  const above = from.lastIndexOf('/node_modules/');
  return placeOf(name, above < 0 ? '' : from.slice(0, above), packages);
}

/**
 * Returns production's bill of materials. `npm sbom --omit=dev` also leaves out production packages
 * that development packages need too, so we filter the whole bill.
 * @throws Error if npm prints none, or if it lacks a production package
 */
export function productionBill(): Bill {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout, status } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('npm sbom printed no bill of materials.');
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  return narrowBill(JSON.parse(stdout) as Bill, productionPackages(lock));
}

/**
 * Narrows a bill to some packages.
 * @throws Error if one of them is missing
 */
export function narrowBill(whole: Bill, packages: ReadonlySet<string>): Bill {
  const refs = new Set(whole.components.map((component) => component['bom-ref']));
  const missing = [...packages].filter((name) => !refs.has(name));
  if (missing.length > 0) throw new Error(`npm sbom left out ${missing.join(', ')}.`);
  const { component } = whole.metadata;
  const ours = component['bom-ref'];
  const isOurs = (ref: string) => ref === ours || ref.startsWith('@sandali/');
  const needsOf = (isSource: (ref: string) => boolean) => [
    ...new Set(
      whole.dependencies
        .filter(({ ref }) => isSource(ref))
        .flatMap(({ dependsOn }) => dependsOn.filter((name) => packages.has(name))),
    ),
  ];
  return {
    ...whole,
    // npm sets the folder's name here.
    metadata: { ...whole.metadata, component: { ...component, name: 'sandali' } },
    components: whole.components.filter((part) => packages.has(part['bom-ref'])),
    dependencies: [
      { ref: ours, dependsOn: needsOf(isOurs) },
      ...[...packages].map((ref) => ({ ref, dependsOn: needsOf((source) => source === ref) })),
    ],
  };
}

/** Returns a sentence for each package of a bill without a hash or an allowed licence. */
export function billFaults({ components }: Bill): string[] {
  return components.flatMap((component) => {
    const licences = (component.licenses ?? []).map(
      ({ license, expression }) => expression ?? license?.id ?? license?.name,
    );
    const isAllowed = licences.length > 0 && licences.every(isAllowedLicence);
    return [
      ...(isAllowed
        ? []
        : [
            `${component['bom-ref']} may not be used: its licence is ${licences.join(', ') || 'unknown'}.`,
          ]),
      ...(component.hashes?.length ? [] : [`${component['bom-ref']} has no hash.`]),
    ];
  });
}

type Advisory = { title: string; severity: string; url: string };
export type Audit = {
  error?: unknown;
  message?: string;
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>;
};

/** Asks npm's registry for known vulnerabilities in production's packages. */
export function askVulnerabilities(): Audit {
  const words = ['audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' });
  return JSON.parse(stdout || '{}') as Audit;
}

/** Returns a sentence for each known vulnerability; null if the registry did not answer. */
export function vulnerabilitiesIn({ vulnerabilities, error }: Audit): string[] | null {
  if (!vulnerabilities || error) return null;
  return Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((cause) => typeof cause !== 'string')
      .map(({ title, severity, url }) => `${name}: ${title} (${severity}, ${url})`),
  );
}
