import type { ReactNode } from 'react';

/** Every icon of Nod, drawn on a 20 by 20 grid with one stroke width. */
export const iconShapes = {
  activity: <path d="M4 5h12M4 10h12M4 15h7" />,
  alert: <path d="M10 3 2.5 16.5h15zM10 8v4M10 14.3v.01" />,
  back: <path d="m12.5 4-6 6 6 6" />,
  bell: <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.3 1.5H3.7zM8.5 17.2h3" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l2.5 2" />
    </>
  ),
  copy: (
    <>
      <rect x="7" y="7" width="10" height="10" rx="2" />
      <path d="M13 4.5A1.5 1.5 0 0 0 11.5 3h-7A1.5 1.5 0 0 0 3 4.5v7A1.5 1.5 0 0 0 4.5 13" />
    </>
  ),
  cross: <path d="m5 5 10 10M15 5 5 15" />,
  download: <path d="M10 3v9M6.5 8.5 10 12l3.5-3.5M4 16.5h12" />,
  file: <path d="M5 2.5h6.5L15.5 6v11.5H5zM11.5 2.5V6h4" />,
  forward: <path d="m7.5 4.5 5.5 5.5-5.5 5.5" />,
  hand: (
    <path d="M6 10V5.5a1.3 1.3 0 0 1 2.6 0V9 4a1.3 1.3 0 0 1 2.6 0v5-4a1.3 1.3 0 0 1 2.6 0v7.5a5 5 0 0 1-5 5c-2.5 0-3.5-1-4.8-3.5L2.8 11.5c.8-.9 2-.6 2.6.2z" />
  ),
  inbox: (
    <>
      <path d="M3 11.5V5.5A2.5 2.5 0 0 1 5.5 3h9A2.5 2.5 0 0 1 17 5.5v6" />
      <path d="M3 11.5h3.6c.5 0 .9.3 1.1.7l.6 1.3c.2.4.6.7 1.1.7h1.2c.5 0 .9-.3 1.1-.7l.6-1.3c.2-.4.6-.7 1.1-.7H17v3A2.5 2.5 0 0 1 14.5 17h-9A2.5 2.5 0 0 1 3 14.5z" />
    </>
  ),
  key: (
    <>
      <circle cx="6.5" cy="13.5" r="3.5" />
      <path d="m9 11 7-7M13 7l2.5 2.5" />
    </>
  ),
  keyboard: (
    <>
      <rect x="2" y="5" width="16" height="10" rx="2" />
      <path d="M5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M7 12h6" />
    </>
  ),
  laptop: (
    <>
      <rect x="4" y="4" width="12" height="8.5" rx="1.5" />
      <path d="M2 16h16" />
    </>
  ),
  more: <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.6" />,
  phone: (
    <>
      <rect x="5.5" y="2.5" width="9" height="15" rx="2.2" />
      <path d="M9 15h2" />
    </>
  ),
  plus: <path d="M10 4v12M4 10h12" />,
  promise: <path d="M4 4h12v9H9l-3.5 3v-3H4z" />,
  quote: <path d="M4 13.5c2 0 3-1.5 3-3.5V6H3.5v4H6M12 13.5c2 0 3-1.5 3-3.5V6h-3.5v4H14" />,
  repeat: <path d="M4 9V8a3 3 0 0 1 3-3h9M13.5 2.5 16 5l-2.5 2.5M16 11v1a3 3 0 0 1-3 3H4M6.5 17.5 4 15l2.5-2.5" />,
  scope: (
    <>
      <path d="M3 7V4.5A1.5 1.5 0 0 1 4.5 3H7M13 3h2.5A1.5 1.5 0 0 1 17 4.5V7M17 13v2.5a1.5 1.5 0 0 1-1.5 1.5H13M7 17H4.5A1.5 1.5 0 0 1 3 15.5V13" />
      <circle cx="10" cy="10" r="2" />
    </>
  ),
  send: <path d="M3 10 17 3.5 12.5 17 9.5 11z" />,
  settings: (
    <>
      <circle cx="10" cy="10" r="2.6" />
      <path d="M10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4" />
    </>
  ),
  share: <path d="M10 12V2.5M7 5l3-3 3 3M6 8H4.5v9.5h11V8H14" />,
  shield: (
    <>
      <path d="M10 2.5 4 4.8v4.7c0 3.8 2.5 6.5 6 8 3.5-1.5 6-4.2 6-8V4.8z" />
      <path d="m7.3 10 2 2 3.5-4" />
    </>
  ),
  sliders: (
    <>
      <path d="M3 6h8M15 6h2M3 14h2M9 14h8" />
      <circle cx="13" cy="6" r="2" />
      <circle cx="7" cy="14" r="2" />
    </>
  ),
  stop: <rect x="5" y="5" width="10" height="10" rx="2" fill="currentColor" />,
  tablet: (
    <>
      <rect x="4" y="2.5" width="12" height="15" rx="2" />
      <path d="M9 15h2" />
    </>
  ),
  terminal: (
    <>
      <rect x="2.5" y="3.5" width="15" height="13" rx="2.5" />
      <path d="m6 8 2.5 2.2L6 12.5M10.5 12.5H14" />
    </>
  ),
  webhook: (
    <>
      <path d="M7.5 8.5 5 13M12.5 8.5 10 4M8 15h5" />
      <circle cx="4" cy="15" r="2" />
      <circle cx="15.5" cy="15" r="2" />
      <circle cx="9" cy="5" r="2" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof iconShapes;
