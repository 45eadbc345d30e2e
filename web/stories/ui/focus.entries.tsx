// Every control with the keyboard focus.

import { Amount } from '#/ui/Amount.tsx';
import { AmountStepper } from '#/ui/AmountStepper.tsx';
import { Button } from '#/ui/Button.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { SegmentedControl } from '#/ui/SegmentedControl.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { TabBar } from '#/ui/TabBar.tsx';
import { TabPanel, Tabs } from '#/ui/Tabs.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { Ticket } from '#/ui/Ticket.tsx';
import { UploadTile } from '#/ui/UploadTile.tsx';
import { focused } from '#stories/controlled.tsx';
import type { Entry } from '#stories/entries.ts';
import { banks, bankWords, nothing } from '#stories/fixtures.ts';

const focusEntry = (name: string, drawn: () => React.ReactNode, control?: string): Entry => ({
  group: 'Focus',
  name,
  draw: () => focused(drawn(), control),
});
const sexes = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
] as const;
const kinds = [
  { value: 'open', label: 'Available' },
  { value: 'used', label: 'Used' },
] as const;
const pages = [
  { href: '#home', icon: 'home', label: 'Home', isCurrent: true },
  {
    href: '#orders',
    icon: 'orders',
    label: 'Orders',
    isCurrent: false,
    count: 1,
    countLabel: '1 overdue',
  },
  { href: '#my', icon: 'my', label: 'My', isCurrent: false },
] as const;

export const entries: Entry[] = [
  focusEntry('button', () => <Button>Continue</Button>),
  focusEntry('button, soft', () => <Button look="soft">More time</Button>),
  focusEntry('button, not yet', () => (
    <Button disabledReason="Tick both boxes to sign">Sign and get ₱58,845.00</Button>
  )),
  focusEntry('button, sunny, on teal', () => (
    <Sky isPadded>
      <Button look="sunny">Choose your amount</Button>
    </Sky>
  )),
  focusEntry('link', () => <TextLink href="#terms">Service Agreement</TextLink>),
  focusEntry('field', () => (
    <TextField
      label="Last name"
      hint="As printed on your ID"
      value="Halimbawa"
      onChange={nothing}
    />
  )),
  focusEntry('field, error', () => (
    <TextField
      label="ID number"
      error="16 digits are needed. 12 to go."
      value="1234"
      onChange={nothing}
    />
  )),
  focusEntry('phone', () => <PhoneField label="Mobile number" value="917555" onChange={nothing} />),
  focusEntry('code', () => <CodeField label="6-digit code" value="407" onChange={nothing} />),
  focusEntry('lines', () => (
    <TextArea
      label="Your comments"
      value="I am paid on the 30th."
      onChange={nothing}
      count="22 of 120"
    />
  )),
  focusEntry('select', () => (
    <SelectField
      label="Who is this person to you?"
      placeholder="Choose"
      options={[]}
      value=""
      onChange={nothing}
    />
  )),
  focusEntry('picker', () => (
    <SearchPicker
      label="Bank"
      placeholder="Choose"
      options={banks}
      words={bankWords}
      value=""
      onChange={nothing}
    />
  )),
  focusEntry('tick', () => (
    <Checkbox isChecked={false} onChange={nothing}>
      I have read the disclosure statement
    </Checkbox>
  )),
  focusEntry(
    'segments',
    () => <SegmentedControl label="Gender" options={sexes} value="female" onChange={nothing} />,
    ':checked',
  ),
  focusEntry('tabs', () => (
    <>
      <Tabs label="Coupons" panelId="focus-tabs" options={kinds} value="open" onChange={nothing} />
      <TabPanel id="focus-tabs" value="open">
        What the tab shows
      </TabPanel>
    </>
  )),
  focusEntry(
    'cards',
    () => (
      <RadioCards
        label="Term"
        options={[
          { value: '8', title: '8 days' },
          { value: '15', title: '15 days' },
        ]}
        value="15"
        onChange={nothing}
      />
    ),
    ':checked',
  ),
  focusEntry('slider', () => <Stepper />, 'input'),
  focusEntry('stepper', () => <Stepper />),
  focusEntry('row', () => (
    <List>
      <Row href="#bank" icon="bank" title="To BDO ••4821" detail="About 10 minutes · ₱10.00 fee" />
      <Row href="#coupons" icon="ticket" title="Coupons" />
    </List>
  )),
  focusEntry('row to choose', () => (
    <RadioRows
      label="Where to pay"
      value="711"
      onChange={nothing}
      options={[
        { value: '711', title: '7-Eleven', detail: 'No fee · counts at once' },
        { value: 'qr', title: 'QR Ph', detail: 'No fee · any bank or wallet' },
      ]}
    />
  )),
  focusEntry('ticket', () => (
    <Ticket
      worth={<Amount centavos={8000} size="l" decimals="whenAny" />}
      unit="off interest"
      title="Welcome back"
      detail="Loans from ₱60,000"
      until="Ends Thu, 31 Dec"
      onPick={nothing}
      isPicked={false}
    />
  )),
  focusEntry('picture to send', () => (
    <UploadTile title="Front" state="empty" icon="id" onTake={nothing} takeLabel="Take the photo" />
  )),
  focusEntry('tab bar', () => <TabBar label="Main" tabs={pages} />),
];

function Stepper() {
  return (
    <AmountStepper
      label="Amount"
      valueCentavos={9000000}
      minCentavos={6000000}
      maxCentavos={20000000}
      stepCentavos={1000000}
      lessLabel="₱10,000 less"
      moreLabel="₱10,000 more"
      stepText="steps of ₱10,000"
      onChange={nothing}
    />
  );
}
