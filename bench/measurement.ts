/** One line of the table: a number of Nod's beside the floor that was measured in the same run. */
export interface Measurement {
  what: string;
  measured: string;
  /** What it is compared with; a dash when the goal is absolute. */
  floor: string;
  ratio?: number;
  goal: string;
  /** Missing when there is no goal. */
  ok?: boolean;
  /** The numbers behind the words, for bench/results.json. */
  values: Record<string, number>;
}

export interface Scale {
  /** Smaller numbers, for trying the bench itself. */
  quick: boolean;
}

/** A group of lines that `--only` can name. */
export type MeasureLine = (scale: Scale) => Promise<Measurement[]>;
