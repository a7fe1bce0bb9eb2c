/** A box of an ISO media file: its length, its name, what is in it. */
export function box(name: string, ...parts: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  head.writeUInt32BE(size, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** A box with a version (0) and flags. */
export function fullBox(name: string, flags: number, ...parts: Uint8Array[]): Buffer {
  return box(name, words(flags), ...parts)
}

/** 32-bit numbers, big end first. */
export function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4)
  return bytes
}

/** 16-bit numbers, big end first. */
export function halves(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, index * 2)
  return bytes
}

/** One 32-bit number each; for long tables. */
export function table(numbers: number[]): Buffer {
  return Buffer.concat([words(numbers.length), words(...numbers)])
}
