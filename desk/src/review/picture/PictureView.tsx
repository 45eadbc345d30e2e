import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useKeys } from '#/ui/useKeys.ts';
import { PictureTools } from './PictureTools.tsx';
import { usePicture } from './usePicture.ts';
import { draw, type Light, shifted, turned, type View, wholeView, zoomed } from './view.ts';

type Props = {
  label: string;
  /** The key that chooses this picture for the keys below. */
  digit: string;
  jpeg: string | null;
  isChosen: boolean;
  onChoose: () => void;
  /** Called when the picture's minutes are over; it must stay the same. */
  onGone: () => void;
  onLookAgain: () => void;
  isLooking: boolean;
};

const usualLight: Light = { brightness: 100, contrast: 100 };
const step = 1.4;
const push = 60;

/** A picture that can be zoomed, turned, shifted and brightened, but not saved. */
export function PictureView({ label, digit, jpeg, isChosen, onChoose, onGone, ...again }: Props) {
  const shown = usePicture(jpeg, onGone);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<View>(wholeView);
  const [light, setLight] = useState<Light>(usualLight);
  const keys = isChosen && shown.state === 'shown';
  const move = (x: number, y: number) => () =>
    setView((old) => (canvas.current ? shifted(old, { x, y }, sizeOf(canvas.current)) : old));
  const reset = () => {
    setView(wholeView);
    setLight(usualLight);
  };
  const zoom = (by: number) => setView((old) => zoomed(old, by));
  const turn = (quarter: 1 | -1) => setView((old) => turned(old, quarter));
  const isZoomed = keys && view.zoom > 1;
  useKeys({
    [digit]: onChoose,
    '+': keys ? () => zoom(step) : null,
    '=': keys ? () => zoom(step) : null,
    '-': keys ? () => zoom(1 / step) : null,
    '[': keys ? () => turn(-1) : null,
    ']': keys ? () => turn(1) : null,
    '0': keys ? reset : null,
    arrowleft: isZoomed ? move(push, 0) : null,
    arrowright: isZoomed ? move(-push, 0) : null,
    arrowup: isZoomed ? move(0, push) : null,
    arrowdown: isZoomed ? move(0, -push) : null,
  });
  return (
    <figure className="rv-picture" data-chosen={isChosen || undefined} aria-label={label}>
      <figcaption>
        <kbd>{digit}</kbd> {label}
      </figcaption>
      {shown.state === 'shown' ? (
        <Canvas
          canvas={canvas}
          bitmap={shown.bitmap}
          label={label}
          view={view}
          light={light}
          onView={setView}
          onChoose={onChoose}
        />
      ) : (
        <Absent state={shown.state} {...again} />
      )}
      <PictureTools
        label={label}
        view={view}
        light={light}
        isDisabled={shown.state !== 'shown'}
        onZoom={(by) => zoom(by > 0 ? step : 1 / step)}
        onTurn={turn}
        onLight={setLight}
        onReset={reset}
      />
    </figure>
  );
}

type CanvasProps = {
  canvas: RefObject<HTMLCanvasElement | null>;
  bitmap: ImageBitmap;
  label: string;
  view: View;
  light: Light;
  onView: (next: (old: View) => View) => void;
  onChoose: () => void;
};

function Canvas({ canvas, bitmap, label, view, light, onView, onChoose }: CanvasProps) {
  const newest = useRef(view);
  newest.current = view;
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, bitmap, view);
  }, [canvas, bitmap, view]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const resized = new ResizeObserver(() => draw(element, bitmap, newest.current));
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onView((old) => zoomed(old, event.deltaY < 0 ? 1.15 : 1 / 1.15, fromCentre(event, element)));
    };
    resized.observe(element);
    // React's own listener is passive, and could not keep the page from scrolling.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      resized.disconnect();
      element.removeEventListener('wheel', wheel);
      element.width = 0;
    };
  }, [canvas, bitmap, onView]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`${label}, marked with your name`}
      style={{ filter: `brightness(${light.brightness}%) contrast(${light.contrast}%)` }}
      data-zoomed={view.zoom > 1 || undefined}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        onChoose();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.buttons !== 1) return;
        const size = sizeOf(event.currentTarget);
        const by = { x: event.movementX, y: event.movementY };
        onView((old) => shifted(old, by, size));
      }}
      onDoubleClick={(event) => {
        const at = fromCentre(event, event.currentTarget);
        onView((old) => (old.zoom > 1 ? { ...wholeView, turns: old.turns } : zoomed(old, 3, at)));
      }}
    />
  );
}

const sizeOf = (element: Element) => ({
  width: element.clientWidth,
  height: element.clientHeight,
});

function fromCentre(event: { clientX: number; clientY: number }, element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
}

type AbsentProps = Pick<Props, 'onLookAgain' | 'isLooking'> & {
  state: 'loading' | 'gone' | 'damaged';
};

function Absent({ state, onLookAgain, isLooking }: AbsentProps) {
  if (state === 'loading') return <div className="rv-absent" aria-busy="true" />;
  return (
    <div className="rv-absent">
      <p>
        {state === 'gone'
          ? 'Hidden after 5 minutes.'
          : 'This picture is damaged. Ask the borrower for it again.'}
      </p>
      {state === 'gone' && (
        <Button className="button soft" onPress={onLookAgain} isPending={isLooking}>
          Look again
        </Button>
      )}
    </div>
  );
}
