/** The icons of /login, in the manner of icons.ts, which has all. */
export const loginIcons = {
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  eyeOff:
    'M4 4l16 16M9.6 9.8a2.8 2.8 0 0 0 4 3.9M7 7.3C4.1 9 2.5 12 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10.3 5.7c.5-.1 1.1-.2 1.7-.2 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3',
  warning: 'M12 4 2.8 19.8h18.4zM12 10v4.3M12 17v.01',
} as const;
