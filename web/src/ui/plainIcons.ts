// The strokes that the shell and the public pages use, in the manner of icons.ts; importing this file adds them to the set.
import { icons } from './icons.ts';

const plain = {
  back: 'M19 12H5.5M11.5 5.5 5 12l6.5 6.5',
  next: 'm9.5 6 6 6-6 6',
  down: 'm6 9.5 6 6 6-6',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.7 4.7L19 7.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11.3v4.7M12 8v.01',
  phone: 'M7 3.5h10v17H7zM11 17.5h2',
  call: 'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A14 14 0 0 1 4.5 6a2 2 0 0 1 2-2z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15',
  globe: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z',
  offline:
    'M3 4l18 16M8.5 15.5a5 5 0 0 1 5-1.3M5.5 12a9 9 0 0 1 4-2.3M2.5 8.5A13 13 0 0 1 6.5 6M13.5 9.3A9 9 0 0 1 18.5 12M11 5a13 13 0 0 1 10.5 3.5M12 19v.01',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4h-4',
} as const;

export type PlainIconName = keyof typeof plain;

Object.assign(icons, plain);
