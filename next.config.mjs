// Not TypeScript: `next start` would load the whole compiler to read it, which costs 45 MB for as long as the server runs.

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  // `npm run verify` checks types; whoever starts a release need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Native or dynamic requires: left to Node, not bundled.
  serverExternalPackages: ['pg', '@node-rs/argon2', 'web-push', '@prisma/client', '@prisma/adapter-pg'],
  // Forms pass the proxy, which keeps a copy of the body: no more than a form can need.
  experimental: { proxyClientMaxBodySize: '1mb' },
};

export default config;
