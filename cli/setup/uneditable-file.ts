/** A file that setup does not dare to change; the message says why, to be read after its name. */
export class UneditableFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UneditableFile';
  }
}
