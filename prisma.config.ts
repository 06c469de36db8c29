// `prisma generate` insists on finding a schema engine, though generating never runs it: any executable will do.
// Without this line it tries a download, which fails offline.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default { schema: 'prisma/schema.prisma' };
