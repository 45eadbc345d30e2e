// All controls for selecting something, in every state.

import { AmountStepper } from '#/ui/AmountStepper.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { Field } from '#/ui/Field.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { SearchSheet } from '#/ui/SearchSheet.tsx';
import { SegmentedControl } from '#/ui/SegmentedControl.tsx';
import { Stepper } from '#/ui/Stepper.tsx';
import type { SearchOption } from '#/ui/searchOptions.ts';
import { TabPanel, Tabs } from '#/ui/Tabs.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { controlled } from '#stories/controlled.tsx';
import type { Entry } from '#stories/entries.ts';
import { banks, bankWords, manyPlaces, nothing } from '#stories/fixtures.ts';

export const entries: Entry[] = [
  {
    group: 'Picker',
    name: 'nothing chosen',
    draw: () =>
      controlled('', (value, onChange) => (
        <SearchPicker
          label="Barangay"
          placeholder="Choose a barangay"
          options={manyPlaces}
          words={placeWords}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Picker',
    name: 'chosen, with a mark',
    draw: () =>
      controlled('bdo', (value, onChange) => (
        <SearchPicker
          label="Bank"
          placeholder="Choose"
          options={banks}
          words={bankWords}
          renderMark={mark}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Picker',
    name: 'not yet, error',
    draw: () => (
      <>
        <SearchPicker
          label="City"
          placeholder="Choose a city"
          options={[]}
          words={placeWords}
          value=""
          onChange={nothing}
          error="Choose your city."
        />
      </>
    ),
  },
  {
    group: 'Picker',
    name: 'its sheet',
    draw: () => (
      <SearchSheet
        isDrawnOnly
        startQuery="ba"
        value="cb"
        options={banks}
        words={bankWords}
        renderMark={mark}
        onClose={nothing}
        onPick={nothing}
      />
    ),
  },
  {
    group: 'Picker',
    name: 'its sheet, none found',
    draw: () => (
      <SearchSheet
        isDrawnOnly
        startQuery="xyz"
        value=""
        options={banks as readonly SearchOption[]}
        words={bankWords}
        onClose={nothing}
        onPick={nothing}
      />
    ),
  },
  {
    group: 'Choice',
    name: 'tick',
    draw: () =>
      controlled(false, (isChecked, onChange) => (
        <Checkbox {...{ isChecked, onChange }}>
          I agree to the <TextLink href="#agreement">Loan Agreement</TextLink>
        </Checkbox>
      )),
  },
  {
    group: 'Choice',
    name: 'tick, ticked',
    draw: () =>
      controlled(true, (isChecked, onChange) => (
        <Checkbox {...{ isChecked, onChange }}>I have read the disclosure statement</Checkbox>
      )),
  },
  {
    group: 'Choice',
    name: 'tick, error',
    draw: () =>
      controlled(false, (isChecked, onChange) => (
        <Checkbox error="Tick this to go on." {...{ isChecked, onChange }}>
          I have read the disclosure statement
        </Checkbox>
      )),
  },
  {
    group: 'Choice',
    name: 'segments',
    draw: () =>
      controlled('female', (value, onChange) => (
        <Field label="Gender" isGroup>
          {() => (
            <SegmentedControl
              label="Gender"
              options={[
                { value: 'female', label: 'Female' },
                { value: 'male', label: 'Male' },
              ]}
              {...{ value, onChange }}
            />
          )}
        </Field>
      )),
  },
  {
    group: 'Choice',
    name: 'tabs',
    draw: () =>
      controlled('open', (value, onChange) => (
        <>
          <Tabs
            label="Coupons"
            panelId="gallery-tabs"
            options={[
              { value: 'open', label: 'Available 3' },
              { value: 'used', label: 'Used' },
              { value: 'over', label: 'Invalid' },
            ]}
            {...{ value, onChange }}
          />
          <TabPanel id="gallery-tabs" value={value}>
            <Text size="s">What the tab shows</Text>
          </TabPanel>
        </>
      )),
  },
  {
    group: 'Choice',
    name: 'terms',
    draw: () =>
      controlled('15', (value, onChange) => (
        <RadioCards
          label="Term"
          options={[
            { value: '8', title: '8 days', children: term('Sat, 28 Nov', '₱1,425.00') },
            { value: '15', title: '15 days', children: term('Sat, 5 Dec', '₱2,805.00') },
          ]}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Choice',
    name: 'small cards, one not to be chosen',
    draw: () =>
      controlled('', (value, onChange) => (
        <RadioCards
          isDense
          label="What would suit you better?"
          options={[
            { value: '1', title: 'Quota too low' },
            { value: '2', title: 'Term too short' },
            { value: '3', title: 'Interest too high' },
            { value: '6', title: 'Others', disabledReason: 'Not today' },
          ]}
          {...{ value, onChange }}
        />
      )),
  },
  {
    group: 'Amount',
    name: 'stepper and slider',
    draw: () =>
      controlled(9000000, (valueCentavos, onChange) => (
        <AmountStepper
          label="Amount"
          minCentavos={6000000}
          maxCentavos={20000000}
          stepCentavos={1000000}
          lessLabel="₱10,000 less"
          moreLabel="₱10,000 more"
          stepText="steps of ₱10,000"
          {...{ valueCentavos, onChange }}
        />
      )),
  },
  {
    group: 'Amount',
    name: 'stepper, at the most',
    draw: () =>
      controlled(20000000, (valueCentavos, onChange) => (
        <AmountStepper
          label="Amount"
          minCentavos={6000000}
          maxCentavos={20000000}
          stepCentavos={1000000}
          lessLabel="₱10,000 less"
          moreLabel="₱10,000 more"
          stepText="steps of ₱10,000"
          {...{ valueCentavos, onChange }}
        />
      )),
  },
  {
    group: 'Stepper',
    name: 'second of four',
    draw: () => <Stepper current={2} total={4} label="Step 2 of 4" aside="about 1 minute" />,
  },
  {
    group: 'Stepper',
    name: 'bars only',
    draw: () => <Stepper current={1} total={3} label="Step 1 of 3" isBare />,
  },
];
const placeWords = {
  ...bankWords,
  title: 'Choose your barangay',
  searchLabel: 'Search barangays',
  count: (found: number) => `${found} places`,
};

function mark(bank: (typeof banks)[number]) {
  return <Mark letters={bank.letters} colour={bank.colour} />;
}

function term(until: string, cost: string) {
  return (
    <>
      <Text as="span" size="s">
        until {until}
      </Text>
      <Text as="span" size="s" tone="ink" weight="medium">
        costs {cost}
      </Text>
    </>
  );
}
