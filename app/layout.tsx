import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { ToastProvider } from '@/components/ui/toast';
import '@/app/globals.css';

export const metadata: Metadata = {
  title: { default: 'Nod', template: '%s · Nod' },
  description: 'Where your agents stop and ask.',
  manifest: '/manifest.webmanifest',
  applicationName: 'Nod',
  appleWebApp: { capable: true, title: 'Nod', statusBarStyle: 'default' },
  formatDetection: { telephone: false, email: false, address: false },
  icons: { icon: '/nod.svg', apple: '/icons/apple-touch-180.png' },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f4ef' },
    { media: '(prefers-color-scheme: dark)', color: '#141311' },
  ],
};

/** Every page is rendered per request: its scripts carry the nonce of that response. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <html lang="en">
      <body>
        <ToastProvider>{children}</ToastProvider>
      </body>
    </html>
  );
}
