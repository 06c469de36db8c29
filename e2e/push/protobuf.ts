// As much of the protocol buffer encoding as Chromium's push protocol needs.

/** The fields of a message by their number; a repeated field has several values. */
export type Fields = Map<number, (bigint | Buffer)[]>;

export function encodeVarint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

export function varintField(number: number, value: number | bigint): Buffer {
  return Buffer.concat([encodeVarint(number << 3), encodeVarint(value)]);
}

export function fixed64Field(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([encodeVarint((number << 3) | 1), bytes]);
}

export function bytesField(number: number, value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([encodeVarint((number << 3) | 2), encodeVarint(bytes.length), bytes]);
}

/** Reads a number at `offset`; undefined when its last byte has not arrived yet. */
export function readVarint(bytes: Buffer, offset: number): { value: bigint; end: number } | undefined {
  let value = 0n;
  for (let at = offset, shift = 0n; at < bytes.length; at++, shift += 7n) {
    const byte = bytes[at] as number;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}

/** @throws Error when the bytes are no complete message. */
export function decodeMessage(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let offset = 0;
  const readNumber = () => {
    const read = readVarint(bytes, offset);
    if (!read) throw new Error('The message ends within a number');
    offset = read.end;
    return read.value;
  };
  const take = (length: number) => {
    offset += length;
    if (offset > bytes.length) throw new Error('The message ends within a field');
    return bytes.subarray(offset - length, offset);
  };
  while (offset < bytes.length) {
    const head = Number(readNumber());
    const value = readValue(head & 7, readNumber, take);
    fields.set(head >> 3, [...(fields.get(head >> 3) ?? []), value]);
  }
  return fields;
}

function readValue(wireType: number, readNumber: () => bigint, take: (length: number) => Buffer): bigint | Buffer {
  if (wireType === 0) return readNumber();
  if (wireType === 1) return take(8).readBigUInt64LE();
  if (wireType === 2) return take(Number(readNumber()));
  if (wireType === 5) return BigInt(take(4).readUInt32LE());
  throw new Error(`Unknown wire type ${wireType}`);
}

/** The first value of a field as text; empty when it is missing. */
export function textOf(fields: Fields, number: number): string {
  return fields.get(number)?.[0]?.toString() ?? '';
}
