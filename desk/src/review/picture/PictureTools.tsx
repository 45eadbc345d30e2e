import type { ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Label,
  Popover,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
  Toolbar,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import type { Light, View } from './view.ts';

type Props = {
  label: string;
  view: View;
  light: Light;
  isDisabled: boolean;
  onZoom: (by: 1 | -1) => void;
  onTurn: (quarter: 1 | -1) => void;
  onLight: (light: Light) => void;
  onReset: () => void;
};

const strokes = {
  minus: 'M4 10h12',
  plus: 'M4 10h12M10 4v12',
  left: 'M4 5v4h4M4.6 9a6 6 0 1 1-.4 3.2',
  right: 'M16 5v4h-4M15.4 9a6 6 0 1 0 .4 3.2',
  light:
    'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7ZM10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M15.6 4.4l-1.4 1.4M5.8 14.2l-1.4 1.4',
  whole:
    'M3 7V4a1 1 0 0 1 1-1h3M13 3h3a1 1 0 0 1 1 1v3M17 13v3a1 1 0 0 1-1 1h-3M7 17H4a1 1 0 0 1-1-1v-3',
} as const;

/** The tools of one picture. */
export function PictureTools({ label, view, light, isDisabled, ...on }: Props) {
  return (
    <Toolbar className="rv-tools" aria-label={`Tools of ${label}`}>
      <Tool
        icon="minus"
        hint="Zoom out (−)"
        isDisabled={isDisabled || view.zoom === 1}
        onPress={() => on.onZoom(-1)}
      />
      <span className="rv-zoom" aria-live="polite">
        {Math.round(view.zoom * 100)} %
      </span>
      <Tool icon="plus" hint="Zoom in (+)" isDisabled={isDisabled} onPress={() => on.onZoom(1)} />
      <Tool
        icon="left"
        hint="Turn left ([)"
        isDisabled={isDisabled}
        onPress={() => on.onTurn(-1)}
      />
      <Tool
        icon="right"
        hint="Turn right (])"
        isDisabled={isDisabled}
        onPress={() => on.onTurn(1)}
      />
      <DialogTrigger>
        <Tool icon="light" hint="Brightness and contrast" isDisabled={isDisabled} />
        <Popover className="popover rv-light" placement="top">
          <Dialog aria-label={`Light of ${label}`}>
            <Share
              label="Brightness"
              value={light.brightness}
              onChange={(brightness) => on.onLight({ ...light, brightness })}
            />
            <Share
              label="Contrast"
              value={light.contrast}
              onChange={(contrast) => on.onLight({ ...light, contrast })}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <Tool icon="whole" hint="As it was (0)" isDisabled={isDisabled} onPress={on.onReset} />
    </Toolbar>
  );
}

type ToolProps = {
  icon: keyof typeof strokes;
  hint: string;
  isDisabled: boolean;
  onPress?: () => void;
};

function Tool({ icon, hint, isDisabled, onPress }: ToolProps): ReactNode {
  return (
    <TooltipTrigger delay={500}>
      <Button
        className="rv-tool"
        aria-label={hint}
        isDisabled={isDisabled}
        {...(onPress && { onPress })}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={strokes[icon]} />
        </svg>
      </Button>
      <Tooltip className="rv-hint">{hint}</Tooltip>
    </TooltipTrigger>
  );
}

function Share(props: { label: string; value: number; onChange: (value: number) => void }) {
  const { label, value, onChange } = props;
  return (
    <Slider
      className="rv-slider"
      value={value}
      onChange={onChange}
      minValue={50}
      maxValue={250}
      step={10}
    >
      <Label>{label}</Label>
      <SliderOutput>{({ state }) => `${state.getThumbValue(0)} %`}</SliderOutput>
      <SliderTrack className="rv-track">
        <SliderThumb className="rv-thumb" />
      </SliderTrack>
    </Slider>
  );
}
