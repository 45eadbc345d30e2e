import { useEffect, useRef, useState } from 'react';
import { fieldId, focusField } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type PlainTextId, useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton, useHydrated } from '#/shell/ScreenForm.tsx';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text, type Tone } from '#/ui/Text.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { FileInput } from '#/ui/UploadTile.tsx';
import type { Checked, Refusal } from './checkPaper.ts';

type Result = Checked | { is: 'failed'; message: string };
type Busy = 'file' | 'code' | null;

/**
 * /verify: anybody can check whether the lender issued a document, using its file or its code. A
 * code never appears in an address.
 */
export default function Verify() {
  const text = useText();
  const [result, setResult] = useState<Result | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  const [codeError, setCodeError] = useState<string>();
  const run = async (kind: Exclude<Busy, null>, of: File | string) => {
    if (busy) return;
    setBusy(kind);
    setCodeError(undefined);
    setResult(null);
    const checked = await import('./checkPaper.ts')
      .then(({ checkFile, checkCode }) => (typeof of === 'string' ? checkCode(of) : checkFile(of)))
      .catch(() => null); // its script did not load
    setBusy(null);
    if (!checked) return setResult({ is: 'failed', message: text('net.later') });
    if ('is' in checked) return setResult(checked);
    if ('isLong' in checked) {
      setCodeError(text('verify.codeLong'));
      return focusField('code');
    }
    if (!isOfField(kind, checked)) return setResult({ is: 'failed', message: checked.message });
    setCodeError(checked.message);
    focusField('code');
  };
  return (
    <VerifyView
      result={result}
      busy={busy}
      codeError={codeError}
      onFile={(file) => void run('file', file)}
      onCode={(code) => {
        if (code.trim() !== '') return void run('code', code);
        setCodeError(text('verify.codeMissing'));
        focusField('code');
      }}
    />
  );
}

const isOfField = (kind: Busy, { name }: Refusal) =>
  kind === 'code' && name === 'paperCodeUnreadable';

export type VerifyViewProps = {
  result: Result | null;
  busy: Busy;
  codeError: string | undefined;
  onFile(file: File): void;
  onCode(code: string): void;
};

/** The result on top, a field for the code below it, and a button for the file in the dock. */
export function VerifyView({ result, busy, codeError, onFile, onCode }: VerifyViewProps) {
  const text = useText();
  const isReady = useHydrated();
  const [code, setCode] = useState('');
  const files = useRef<HTMLInputElement>(null);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) top.current?.scrollIntoView?.({ block: 'nearest' });
  }, [result]);
  return (
    <ScreenForm onSubmit={() => onCode(code)}>
      <Page>
        <div ref={top} role="status">
          {result ? <Outcome result={result} /> : <Text>{text('verify.lead')}</Text>}
        </div>
        <TextArea
          id={fieldId('code')}
          name="code"
          label={text('verify.code')}
          hint={text('verify.codeHint')}
          error={codeError}
          value={code}
          onChange={setCode}
          rows={4}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton look="soft" isBusy={busy === 'code'}>
          {text(busy === 'code' ? 'verify.checking' : 'verify.check')}
        </SubmitButton>
        <Note tone="plain">{text('verify.nothing')}</Note>
      </Page>
      <Footer>
        <Dock>
          <Button
            isPrerendered={!isReady}
            isBusy={busy === 'file'}
            onClick={() => files.current?.click()}
          >
            {text(busy === 'file' ? 'verify.checking' : 'verify.choose')}
          </Button>
        </Dock>
      </Footer>
      <FileInput name="paper" accept="application/pdf,.pdf" input={files} onFile={onFile} />
    </ScreenForm>
  );
}

type Words = { title: PlainTextId; words?: PlainTextId; tone: Tone };
const words: Record<Checked['is'], Words> = {
  genuineFile: { title: 'verify.genuineFile', words: 'verify.genuineFileWords', tone: 'positive' },
  genuineCode: { title: 'verify.genuineCode', words: 'verify.genuineCodeWords', tone: 'warn' },
  changed: { title: 'verify.changed', words: 'verify.changedWords', tone: 'bad' },
  false: { title: 'verify.false', words: 'verify.falseWords', tone: 'bad' },
  noCode: { title: 'verify.noCode', words: 'verify.noCodeWords', tone: 'bad' },
  tooLarge: { title: 'verify.tooLarge', tone: 'bad' },
  unreadable: { title: 'verify.unreadable', tone: 'bad' },
};

function Outcome({ result }: { result: Result }) {
  const text = useText();
  if (result.is === 'failed') return <Note tone="bad">{result.message}</Note>;
  const outcome = words[result.is];
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} tone={outcome.tone}>
          {text(outcome.title)}
        </Heading>
        {'kind' in result && (
          <KeyValues
            groups={[
              [
                {
                  label: text('verify.kind'),
                  value: text(`documents.kind.${result.kind}`),
                  isStrong: true,
                },
                {
                  label: text('verify.on'),
                  value: formatDay(result.on, currentLocale(), { year: true }),
                  isStrong: true,
                },
              ],
            ]}
          />
        )}
        {outcome.words && <Text size="s">{text(outcome.words)}</Text>}
      </Stack>
    </Card>
  );
}
