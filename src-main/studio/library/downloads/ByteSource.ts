/** Bytes to look into without holding them all. */
export interface ByteSource {
  size: number
  /** Fewer bytes than asked where the source ends; none beyond it. */
  read: (position: number, length: number) => Promise<Buffer>
}

export const bytesSource = (bytes: Uint8Array): ByteSource => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
  }
}
