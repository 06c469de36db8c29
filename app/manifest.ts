import type { MetadataRoute } from 'next';

/** What makes Nod installable. Colours are those of the paper, light; browsers take the dark one from the page's meta tags. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Nod',
    short_name: 'Nod',
    description: 'Where your agents stop and ask.',
    start_url: '/?from=app',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f4ef',
    theme_color: '#f6f4ef',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Waiting', url: '/', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
      { name: 'Sessions', url: '/sessions', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    ],
  };
}
