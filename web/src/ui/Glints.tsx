import css from './Glints.module.css';

/** Sunlight on the water, as part of an SVG drawing: four strokes, fading towards the bottom. */
export function Glints({ x, y, gap, width }: { x: number; y: number; gap: number; width: number }) {
  const strokes = [
    { left: -0.5, wide: 1, opacity: 0.95 },
    { left: -0.78, wide: 1.9, opacity: 0.73 },
    { left: -0.89, wide: 1.22, opacity: 0.51 },
    { left: -1, wide: 2.22, opacity: 0.29 },
  ];
  return (
    <>
      {strokes.map((stroke, at) => (
        <path
          key={stroke.opacity}
          className={css.glint}
          d={`M${Math.round((x + stroke.left * width) * 10) / 10} ${Math.round((y + at * gap) * 10) / 10}h${Math.round(stroke.wide * width * 10) / 10}`}
          opacity={stroke.opacity}
        />
      ))}
    </>
  );
}
