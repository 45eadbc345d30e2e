// What surrounds a screen (bar, dock, tabs), the camera, and dialogs and sheets over the page, in
// every state.

import { Amount } from '#/ui/Amount.tsx';
import { Button } from '#/ui/Button.tsx';
import { CaptureFrame } from '#/ui/CaptureFrame.tsx';
import { DialogPanel } from '#/ui/Dialog.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { Inline, Stack } from '#/ui/Layout.tsx';
import { Note, OfflineBar } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { Picture } from '#/ui/Picture.tsx';
import { SheetPanel } from '#/ui/Sheet.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { TabBar } from '#/ui/TabBar.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextButton, TextLink } from '#/ui/TextLink.tsx';
import { Toast } from '#/ui/Toast.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { UploadTile } from '#/ui/UploadTile.tsx';
import { WordMark } from '#/ui/WordMark.tsx';
import type { Entry } from '#stories/entries.ts';
import { idPicture, nothing } from '#stories/fixtures.ts';

const tabs = [
  { href: '#home', icon: 'home', label: 'Home', isCurrent: true },
  {
    href: '#orders',
    icon: 'orders',
    label: 'Orders',
    isCurrent: false,
    count: 1,
    countLabel: '1 overdue',
  },
  {
    href: '#my',
    icon: 'my',
    label: 'My',
    isCurrent: false,
    count: 3,
    countLabel: '3 unused coupons',
  },
] as const;

export const entries: Entry[] = [
  {
    group: 'Message',
    name: 'notes',
    draw: () => (
      <Stack gap={3}>
        <Note tone="news" role="status" onClose={nothing} closeLabel="Put away">
          On Sun, 22 Nov, 00:00–02:00, bank payouts pause.
        </Note>
        <Note title="Changed your mind?" icon="refresh">
          Return ₱58,845.00 by Wed, 25 Nov and owe nothing else.
        </Note>
        <Note tone="bad" action={<TextButton>Try again</TextButton>}>
          The photo did not arrive. Try once more.
        </Note>
        <Note tone="plain" icon="clock">
          No message yet? Send again in 0:42
        </Note>
        <OfflineBar>Offline. Last updated today, 9:40.</OfflineBar>
      </Stack>
    ),
  },
  {
    group: 'Message',
    name: 'toasts',
    draw: () => (
      <Stack>
        <Toast>Code copied</Toast>
        <Toast icon="warning" action={<TextButton>Try again</TextButton>}>
          Network abnormal, please try again later
        </Toast>
      </Stack>
    ),
  },
  {
    group: 'Message',
    name: 'dialog',
    draw: () => (
      <DialogPanel
        title="Remove BPI ••0937?"
        actions={
          <>
            <Button look="soft">Keep it</Button>
            <Button look="danger">Remove</Button>
          </>
        }
      >
        This cannot be undone.
      </DialogPanel>
    ),
  },
  {
    group: 'Message',
    name: 'dialog with a picture',
    draw: () => (
      <DialogPanel
        picture={<Picture name="update" size="s" />}
        title="A new version is ready"
        actions={<Button icon="download">Update now</Button>}
      >
        Client version is too low please update the client.
      </DialogPanel>
    ),
  },
  {
    group: 'Message',
    name: 'sheet',
    draw: () => (
      <SheetPanel
        title="What would suit you better?"
        detail="You left before signing. Tell us why."
        closeLabel="Close"
        onClose={nothing}
        foot={
          <>
            <Button>Send</Button>
            <Button look="quiet">Not now</Button>
          </>
        }
      >
        <Text>What the sheet holds</Text>
      </SheetPanel>
    ),
  },
  {
    group: 'Frame',
    name: 'bar and tabs',
    draw: () => (
      <Stack gap={3}>
        <TopBar
          title="Check and sign"
          onBack={nothing}
          backLabel="Back"
          actions={<IconButton icon="chat" label="Help" />}
        />
        <Sky>
          <TopBar
            start={<WordMark />}
            actions={
              <>
                <IconButton text="EN" label="EN, language" />
                <IconButton icon="chat" label="Help" />
              </>
            }
          />
        </Sky>
        <Footer>
          <TabBar label="Main" tabs={tabs} />
        </Footer>
      </Stack>
    ),
  },
  {
    group: 'Frame',
    name: 'dock with the outcome',
    draw: () => (
      <Footer>
        <Dock consequence={outcome()}>
          <Button>Continue</Button>
        </Dock>
      </Footer>
    ),
  },
  {
    group: 'Frame',
    name: 'dock with tabs',
    draw: () => (
      <Footer>
        <Dock consequence="Free to apply. You owe nothing until you sign.">
          <Button>Apply in 5 minutes</Button>
        </Dock>
        <TabBar label="Main, again" tabs={tabs} />
      </Footer>
    ),
  },
  {
    group: 'Frame',
    name: 'dock with two',
    draw: () => (
      <Footer>
        <Dock hasTwo>
          <Button look="soft">More time</Button>
          <Button>Pay ₱62,006.00</Button>
        </Dock>
      </Footer>
    ),
  },
  {
    group: 'Frame',
    name: 'dock, not yet, with a line below',
    draw: () => (
      <Footer>
        <Dock
          below={
            <>
              New here? <TextLink href="#register">Open an account</TextLink>
            </>
          }
        >
          <Button disabledReason="Type your number and password">Log in</Button>
        </Dock>
      </Footer>
    ),
  },
  {
    group: 'Camera',
    name: 'ID',
    isScreen: true,
    draw: () => (
      <CaptureFrame
        shape="card"
        state="good"
        bar={
          <TopBar
            title="Front of your ID"
            onBack={nothing}
            backLabel="Back"
            actions={<IconButton icon="flash" label="Light" />}
          />
        }
        title="Good. Hold still…"
        detail="All four corners inside, no glare."
        onShoot={nothing}
        shootLabel="Take the photo"
        start={<IconButton text="From files" />}
        end={<IconButton text="Other ID" />}
        privacy="Only our reviewers see this. It stays off your gallery."
      >
        <img src={idPicture} alt="The camera's view" />
      </CaptureFrame>
    ),
  },
  {
    group: 'Camera',
    name: 'selfie, to look at',
    isScreen: true,
    draw: () => (
      <CaptureFrame
        shape="holding"
        state="still"
        bar={<TopBar title="You" onBack={nothing} backLabel="Back" />}
        title="Is your face sharp?"
        actions={
          <>
            <Button look="soft">Retake</Button>
            <Button>Use it</Button>
          </>
        }
      >
        <img src={idPicture} alt="You" />
      </CaptureFrame>
    ),
  },
  {
    group: 'Camera',
    name: 'pictures to send',
    draw: () => (
      <Stack>
        <Inline isEven gap={3}>
          <UploadTile
            title="Front"
            state="done"
            picture={{ src: idPicture, alt: 'Front of your ID' }}
            onTake={nothing}
            takeLabel="Retake"
          />
          <UploadTile
            title="You, holding it"
            state="sending"
            percent={64}
            stateText="Sending, 64%"
            onTake={nothing}
            takeLabel="Retake"
          />
        </Inline>
        <Inline isEven gap={3}>
          <UploadTile
            title="Back"
            state="empty"
            icon="id"
            onTake={nothing}
            takeLabel="Take the photo"
          />
          <UploadTile
            title="Pay slip"
            state="failed"
            stateText="The photo did not arrive."
            onTake={nothing}
            takeLabel="Try again"
          />
        </Inline>
      </Stack>
    ),
  },
];
function outcome() {
  return (
    <Outcome
      startLabel="You receive"
      start={<Amount centavos={5884500} />}
      endLabel="You repay on Sat, 5 Dec"
      end={<Amount centavos={6165000} />}
    />
  );
}
