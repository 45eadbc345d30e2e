// Components with more text than they were designed for: typed text, a bank's full name, the
// longest translation.
import type { ReactNode } from 'react';
import { Amount } from '#/ui/Amount.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { CostKeys } from '#/ui/CostBar.tsx';
import { CostTable } from '#/ui/CostTable.tsx';
import { DialogPanel } from '#/ui/Dialog.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty, ErrorState } from '#/ui/Empty.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { SearchPicker } from '#/ui/SearchPicker.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { SheetPanel } from '#/ui/Sheet.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Stepper } from '#/ui/Stepper.tsx';
import { TabPanel, Tabs } from '#/ui/Tabs.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { Ticket } from '#/ui/Ticket.tsx';
import { Timeline } from '#/ui/Timeline.tsx';
import { Toast } from '#/ui/Toast.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { UploadTile } from '#/ui/UploadTile.tsx';
import type { Entry } from '#stories/entries.ts';
import { bankWords, nothing } from '#stories/fixtures.ts';

const long = (name: string, draw: () => ReactNode): Entry => ({ group: 'Long text', name, draw });
const bank = 'Philippine Commercial and International Savings Bank of the Visayas';
const name = 'Maria Consolacion Evangelista-Buenaventura de los Reyes';
const tabs = [
  { value: 'a', label: 'Mga coupon na puwede pang gamitin' },
  { value: 'b', label: 'Nagamit na' },
  { value: 'c', label: 'Hindi na puwede' },
] as const;

export const entries: Entry[] = [
  long('button', () => (
    <Button icon="plus">Magdagdag ng bank account na nakapangalan sa iyo</Button>
  )),
  long('dock with two', () => (
    <Footer>
      <Dock
        hasTwo
        consequence="Wala pang presyo para sa piniling ito. Tingnan ang paalala sa itaas bago magpatuloy."
      >
        <Button look="soft">Kailangan ko pa ng oras</Button>
        <Button>Bayaran ang overdue na ₱1,200,062,006.00</Button>
      </Dock>
    </Footer>
  )),
  long('bar', () => (
    <TopBar
      title="Magdagdag ng bank account na nakapangalan sa iyo"
      onBack={nothing}
      backLabel="Back"
    />
  )),
  long('field', () => (
    <TextField
      label="Pangalan ng may-ari ng account, gaya ng nakasulat sa ID na ipinadala mo"
      aside={<TextButton isAlone>Nakalimutan ang password?</TextButton>}
      error="Kailangang tugma sa nangungutang ang pangalan ng may-ari ng account. Ilagay ito gaya ng nasa ID mo."
      value={name}
      onChange={nothing}
    />
  )),
  long('select', () => (
    <SelectField
      label="Sino siya sa iyo?"
      placeholder="Pumili"
      options={[{ value: 'x', label: 'Kamag-anak ng asawa o ng magulang sa ama' }]}
      value="x"
      onChange={nothing}
    />
  )),
  long('picker', () => (
    <SearchPicker
      label="Bank"
      placeholder="Choose"
      options={[{ value: 'x', label: bank, detail: 'PCISBV' }]}
      words={bankWords}
      value="x"
      onChange={nothing}
    />
  )),
  long('tick', () => (
    <Checkbox
      isChecked={false}
      onChange={nothing}
      error="I-tick ito para makapagpatuloy sa pagpirma ng loan."
    >
      Nabasa ko ang disclosure statement at naiintindihan ko kung magkano ang babayaran ko at kailan
    </Checkbox>
  )),
  long('tabs', () => (
    <>
      <Tabs label="Coupons" panelId="long-tabs" options={tabs} value="a" onChange={nothing} />
      <TabPanel id="long-tabs" value="a">
        <Text size="s">What the tab shows</Text>
      </TabPanel>
    </>
  )),
  long('cards', () => (
    <RadioCards
      label="Term"
      options={[
        { value: '8', title: 'Masyadong maikli ang panahon', children: 'bayad: Sab, 28 Nob' },
        { value: '15', title: '15 araw', disabledReason: 'Hindi puwede sa halagang ito ngayon' },
      ]}
      value="8"
      onChange={nothing}
    />
  )),
  long('stepper', () => (
    <Stepper
      current={2}
      total={4}
      label="Ikalawang hakbang sa apat na hakbang"
      aside="mga dalawa hanggang tatlong minuto"
    />
  )),
  long('rows', () => (
    <List>
      <Row
        href="#a"
        icon="bank"
        title={bank}
        detail="Mga 10 minuto · fee ₱10.00"
        end={<Badge tone="positive">Unang pinili</Badge>}
      />
      <Row
        href="#b"
        icon="calendar"
        title="Susunod na babayaran"
        detail="Sab, 5 Dis · sa loob ng 15 araw"
        end={
          <Text as="span">
            <Amount centavos={120006180000} />
          </Text>
        }
      />
    </List>
  )),
  long('names and values', () => (
    <Card>
      <KeyValues
        groups={[
          [
            { label: 'Sender', value: 'Sandali Lending Corporation of the Philippines' },
            { label: 'Receiver', value: `${name}, ${bank} ••4821` },
            {
              label: 'E-mail',
              value: 'maria.consolacion.evangelista@philippine-postal-savings.example',
            },
            {
              label: 'Interest, less the coupon for a first loan in the new year',
              value: '₱1,200,001,650.00',
            },
          ],
          [
            {
              label: 'You repay',
              value: <Amount centavos={120006165000} size="l" />,
              isStrong: true,
            },
          ],
        ]}
      />
    </Card>
  )),
  long('cost', () => (
    <Card>
      <CostTable
        label="Cost"
        columns={['8 araw', '15 araw']}
        rows={[
          { label: 'Matatanggap mo sa account', values: ['₱159,385.00', '₱158,845.00'] },
          {
            label: 'Gastos',
            values: [
              <Amount key="8" centavos={15750000} />,
              <Amount key="15" centavos={29550000} />,
            ],
            isTotal: true,
          },
        ]}
      />
      <CostKeys
        labels={[
          { of: 0, label: 'Matatanggap mo sa account' },
          { of: 1, label: 'Interes bawat araw' },
          { of: 2, label: 'Service fee at payout fee' },
        ]}
      />
    </Card>
  )),
  long('arc', () => (
    <Sky>
      <Arc value={0.7}>
        <Text size="s">Babayaran hanggang Sab, 5 Dis</Text>
        <Amount centavos={20600099} size="xl" />
        <Text size="s">sa BDO Unibank ••4821, bandang 10:36</Text>
      </Arc>
    </Sky>
  )),
  long('ticket', () => (
    <Ticket
      worth={<Amount centavos={150000} size="l" decimals="whenAny" />}
      unit="bawas sa interes"
      title="Pasasalamat sa mga matagal nang kasama sa Sandali"
      detail="Para sa mga loan na ₱60,000 pataas at 15 araw"
      until="Matatapos sa Huwebes, 31 Disyembre 2026"
      onPick={nothing}
      isPicked
    />
  )),
  long('timeline', () => (
    <Timeline
      label="Your loan"
      moments={[
        {
          state: 'done',
          title: 'Ipinasa namin sa bangko ang pera mo',
          at: 'Lin, 29 Nob, 08:00',
          stateText: 'done',
        },
        {
          state: 'now',
          title: 'Ipinapadala ng bangko',
          at: 'ngayon',
          detail: `Papunta sa ${bank}. Karaniwang 10 minuto.`,
          stateText: 'now',
        },
      ]}
    />
  )),
  long('messages', () => (
    <Stack gap={3}>
      <Note tone="news" role="status" onClose={nothing} closeLabel="Put away">
        Sa Linggo, 22 Nob, 00:00–02:00, hihinto muna ang pagpapadala sa mga bangko habang inaayos
        nila ang kanilang sistema. Ligtas ang pera mo.
      </Note>
      <Toast icon="warning" action={<TextButton>Subukan ulit</TextButton>}>
        May problema sa network. Pakisubukan ulit mamaya, o tumawag sa customer service.
      </Toast>
    </Stack>
  )),
  long('dialog', () => (
    <DialogPanel
      isStacked
      title={`Alisin ang ${bank} ••0937?`}
      actions={
        <>
          <Button look="danger">Oo, alisin ang account na ito</Button>
          <Button look="soft">Huwag, panatilihin ito</Button>
        </>
      }
    >
      Hindi na ito mababawi. Kailangan mo itong idagdag ulit, kasama ang code mula sa SMS, para
      makatanggap ng loan dito.
    </DialogPanel>
  )),
  long('sheet', () => (
    <SheetPanel
      title="Ano ang mas babagay sa iyo sa susunod?"
      detail="Umalis ka bago pumirma. Sabihin sa amin kung bakit, para mas mapabuti namin ito."
      closeLabel="Close"
      onClose={nothing}
      foot={<Button>Ipadala ang sagot ko</Button>}
    >
      <Text>What the sheet holds</Text>
    </SheetPanel>
  )),
  long('empty', () => (
    <Empty picture="calm" title="Payapang dagat at walang utang" isSmall>
      Wala kang utang. Kapag umutang ka, makikita mo rito ang loan mo at kung kailan ito kailangang
      bayaran.
    </Empty>
  )),
  long('error', () => (
    <ErrorState
      title="Hindi namin ma-load ang mga paraan ng pagbabayad"
      onRetry={nothing}
      retryLabel="Subukan ulit ngayon"
      isSmall
    >
      May problema sa network. Ligtas ang mga utang at bayad mo.
    </ErrorState>
  )),
  long('picture to send', () => (
    <UploadTile
      title="Ikaw, hawak ang ID mo sa tabi ng mukha"
      state="failed"
      stateText="Hindi bumukas ang camera. I-uninstall ang app at payagan ulit ang camera, pumili ng picture mula sa files, o kausapin ang customer service."
      onTake={nothing}
      takeLabel="Kunan ang picture"
    />
  )),
];
