// The strokes that only screens behind the login use, in the manner of icons.ts; importing this file adds them to the set.
import { icons } from './icons.ts';

const more = {
  home: 'M4 11.2 12 4l8 7.2V19a1.5 1.5 0 0 1-1.5 1.5H15v-5.2H9v5.2H5.5A1.5 1.5 0 0 1 4 19z',
  orders: 'M6 3.5h12V20.5l-3-1.8-3 1.8-3-1.8-3 1.8zM9.5 8.5h5M9.5 12.5h5',
  my: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM4.5 20c.9-3.5 3.8-5.2 7.5-5.2s6.6 1.7 7.5 5.2',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4',
  bank: 'M4 9.5 12 4.5l8 5zM6 12.5v5M10 12.5v5M14 12.5v5M18 12.5v5M4 20h16',
  wallet: 'M4 7.5A2 2 0 0 1 6 5.5h11v3M4 7.5v10a2 2 0 0 0 2 2h14v-11H5.5M16.5 14v.01',
  store: 'M5 10.5V20h14v-9.5M3.5 8.5 5.5 4h13l2 4.5c0 3-4 3-4.25 0-.25 3-4 3-4.25 0-.25 3-4 3-4.25 0-.25 3-4.25 3-4.25 0zM10 20v-5h4v5',
  code: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v6h-3M14 20v-.01',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  share: 'M12 15V4M7.5 8 12 3.8 16.5 8M5 12.5V20h14v-7.5',
  camera: 'M4 8h3.5L9.5 5h5l2 3H20v11.5H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  id: 'M3.5 6h17v12.5h-17zM8.5 12.2a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM5.8 15.8c.6-1.4 4.8-1.4 5.4 0M14 10h4M14 13.5h3',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4 4',
  ticket: 'M3.5 7h17v3.2a1.9 1.9 0 0 0 0 3.6V17h-17v-3.2a1.9 1.9 0 0 0 0-3.6zM14 7.5v1.5M14 11.25v1.5M14 15v1.5',
  key: 'M15.5 13.5a4.75 4.75 0 1 0-4.4-3L4 17.6V20h3v-2h2v-2h2l1.6-3.2M16.5 7.5v.01',
  chat: 'M4 5.5h16v11h-8L7.5 20v-3.5H4zM8.5 10h7M8.5 13h4',
  shield: 'M12 3.5 5 6v6c0 4.5 3 7 7 8.5 4-1.5 7-4 7-8.5V6zM9 12l2.2 2.2L15.2 10',
  logout: 'M10 4H5v16h5M9.5 12H20M16 8l4 4-4 4',
  edit: 'M4.5 19.5v-4L15.5 4.5l4 4-11 11z',
  trash: 'M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13',
  news: 'M4 10v4h3.5L15 18.5v-13L7.5 10zM18 9.5a4 4 0 0 1 0 5M8 14.5l1 5h2.5',
  document: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12.5h6M9 16h6',
  flash: 'M13 3 5.5 13.5H11L10 21l8-11h-5.5z',
  contacts: 'M5 4.5h13v15.5H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h11',
  link: 'M10 14l4-4M8.5 11.5 6 14a3.25 3.25 0 0 0 4.6 4.6l2.4-2.4M15.5 12.5 18 10a3.25 3.25 0 0 0-4.6-4.6L11 7.8',
} as const;

export type MoreIconName = keyof typeof more;

Object.assign(icons, more);
