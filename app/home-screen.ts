import type { MetadataRoute } from 'next';

/** How a page of Nod's stands on a home screen: colours are those of the paper, light; browsers take the dark one from the page's meta tags. */
export const homeScreen = {
  display: 'standalone',
  background_color: '#f6f4ef',
  theme_color: '#f6f4ef',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} satisfies MetadataRoute.Manifest;
