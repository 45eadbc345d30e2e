// The settings by group, the switches, and what is read beside them: products, holidays, banks.
import './settings.css';
import { useState } from 'react';
import { useSession } from '#/session.ts';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { ListDetail, listKeys } from '#/ui/ListDetail.tsx';
import { type Rows, useRows } from '#/ui/useRows.ts';
import { type Setting, type Switch, zSettingList, zSwitchList } from './answers.ts';
import { CatalogueView } from './CatalogueView.tsx';
import { groups, kindOf, switchSettings, switchTitle, titleOf } from './kinds.ts';
import { ListView } from './ListView.tsx';
import { type SettingsList, settingsLists } from './lists.ts';
import { SettingView } from './SettingView.tsx';
import { SwitchView } from './SwitchView.tsx';
import { valueWords } from './samples.ts';

type Row = { id: string; group: string } & (
  | { setting: Setting }
  | { switchRow: Switch }
  | { list: SettingsList }
  | { isCatalogue: true }
);

export function SettingsPage({ open }: { open: string | undefined }) {
  const [notice, setNotice] = useState('');
  const settings = useRows('config list', zSettingList, (page) => page.settings);
  const switches = useRows('switch list', zSwitchList, (page) => page.switches);
  useScreenKeys(listKeys);
  const finish = (words: string) => {
    setNotice(words);
    settings.readAgain();
    switches.readAgain();
  };
  const all = Object.fromEntries((settings.rows ?? []).map(({ name, value }) => [name, value]));
  return (
    <ListDetail
      title="Settings"
      list={useAllRows(settings, switches)}
      idOf={({ id }) => id}
      open={open}
      countWords={(count) => `${count} rows. A change reaches every server within five seconds.`}
      listLabel="Settings"
      groupOf={({ group }) => group}
      row={(row) => <RowWords row={row} />}
      notice={notice}
      whenClosed="Open a setting to see what it does, and how borrowers read it."
      whenGone={() => 'There is no such setting.'}
      whenEmpty={{
        title: 'No settings',
        words: 'The server has no settings that your roles may read.',
      }}
    >
      {(row) => {
        if ('setting' in row)
          return <SettingView key={row.id} setting={row.setting} all={all} onDone={finish} />;
        if ('switchRow' in row)
          return <SwitchView key={row.id} row={row.switchRow} onDone={finish} />;
        if ('list' in row) return <ListView key={row.id} list={row.list} onDone={setNotice} />;
        return <CatalogueView />;
      }}
    </ListDetail>
  );
}

/** Joins switches, settings and other lists into the rows of one list, group by group. */
function useAllRows(settings: Rows<Setting>, switches: Rows<Switch>): Rows<Row> {
  const { commands } = useSession();
  const may = (name: string | null) => commands.some((command) => command.name === name);
  const rows = (): Row[] => [
    ...(switches.rows ?? []).map((switchRow) => ({
      id: `switch-${switchRow.name}`,
      group: 'Switches',
      switchRow,
    })),
    ...groups.flatMap((group) =>
      (settings.rows ?? [])
        .filter(({ name }) => !switchSettings.has(name) && kindOf(name).group === group)
        .map((setting) => ({ id: setting.name, group, setting })),
    ),
    ...(may('catalogue show')
      ? [{ id: 'catalogue', group: 'Products and lists', isCatalogue: true as const }]
      : []),
    ...settingsLists
      .filter(({ listedBy, acts }) => [listedBy, ...acts].some(may))
      .map((list) => ({ id: list.id, group: 'Products and lists', list })),
  ];
  return {
    rows: settings.rows && switches.rows ? rows() : undefined,
    error: settings.error ?? switches.error,
    isReading: settings.isReading || switches.isReading,
    readAgain: () => {
      settings.readAgain();
      switches.readAgain();
    },
    readMore: null,
  };
}

function RowWords({ row }: { row: Row }) {
  if ('list' in row) return <b>{row.list.title}</b>;
  if ('isCatalogue' in row) return <b>Products and prices</b>;
  if ('switchRow' in row)
    return (
      <span className="st-row">
        <b>{switchTitle(row.switchRow.name)}</b>
        <span className="badge" data-tone={row.switchRow.isOn ? 'positive' : 'danger'}>
          {row.switchRow.isOn ? 'On' : 'Off'}
        </span>
      </span>
    );
  const { name, value, proposed } = row.setting;
  return (
    <>
      <span className="st-row">
        <b>{titleOf(name)}</b>
        {proposed && (
          <span className="badge" data-tone="warning">
            Waits
          </span>
        )}
      </span>
      <small className="st-value">{valueWords(name, value)}</small>
    </>
  );
}
