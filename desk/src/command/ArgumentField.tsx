// One field of a form, for an argument as its command declares it.
import type { DeclaredArgument, Typing } from '@sandali/contract/commands.ts';
import { placeholderOf } from '@sandali/contract/typedValues.ts';
import { FieldError, Input, TextArea, TextField } from 'react-aria-components';
import { ChoiceField } from '#/ui/ChoiceField.tsx';
import { ChoicesField } from '#/ui/ChoicesField.tsx';
import { FieldLabel } from '#/ui/FieldLabel.tsx';
import { FileField } from '#/ui/FileField.tsx';
import { asSentence, wordsOfName } from '#/ui/words.ts';
import type { Typed } from './typed.ts';

type Text = Typed['texts'][string];
type Props = {
  argument: DeclaredArgument;
  value: Text;
  onChange: (value: Text) => void;
  fault: string | undefined;
};

export function ArgumentField({ argument, value, onChange, fault }: Props) {
  const { typing, place, isOptional } = argument;
  const label = wordsOfName(argument.name);
  const about = asSentence(argument.about);
  const shared = { label, about, fault, isOptional };
  if (typing.as === 'choice')
    return (
      <ChoiceField
        {...shared}
        words={Object.keys(typing.of)}
        value={`${value ?? ''}`}
        onChange={onChange}
      />
    );
  if (typing.as === 'choices')
    return <ChoicesField {...shared} words={typing.of} value={listOf(value)} onChange={onChange} />;
  if (typing.as === 'file' || typing.as === 'json')
    return (
      <FileField
        {...shared}
        accepted={typing.as === 'json' ? '.json' : undefined}
        value={typeof value === 'object' && !Array.isArray(value) ? value : null}
        onChange={onChange}
      />
    );
  const isLine = place === 'words' && !argument.of && typing.as === 'text';
  if (place === 'words' && !isLine)
    return (
      <TextField
        className="field field-wide"
        value={listOf(value).join('\n')}
        onChange={(text) => onChange(text.split('\n'))}
        isInvalid={fault !== undefined}
        validationBehavior="aria"
      >
        <FieldLabel {...shared} about={`${about} One a line.`} />
        <TextArea rows={3} placeholder={placeholderIn(typing)} />
        <FieldError>{fault}</FieldError>
      </TextField>
    );
  const isLong = isProse(argument);
  return (
    <TextField
      className={isLong ? 'field field-wide' : 'field'}
      value={isLine ? (listOf(value)[0] ?? '') : `${value ?? ''}`}
      onChange={(text) => onChange(isLine ? [text] : text)}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...shared} />
      {isLong ? (
        <TextArea rows={4} />
      ) : (
        <Input {...inputOf(typing)} placeholder={placeholderIn(typing)} autoComplete="off" />
      )}
      <FieldError>{fault}</FieldError>
    </TextField>
  );
}

const listOf = (value: Text): string[] => (Array.isArray(value) ? value : []);

/** Whether a text is written for a person to read, over several lines. */
const isProse = ({ key, typing }: DeclaredArgument) =>
  typing.as === 'text' && (key === 'words' || typing.isLong === true);

function inputOf(typing: Typing) {
  switch (typing.as) {
    case 'day':
      return { type: 'date' } as const;
    case 'minute':
      return { type: 'datetime-local' } as const;
    case 'pesos':
      return { inputMode: 'decimal' } as const;
    case 'whole':
      return { inputMode: 'numeric' } as const;
    default:
      return { spellCheck: false } as const;
  }
}

function placeholderIn(typing: Typing): string {
  if (typing.as === 'pesos') return '1,500.00';
  return typing.as === 'day' || typing.as === 'minute' ? '' : (placeholderOf(typing) ?? '');
}
