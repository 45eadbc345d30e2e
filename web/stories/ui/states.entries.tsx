// Rare states of components: busy, refused, locked, at a limit, slow.

import type { ReactNode } from 'react';
import { Amount } from '#/ui/Amount.tsx';
import { AmountStepper } from '#/ui/AmountStepper.tsx';
import { Button } from '#/ui/Button.tsx';
import { CaptureFrame } from '#/ui/CaptureFrame.tsx';
import { Card } from '#/ui/Card.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { CostBar } from '#/ui/CostBar.tsx';
import { DialogPanel } from '#/ui/Dialog.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Field } from '#/ui/Field.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { SearchSheet } from '#/ui/SearchSheet.tsx';
import { SegmentedControl } from '#/ui/SegmentedControl.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { SheetPanel } from '#/ui/Sheet.tsx';
import { SkeletonCard, SkeletonRows, SkeletonSky } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Stepper } from '#/ui/Stepper.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { Timeline } from '#/ui/Timeline.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import type { Entry } from '#stories/entries.ts';
import { bankWords, manyPlaces, nothing } from '#stories/fixtures.ts';

const part = (group: string, name: string, draw: () => ReactNode): Entry => ({ group, name, draw });
const sexes = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
] as const;
const eye = {
  showLabel: 'Show password',
  hideLabel: 'Hide password',
  autoComplete: 'current-password',
} as const;

export const entries: Entry[] = [
  part('Button', 'soft, busy', () => (
    <Button look="soft" isBusy>
      Sending…
    </Button>
  )),
  part('Button', 'soft, not yet', () => (
    <Button look="soft" disabledReason="Send again in 48 seconds">
      Send again
    </Button>
  )),
  part('Button', 'danger, busy', () => (
    <Button look="danger" isBusy>
      Removing…
    </Button>
  )),
  part('Field', 'password, error', () => (
    <PasswordField
      label="Password"
      error="Use 8 characters or more."
      value="mangga"
      onChange={nothing}
      {...eye}
    />
  )),
  part('Field', 'code, empty', () => (
    <CodeField label="6-digit code" value="" onChange={nothing} />
  )),
  part('Field', 'lines, error', () => (
    <TextArea
      label="Your comments"
      error="Please fill your comments"
      value=""
      onChange={nothing}
      count="0 of 120"
    />
  )),
  part('Field', 'select, error', () => (
    <SelectField
      label="Who is this person to you?"
      placeholder="Choose"
      options={[]}
      error="Choose who this person is to you."
      value=""
      onChange={nothing}
    />
  )),
  part('Picker', 'its sheet, two thousand answers', () => (
    <SearchSheet
      isDrawnOnly
      value=""
      options={manyPlaces}
      words={bankWords}
      onClose={nothing}
      onPick={nothing}
    />
  )),
  part('Choice', 'segments, nothing chosen, error', () => (
    <Field label="Gender" error="Choose your gender." isGroup>
      {() => <SegmentedControl label="Gender" options={sexes} value="" onChange={nothing} />}
    </Field>
  )),
  part('Choice', 'tick, locked', () => (
    <Checkbox isChecked disabled onChange={nothing}>
      I agree to the Loan Agreement
    </Checkbox>
  )),
  part('Amount', 'stepper, at the least', () => (
    <AmountStepper
      label="Amount"
      valueCentavos={6000000}
      minCentavos={6000000}
      maxCentavos={20000000}
      stepCentavos={1000000}
      lessLabel="₱10,000 less"
      moreLabel="₱10,000 more"
      stepText="steps of ₱10,000"
      onChange={nothing}
    />
  )),
  part('Stepper', 'last', () => (
    <Stepper current={4} total={4} label="Step 4 of 4" aside="last step" />
  )),
  part('Message', 'dialog, busy', () => (
    <DialogPanel
      title="Remove BPI ••0937?"
      actions={
        <>
          <Button look="soft">Keep it</Button>
          <Button look="danger" isBusy>
            Removing…
          </Button>
        </>
      }
    >
      This cannot be undone.
    </DialogPanel>
  )),
  part('Message', 'sheet, refused, busy', () => (
    <SheetPanel
      title="Add a note"
      closeLabel="Close"
      onClose={nothing}
      foot={<Button isBusy>Sending…</Button>}
    >
      <TextField label="Your note" error="Write a few words." value="" onChange={nothing} />
    </SheetPanel>
  )),
  part('Card', 'words', () => (
    <Card>
      <Stack>
        <Heading level={2}>What would help</Heading>
        <Text>A sharper photo of your ID.</Text>
        <Text size="s">It costs nothing to try again.</Text>
      </Stack>
    </Card>
  )),
  part('Card', 'with a title and lines', () => (
    <Card as="section">
      <Stack>
        <Heading level={2} size="m">
          Receipt
        </Heading>
        <KeyValues
          groups={[
            [{ label: 'You paid', value: '₱62,006.00', isStrong: true }],
            [
              { label: 'Through', value: '7-Eleven' },
              { label: 'Reference number', value: 'SL-2026-000001' },
            ],
          ]}
        />
      </Stack>
    </Card>
  )),
  part('Cost', 'bar of one kind', () => (
    <Card>
      <CostBar
        receiveCentavos={6000000}
        costs={[{ centavos: 96000, label: 'Interest' }]}
        label="You receive ₱60,000.00 and repay ₱60,960.00; the cost is ₱960.00"
      />
    </Card>
  )),
  part('Timeline', 'failed', () => (
    <Timeline
      label="Your loan"
      moments={[
        { state: 'done', title: 'Signed', at: '10:24', stateText: 'done' },
        { state: 'late', title: 'Sent back by the bank', at: '10:33', stateText: 'late' },
      ]}
    />
  )),
  part('Timeline', 'all ahead', () => (
    <Timeline
      label="How it goes"
      moments={[
        { state: 'now', title: 'You send your details', at: 'now', stateText: 'now' },
        {
          state: 'next',
          title: 'Your answer and your credit line',
          at: '5 minutes',
          stateText: 'ahead',
        },
      ]}
    />
  )),
  part('Skeleton', 'card', () => <SkeletonCard lines={4} label="Loading the bill" />),
  part('Skeleton', 'rows apart', () => <SkeletonRows label="Loading your loans" />),
  part('Skeleton', 'rows of one list', () => (
    <SkeletonRows isApart={false} label="Loading your accounts" />
  )),
  part('Skeleton', 'on the sky', () => (
    <Sky isPadded>
      <SkeletonSky label="Loading" />
    </Sky>
  )),
  part('State', 'error, trying again', () => (
    <ErrorState title="We could not load this" onRetry={nothing} retryLabel="Try again" isRetrying>
      Your loans and payments are safe.
    </ErrorState>
  )),
  part('State', 'error, small', () => (
    <ErrorState isSmall title="We could not load this" onRetry={nothing} retryLabel="Try again">
      Your accounts are safe.
    </ErrorState>
  )),
  part('Paper', 'payment code with letters', () => (
    <PayCode
      code="SL2026-7K4M"
      amountLabel="Pay exactly"
      amount={<Amount centavos={6200600} size="l" />}
      barcodeLabel="Barcode"
      qrLabel="QR code"
      codeLabel="Code S L 2 0 2 6, 7 K 4 M"
    >
      It does not expire.
    </PayCode>
  )),
  {
    group: 'Camera',
    name: 'ID, still looking',
    isScreen: true,
    draw: () => (
      <CaptureFrame
        shape="card"
        state="looking"
        bar={<TopBar title="Front of your ID" onBack={nothing} backLabel="Back" />}
        title="Fit your ID in the frame"
        detail="All four corners inside, no glare."
        onShoot={nothing}
        shootLabel="Take the photo"
        start={<IconButton text="From files" />}
        end={<IconButton text="Other ID" />}
        privacy="Only our reviewers see this."
      >
        <span />
      </CaptureFrame>
    ),
  },
];
