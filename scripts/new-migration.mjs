// npm run migration -- add_something
// Writes prisma/migrations/<time>_<name>/migration.sql: what turns the database that the migrations so far make into
// the one that prisma/schema.prisma describes. Triggers and functions are written by hand: the schema cannot name them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const migrations = path.join(root, 'prisma', 'migrations');
const schemaFile = path.join(root, 'prisma', 'schema.prisma');

/** Loads Prisma's schema engine by hand: Node 20 cannot import a .wasm file as a module. */
async function loadSchemaEngine() {
  const require = createRequire(import.meta.url);
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  // The engine's last words when it panics.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  return bindings.SchemaEngine;
}

const characterOid = 18;
const textOid = 25;
const characterColumns = new WeakMap();

/** The engine reads columns of the catalogue's type "char", which the adapter refuses: it is told that they are text. */
class CataloguePool extends pg.Pool {
  async query(...parameters) {
    const result = await super.query(...parameters);
    const columns = result.fields.filter((field) => field.dataTypeID === characterOid);
    const positions = columns.map((field) => result.fields.indexOf(field));
    for (const field of columns) field.dataTypeID = textOid;
    characterColumns.set(result.rows, positions);
    return result;
  }
}

/** Prisma's adapter for `pool`, which gives those columns their type back on the way to the engine. */
function catalogueAdapterFactory(pool) {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const position of characterColumns.get(result.rows) ?? []) {
        result.columnTypes[position] = ColumnTypeEnum.Character;
      }
      return result;
    };
    return adapter;
  };
  return bindMigrationAwareSqlAdapterFactory(factory);
}

/** The SQL that leads from the live database to the schema. */
async function diffToSchema(connection) {
  const SchemaEngine = await loadSchemaEngine();
  const schema = { path: schemaFile, content: readFileSync(schemaFile, 'utf8') };
  const pool = new CataloguePool(connection);
  const engine = await SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => {},
    catalogueAdapterFactory(pool),
  );
  try {
    const { stdout } = await engine.diff({
      // The migrations are applied by our own migrate(): the engine would split them at every semicolon.
      from: { tag: 'schemaDatasource', files: [schema], configDir: path.dirname(schemaFile) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    engine.free();
    await pool.end();
  }
}

async function load(file) {
  return (await runnerImport(path.join(root, file), { configFile: false })).module;
}

/** Runs `work` with a database that all migrations so far have been applied to. */
async function withMigratedDatabase(work) {
  const { startEmbeddedDatabase } = await load('lib/db/embedded.ts');
  const { migrate } = await load('lib/db/migrate.ts');
  const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'nod-migration-'));
  const { connection, stop } = await startEmbeddedDatabase({ dataDirectory, unsafeButFast: true });
  try {
    const pool = new pg.Pool(connection);
    await migrate(pool, migrations).finally(() => pool.end());
    return await work(connection);
  } finally {
    await stop();
    rmSync(dataDirectory, { recursive: true });
  }
}

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run migration -- add_something   (small letters, digits and underscores)');
  process.exit(2);
}
// A panic of the engine surfaces outside any promise; without this the throw-away server would be left running.
const panic = new Promise((_, reject) => process.once('uncaughtException', reject));
const sql = await withMigratedDatabase((connection) => Promise.race([diffToSchema(connection), panic]));
if (/^\s*(-- This is an empty migration\.)?\s*$/.test(sql)) {
  console.log('The migrations already lead to prisma/schema.prisma: nothing to write.');
} else {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = path.join(migrations, `${time}_${name}`, 'migration.sql');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, sql);
  console.log(`Wrote ${path.relative(process.cwd(), file)}: read it before you commit it.`);
}
