import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Picture.module.css';

export type PictureName = 'calm' | 'cloud' | 'update' | 'coupons' | 'arrived' | 'nothing' | 'lock';

export type PictureProps = {
  name: PictureName;
  /** `m` is 232 px wide. `s` is 140 px wide, for a dialog or half a screen. */
  size?: 's' | 'm';
};

/** A small drawing above a water line, hidden from screen readers. */
export function Picture({ name, size = 'm' }: PictureProps) {
  return (
    <svg
      className={classes(css.picture, size === 's' && css.small)}
      viewBox="0 0 224 156"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]()}
    </svg>
  );
}

const drawings: Record<PictureName, () => ReactNode> = {
  calm: () => (
    <>
      <path className={css.sun} d="M142 128a26 26 0 0 1 52 0z" />
      <Water d="M14 128h196M44 138h136M78 148h68" />
      <Boat />
    </>
  ),
  arrived: () => (
    <>
      <circle className={css.sun} cx="168" cy="40" r="24" />
      <path
        className={css.teal}
        d="M168 4v-4M204 40h5M193 15l4-4M193 65l4 4M143 15l-4-4"
        strokeWidth="3"
      />
      <Water d="M14 128h196M44 138h136M78 148h68" />
      <Boat />
      <path className={css.land} d="M170 128c4-14 16-22 40-22v22z" />
      <circle className={css.positive} cx="62" cy="34" r="19" />
      <path className={css.tick} d="m53 34 7 7 12-13" />
    </>
  ),
  cloud: () => (
    <>
      <circle className={css.sun} cx="88" cy="60" r="26" />
      <Water d="M20 128h184M44 138h136M78 148h68" />
      <path className={css.cloud} d="M78 96a20 20 0 0 1 4-40 28 28 0 0 1 53 6 18 18 0 0 1 5 34z" />
      <path className={css.teal} d="m88 108-4 9M108 108l-4 9M128 108l-4 9" strokeWidth="3" />
    </>
  ),
  update: () => (
    <>
      <path className={css.sun} d="M86 128a26 26 0 0 1 52 0z" />
      <Water d="M14 128h196M44 138h136M78 148h68" />
      <path className={css.teal} d="M112 92V52M98 64l14-14 14 14" strokeWidth="6" />
    </>
  ),
  coupons: () => (
    <>
      <path className={css.sun} d="M150 128a24 24 0 0 1 48 0z" />
      <Water d="M14 128h196M44 138h136M78 148h68" />
      <g transform="rotate(-9 104 76)">
        <path className={css.cloud} d="M46 46h116v18a11 11 0 0 0 0 22v18H46V86a11 11 0 0 0 0-22z" />
        <path className={css.soft} d="M47.5 47.5H86v55H47.5V87.3a12 12 0 0 0 0-24.6z" />
        <path className={css.teal} d="M86 52v8M86 70v8M86 88v8" strokeWidth="3" />
        <path className={css.dark} d="M102 66h40M102 82h24" strokeWidth="4" />
      </g>
    </>
  ),
  nothing: () => (
    <>
      <path className={css.sun} d="M136 128a26 26 0 0 1 52 0z" />
      <Water d="M14 128h196M44 138h136M78 148h68" />
      <path className={css.cloud} d="M58 28h64l18 18v82H58z" />
      <path className={css.soft} d="M122 28v18h18z" />
      <path className={css.teal} d="M74 64h46M74 82h46M74 100h28" strokeWidth="4" />
    </>
  ),
  lock: () => (
    <>
      <path className={css.sun} d="M140 128a26 26 0 0 1 52 0z" />
      <Water d="M14 128h196M44 138h136M78 148h68" />
      <path className={css.dark} d="M82 72V54a24 24 0 0 1 48 0v18" strokeWidth="7" />
      <path className={css.block} d="M66 72h80v56H66z" />
      <path className={css.pale} d="M106 92v14" strokeWidth="7" />
    </>
  ),
};

function Water({ d }: { d: string }) {
  return <path className={css.water} d={d} />;
}

function Boat() {
  return (
    <>
      <path className={css.dark} d="M92 44v66" strokeWidth="3" />
      <path className={css.block} d="M96 50c26 8 36 28 38 50H96z" />
      <path className={css.foresail} d="M88 58c-14 10-20 24-22 42h22z" />
      <path
        className={css.hull}
        d="M40 108c30 8 78 8 112-2-6 12-16 18-30 18H66c-12 0-20-6-26-16z"
      />
      <path className={css.teal} d="M60 130h88" strokeWidth="4" />
      <path className={css.dark} d="M76 122v8M128 122v8" strokeWidth="2" />
    </>
  );
}
