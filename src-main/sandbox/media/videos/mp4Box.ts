/** A box of an ISO media file: length, name, content. */
export function box(name: string, ...parts: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  head.writeUInt32BE(size, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** A box with version 0 and flags. */
export function fullBox(name: string, flags: number, ...parts: Uint8Array[]): Buffer {
  return box(name, uint32s(flags), ...parts)
}

/** 32-bit integers, big-endian. */
export function uint32s(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4)
  return bytes
}

/** 16-bit integers, big-endian. */
export function uint16s(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, index * 2)
  return bytes
}

/** The number of entries, then the entries as 32-bit integers. */
export function countedTable(numbers: number[]): Buffer {
  return Buffer.concat([uint32s(numbers.length), uint32s(...numbers)])
}
