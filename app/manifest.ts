import type { MetadataRoute } from 'next';
import { homeScreen } from '@/app/home-screen';

/** What makes Nod installable. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Nod',
    short_name: 'Nod',
    description: 'Where your agents stop and ask.',
    start_url: '/?from=app',
    scope: '/',
    ...homeScreen,
    shortcuts: [
      { name: 'Waiting', url: '/', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
      { name: 'Sessions', url: '/sessions', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    ],
  };
}
