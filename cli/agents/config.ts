import type { McpAccess } from '@/lib/keys/mcp-entry';
import type { AgentId } from './agent';

/** What of a machine decides where agents keep their settings. */
export interface Machine {
  home: string;
  platform: NodeJS.Platform;
  /** A variable of the environment; undefined when it is not set or empty. */
  variable(name: string): string | undefined;
}

/** What is written into an agent's files. */
export interface NodAccess extends McpAccess {
  /** The command of this agent's hooks, quoted for a shell. */
  hookCommand: string;
}

/** The steps of keys to a place in a JSON file. */
export type JsonPath = string[];

/** Something that setup puts into a JSON file. */
export type JsonEntry =
  /** The MCP entry: a member that is Nod's when setup put it there. */
  | { kind: 'mcp'; path: JsonPath; value: unknown }
  /** One hook at the end of an array. It is Nod's when its command says so. */
  | { kind: 'hook'; path: JsonPath; value: unknown }
  /** A text in a list, that the person may have written there before. */
  | { kind: 'listed'; path: JsonPath; value: string }
  /** A text in a list that an older setup wrote there: it goes, and nothing puts it in. */
  | { kind: 'formerly listed'; path: JsonPath; value: string }
  /** A member that the file must have beside the others; one that is there stays as it is. */
  | { kind: 'required'; path: JsonPath; value: unknown };

export interface JsonFile {
  format: 'json';
  path: string;
  entries(access: NodAccess): JsonEntry[];
}

export interface TomlFile {
  format: 'toml';
  path: string;
  /** The keys to the table, and its lines with the header first. */
  table: JsonPath;
  lines(access: NodAccess): string[];
}

export type ConfigFile = JsonFile | TomlFile;

/** Where one agent keeps what setup writes, and what that looks like. */
export interface AgentConfig {
  id: AgentId;
  name: string;
  /** Names of its program, looked for on the PATH. */
  programs: string[];
  /** A folder that is there when somebody used the agent. */
  folder(machine: Machine): string;
  /** In the order of writing: the entry of the MCP server before the hooks that rely on the key. */
  files(machine: Machine): ConfigFile[];
  /** What the person has left to do. */
  nextSteps: string[];
}

/**
 * The seconds after which agents end a hook. A hook that decides waits 600 s at most and ends itself after 630 s: an agent that ended it
 * first would let the tool run.
 */
export const hookSeconds = { gate: 660, telemetry: 10 };
