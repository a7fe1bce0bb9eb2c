const ALIGN = 64

/** Vectors of one dimension as a NumPy file, version 1.0, 64-bit floats in rows (numpy.lib.format). */
export function writeNpy(vectors: readonly (readonly number[])[]): Buffer {
  const shape = `(${vectors.length}, ${vectors[0]?.length ?? 0})`
  const facts = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`
  const magic = Buffer.from('\x93NUMPY\x01\x00__', 'latin1')
  const header = `${facts.padEnd(Math.ceil((magic.length + facts.length + 1) / ALIGN) * ALIGN - magic.length - 1)}\n`
  magic.writeUInt16LE(header.length, 8)
  const numbers = vectors.flat()
  const data = Buffer.alloc(numbers.length * 8)
  for (const [index, value] of numbers.entries()) data.writeDoubleLE(value, index * 8)
  return Buffer.concat([magic, Buffer.from(header, 'latin1'), data])
}
