import type { Command } from '#/command.ts';

type Done = { correction: string; what: string; outcome: string; accountsWithAnotherName?: number };

export const personCorrect: Command = {
  name: 'person correct',
  usage:
    '<number | userGid | reference> --what name|birthday|address|idNumber --case <complaint or request> [--first … --middle … --last …] [--born YYYY-MM-DD] [--id …] [--province … --city … --barangay … --address …] --reason "…"',
  about:
    'Sets right what a person gave, by a proof that came with their complaint or request. Of a name, a birthday or an ID number one proposes, and another one types the very same within 7 days.',
  examples: [
    'person correct 4021938857 --what name --first Ligaya --middle Santos --last "Dela Cruz" --case CS-7KQ2-M4XX --reason "birth certificate seen"',
    'person correct 4021938857 --what birthday --born 1996-02-28 --case CS-7KQ2-M4XX --reason "birth certificate seen"',
    'person correct 4021938857 --what idNumber --id 012345678901 --case CS-7KQ2-M4XX --reason "UMID seen"',
  ],
  options: ['what', 'case', 'first', 'middle', 'last', 'born', 'id', 'province', 'city', 'barangay', 'address'],
  isChange: true,
  input: ({ words: [person, ...rest], options }) => {
    const given = givenOf(options);
    return person && rest.length === 0 && options.case && given ? { person, case: options.case, given } : null;
  },
  show: ({ what, outcome, accountsWithAnotherName: accounts = 0 }: Done) => ({
    lines: [
      outcome === 'proposed' ? `proposed; another person types the same to correct the ${what}` : `corrected; the person was told.`,
      ...(accounts > 0 ? [`${accounts} of their accounts are in another name by now and cannot be paid: they add them anew.`] : []),
    ],
  }),
};

function givenOf({ what, first, middle, last, born, id, province, city, barangay, address }: Readonly<Record<string, string | undefined>>) {
  switch (what) {
    case 'name':
      return first && last ? { what, firstName: first, middleName: middle ?? null, lastName: last } : null;
    case 'birthday':
      return born ? { what, bornOn: born } : null;
    case 'idNumber':
      return id ? { what, idNumber: id.replace(/[\s-]/g, '') } : null;
    case 'address':
      return province && city && barangay && address
        ? { what, provinceCode: province, cityCode: city, barangayCode: barangay, address }
        : null;
    default:
      return null;
  }
}
