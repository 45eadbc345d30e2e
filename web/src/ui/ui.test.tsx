import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { uiEntries } from '#stories/ui/ui.entries.tsx';
import { AmountStepper } from './AmountStepper.tsx';
import { Anchor, AnchorProvider } from './Anchor.tsx';
import { Button } from './Button.tsx';
import { CodeField, codeIn, smsCredentials } from './CodeField.tsx';
import { CostBar } from './CostBar.tsx';
import { DateField } from './DateField.tsx';
import { Dialog } from './Dialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { SearchSheet } from './SearchSheet.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { TabBar } from './TabBar.tsx';
import { TabPanel, Tabs } from './Tabs.tsx';
import { TextField } from './TextField.tsx';
import { Timeline } from './Timeline.tsx';

const draw = renderToStaticMarkup;
const nothing = () => undefined;

/** Returns the first tag with this name that contains all of these texts. */
function tag(html: string, name: string, ...holding: string[]): string {
  const match = (html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []).find((candidate) =>
    holding.every((text) => candidate.includes(text)),
  );
  if (!match) throw new Error(`no <${name}> with ${holding.join(', ')} in ${html}`);
  return match;
}

function expectTag(html: string, name: string, ...holding: string[]): void {
  expect(() => tag(html, name, ...holding)).not.toThrow();
}

function attribute(of: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(of)?.[1] ?? '';
}

test.each(uiEntries)(
  '$name renders on the server without inline styles, duplicate ids or broken references',
  ({ render }) => {
    const html = draw(createElement('div', null, render()));
    expect(html).not.toContain(' style=');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    const wanted = [
      ...html.matchAll(
        / (?:for|aria-labelledby|aria-describedby|aria-activedescendant)="([^"]+)"/g,
      ),
    ];
    for (const id of wanted.flatMap((match) => match[1]?.split(' ') ?? []))
      expect(ids).toContain(id);
    for (const button of html.matchAll(/<button\b[^>]*>(.*?)<\/button>/g)) {
      const words = (button[1] ?? '').replace(/<[^>]*>/g, '').trim();
      expect(
        words || attribute(button[0], 'aria-label') || attribute(button[0], 'aria-labelledby'),
      ).not.toBe('');
    }
  },
);

test('every story of the UI kit has a unique name', () => {
  expect(new Set(uiEntries.map((entry) => entry.name)).size).toBe(uiEntries.length);
});

test.each([
  ['123456', '123456'],
  ['12 34', '1234'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['Your code is 123456. Valid 5 minutes', '123456'],
  ['Sandali: 5 minutes only. Code: 123-456', '123456'],
  ['123456 ang code mo para mag-log in. 123456.', '123456'],
  ['Call +63 917 555 0142. Your code: 123 456', '123456'],
  ['12345678', '12345678'],
  ['Code 123456 or 654321', '123456654321'],
  ['Call 0917 555 0142', '09175550142'],
])('a code field finds in the text %j the code %s', (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test('a code field shows surplus digits instead of cutting them off', () => {
  const boxes = (value: string) =>
    draw(<CodeField label="Code" value={value} onChange={nothing} />).match(
      /<span class="[^"]*box/g,
    )?.length;
  expect([boxes('407'), boxes('1234567'), boxes('1'.repeat(5000))]).toEqual([6, 7, 8]);
});

test('the app reads codes from text messages only if the browser supports the whole API', () => {
  const credentials = {};
  vi.stubGlobal('navigator', { credentials });
  expect(smsCredentials()).toBeNull();
  vi.stubGlobal('OTPCredential', class {});
  expect(smsCredentials()).toBe(credentials);
  vi.stubGlobal('navigator', {});
  expect(smsCredentials()).toBeNull();
  vi.unstubAllGlobals();
});

test('a field’s control is linked to its label, hint and error', () => {
  const html = draw(
    <TextField
      label="Name"
      hint="As on your ID"
      error="Type your name."
      value=""
      onChange={nothing}
    />,
  );
  const input = tag(html, 'input');
  expect(attribute(tag(html, 'label'), 'for')).toBe(attribute(input, 'id'));
  expect(attribute(input, 'aria-invalid')).toBe('true');
  expect(attribute(tag(html, 'p'), 'id')).toBe(attribute(input, 'aria-describedby'));
  expect(html).toContain('Type your name.');
  expect(html).not.toContain('As on your ID');
});

test('a button that cannot be pressed yet stays focusable and states the reason', () => {
  const html = draw(<Button disabledReason="Tick both boxes">Sign</Button>);
  const button = tag(html, 'button', 'aria-disabled="true"');
  expect(button).not.toContain(' disabled');
  expect(attribute(tag(html, 'p'), 'id')).toBe(attribute(button, 'aria-describedby'));
  expect(html.indexOf('Tick both boxes')).toBeLessThan(html.indexOf('<button'));
});

test('screen readers can tell that a button is busy', () => {
  expectTag(
    draw(<Button isBusy>Sending…</Button>),
    'button',
    'aria-busy="true"',
    'aria-disabled="true"',
  );
});

test('a prerendered button is natively disabled', () => {
  expectTag(draw(<Button isPrerendered>Log in</Button>), 'button', 'disabled=""');
  expect(draw(<Button>Log in</Button>)).not.toContain('disabled');
});

test('phone, code, password and date fields set the right keyboard and autofill', () => {
  const phone = tag(
    draw(<PhoneField label="Mobile" value="9175550142" onChange={nothing} />),
    'input',
    'type="tel"',
    'tel-national',
  );
  expect(attribute(phone, 'value')).toBe('917 555 0142');
  const code = draw(<CodeField label="Code" value="407" onChange={nothing} />);
  expectTag(code, 'input', 'inputMode="numeric"', 'autoComplete="one-time-code"');
  expect(code.match(/<input/g)).toHaveLength(1);
  const words = { showLabel: 'Show', hideLabel: 'Hide', autoComplete: 'new-password' } as const;
  const password = draw(<PasswordField label="Password" value="x" onChange={nothing} {...words} />);
  expectTag(password, 'input', 'type="password"', 'new-password');
  expectTag(password, 'button', 'aria-label="Show"');
  const months = Array.from({ length: 12 }, (_, at) => `m${at}`);
  const partLabels = { day: 'Day', month: 'Month', year: 'Year' };
  const date = draw(
    <DateField
      label="Born"
      value="1994-02-05"
      onChange={nothing}
      partLabels={partLabels}
      monthNames={months}
      isBirthday
    />,
  );
  expect(attribute(tag(date, 'input', 'bday-day'), 'value')).toBe('5');
  expect(date).toContain('<option value="2" selected="">m1</option>');
  expect(tag(date, 'div', 'role="group"')).toContain('aria-labelledby');
  const ends = draw(
    <DateField
      label="Ends"
      value="-5-"
      onChange={nothing}
      partLabels={partLabels}
      monthNames={months}
    />,
  );
  expect(ends).toContain('<option value="5" selected="">m4</option>');
  expect(ends).not.toContain('disabled');
});

test('tabs render as a tablist with one tab stop, and segments render as radio buttons', () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  const html = draw(
    <>
      <Tabs label="Kinds" panelId="p" value="b" onChange={nothing} options={options} />
      <TabPanel id="p" value="b">
        x
      </TabPanel>
    </>,
  );
  expectTag(
    html,
    'button',
    'aria-selected="true"',
    'tabindex="0"',
    'id="p-b"',
    'aria-controls="p"',
  );
  expectTag(html, 'button', 'aria-selected="false"', 'tabindex="-1"');
  expectTag(html, 'div', 'role="tabpanel"', 'aria-labelledby="p-b"');
  const radios = draw(
    <SegmentedControl label="Gender" value="a" onChange={nothing} options={options} />,
  );
  expectTag(radios, 'input', 'type="radio"', 'checked');
  expectTag(radios, 'div', 'role="radiogroup"', 'aria-label="Gender"');
});

test('a searchable list is a combobox over a listbox, and renders only some of its rows', () => {
  const options = Array.from({ length: 2000 }, (_, at) => ({
    value: String(at),
    label: `Place ${at}`,
  }));
  const words = {
    title: 'Places',
    searchLabel: 'Search',
    clearLabel: 'Clear',
    closeLabel: 'Close',
    count: (total: number) => `${total}`,
    none: 'None',
  };
  const html = draw(
    <SearchSheet
      isDrawnOnly
      options={options}
      value="3"
      words={words}
      onClose={nothing}
      onPick={nothing}
    />,
  );
  const search = tag(html, 'input', 'role="combobox"', 'aria-expanded="true"');
  expect(attribute(tag(html, 'div', 'role="listbox"'), 'id')).toBe(
    attribute(search, 'aria-controls'),
  );
  expect(attribute(tag(html, 'div', 'role="option"', 'aria-selected="true"'), 'id')).toBe(
    attribute(search, 'aria-activedescendant'),
  );
  expectTag(html, 'div', 'aria-setsize="2000"', 'aria-posinset="4"');
  expect(html.match(/role="option"/g)?.length).toBeLessThan(100);
});

test('a dialog that cannot be dismissed is an alert dialog with a name and a description', () => {
  const html = draw(
    <Dialog title="Update" actions={<Button>Now</Button>}>
      Please
    </Dialog>,
  );
  const dialog = tag(html, 'dialog', 'role="alertdialog"');
  expect(html).toContain(`id="${attribute(dialog, 'aria-labelledby')}"`);
  expect(html).toContain(`id="${attribute(dialog, 'aria-describedby')}"`);
});

test('screen readers read the amount stepper’s value in pesos, and its limits', () => {
  const words = { label: 'Amount', lessLabel: 'Less', moreLabel: 'More', stepText: 'steps' };
  const html = draw(
    <AmountStepper
      {...words}
      valueCentavos={6000000}
      minCentavos={6000000}
      maxCentavos={20000000}
      stepCentavos={1000000}
      onChange={nothing}
    />,
  );
  expectTag(html, 'input', 'type="range"', 'aria-valuetext="₱60,000"', 'step="1000000"');
  expect(tag(html, 'button', 'aria-label="Less"')).toContain('aria-disabled="true"');
  expect(tag(html, 'button', 'aria-label="More"')).not.toContain('aria-disabled');
});

test('the cost bar renders as one picture, drawn to scale', () => {
  const html = draw(
    <CostBar
      receiveCentavos={900}
      costs={[
        { centavos: 75, label: 'a' },
        { centavos: 25, label: 'b' },
      ]}
      label="All of it"
    />,
  );
  expectTag(html, 'div', 'role="img"', 'aria-label="All of it"');
  expectTag(html, 'rect', 'width="90%"');
  expectTag(html, 'rect', 'x="75%"');
});

test('the current tab and the current event on a timeline are marked', () => {
  const link = { icon: 'home', label: 'Home', count: 3, countLabel: '3 coupons' } as const;
  const html = draw(
    <AnchorProvider value={(props) => <a data-router="yes" {...props} />}>
      <TabBar label="Main" tabs={[{ ...link, href: '/home', isCurrent: true }]} />
      <Anchor href="/x">x</Anchor>
    </AnchorProvider>,
  );
  expectTag(html, 'a', 'data-router', 'href="/home"', 'aria-current="page"');
  expect(html).toContain('3 coupons');
  const line = draw(<Timeline moments={[{ state: 'now', title: 'Sending', stateText: 'now' }]} />);
  expectTag(line, 'li', 'aria-current="step"');
  expect(line).toContain(', now');
});
