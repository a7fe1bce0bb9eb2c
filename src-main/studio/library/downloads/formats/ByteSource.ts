/** Random access to bytes without loading all of them into memory. */
export interface ByteSource {
  size: number
  /** Returns fewer bytes than requested at the end of the source, and none beyond it. */
  read: (position: number, length: number) => Promise<Buffer>
}

export const bytesSource = (bytes: Uint8Array): ByteSource => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
  }
}
