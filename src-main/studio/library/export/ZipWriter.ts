import { crc32 } from 'node:zlib'

/** Receives the archive in order. */
export type WriteBytes = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>

interface ZipEntry {
  name: string
  /** Milliseconds since the epoch. */
  modifiedAt: number
  /** The expected size. */
  bytes: number
  content: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Larger sizes and offsets, and this one, are in Zip64 fields. */
const MAX_32_BITS = 0xffff_ffff
const MAX_ENTRIES = 0xffff
/** An entry that is expected to be this large gets Zip64 sizes, because its file may grow a little before it is read. */
const ZIP64_FROM = MAX_32_BITS - (1 << 20)

/** The names are UTF-8, and sizes and checksum follow the data. */
const FLAGS = 0x0808
/** The version of the format that has Zip64: 4.5. */
const VERSION = 45
/** Made on Unix, so the attributes are those of Unix: a file that everyone may read. */
const MADE_BY = (3 << 8) | VERSION
const ATTRIBUTES = 0o100644 * 0x1_0000

/**
 * Writes a zip archive to a stream without compression (APPNOTE 6.3.10, https://pkware.cachefly.net/webdocs/APPNOTE/APPNOTE-6.3.10.TXT), with
 * Zip64 where it is needed.
 */
export class ZipWriter {
  readonly #write: WriteBytes
  #offset = 0
  readonly #directory: Buffer<ArrayBuffer>[] = []

  constructor(write: WriteBytes) {
    this.#write = write
  }

  /** Adds a file. If its content throws, it is left out: its bytes remain in the archive, but its directory doesn't list them. */
  async add({ name, modifiedAt, bytes: expected, content }: ZipEntry): Promise<void> {
    const offset = this.#offset
    const isZip64 = expected >= ZIP64_FROM
    const head = { name: Buffer.from(name), time: msDosTime(modifiedAt), modifiedAt }
    await this.#append(localHeader(head, isZip64))
    let [bytes, checksum] = [0, 0]
    for await (const chunk of content) {
      bytes += chunk.byteLength
      checksum = crc32(chunk, checksum)
      await this.#append(chunk)
    }
    if (!isZip64 && bytes > MAX_32_BITS) throw new Error('A file grew while it was read')
    await this.#append(dataDescriptor(bytes, checksum, isZip64))
    this.#directory.push(directoryRecord(head, { bytes, checksum, offset }))
  }

  /** Writes the directory, which ends the archive. */
  async finish(): Promise<void> {
    const offset = this.#offset
    for (const record of this.#directory) await this.#append(record)
    await this.#append(endRecords(this.#directory.length, this.#offset - offset, offset))
  }

  async #append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#offset += bytes.byteLength
    await this.#write(bytes)
  }
}

interface Head {
  name: Buffer<ArrayBuffer>
  time: Buffer<ArrayBuffer>
  modifiedAt: number
}

function localHeader({ name, time, modifiedAt }: Head, isZip64: boolean): Buffer<ArrayBuffer> {
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x0403_4b50, 0)
  fixed.writeUInt16LE(VERSION, 4)
  fixed.writeUInt16LE(FLAGS, 6)
  time.copy(fixed, 10)
  // A Zip64 field here means that the sizes after the data have eight bytes.
  if (isZip64) fixed.fill(0xff, 18, 26)
  const extra = [unixTime(modifiedAt), ...(isZip64 ? [zip64Field(0, 0)] : [])]
  fixed.writeUInt16LE(name.byteLength, 26)
  fixed.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([fixed, name, ...extra])
}

function dataDescriptor(bytes: number, checksum: number, isZip64: boolean): Buffer<ArrayBuffer> {
  const record = Buffer.alloc(isZip64 ? 24 : 16)
  record.writeUInt32LE(0x0807_4b50, 0)
  record.writeUInt32LE(checksum, 4)
  if (isZip64) {
    record.writeBigUInt64LE(BigInt(bytes), 8)
    record.writeBigUInt64LE(BigInt(bytes), 16)
  } else {
    record.writeUInt32LE(bytes, 8)
    record.writeUInt32LE(bytes, 12)
  }
  return record
}

function directoryRecord(
  { name, time, modifiedAt }: Head,
  { bytes, checksum, offset }: { bytes: number; checksum: number; offset: number },
): Buffer<ArrayBuffer> {
  const fixed = Buffer.alloc(46)
  const isZip64 = bytes >= MAX_32_BITS || offset >= MAX_32_BITS
  const extra = [unixTime(modifiedAt), ...(isZip64 ? [zip64Field(bytes, bytes, offset)] : [])]
  fixed.writeUInt32LE(0x0201_4b50, 0)
  fixed.writeUInt16LE(MADE_BY, 4)
  fixed.writeUInt16LE(VERSION, 6)
  fixed.writeUInt16LE(FLAGS, 8)
  time.copy(fixed, 12)
  fixed.writeUInt32LE(checksum, 16)
  fixed.writeUInt32LE(isZip64 ? MAX_32_BITS : bytes, 20)
  fixed.writeUInt32LE(isZip64 ? MAX_32_BITS : bytes, 24)
  fixed.writeUInt16LE(name.byteLength, 28)
  fixed.writeUInt16LE(lengthOf(extra), 30)
  fixed.writeUInt32LE(ATTRIBUTES, 38)
  fixed.writeUInt32LE(isZip64 ? MAX_32_BITS : offset, 42)
  return Buffer.concat([fixed, name, ...extra])
}

/** The end records of the directory, with those of Zip64 if a number needs them. */
function endRecords(entries: number, bytes: number, offset: number): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(entries, MAX_ENTRIES), 8)
  end.writeUInt16LE(Math.min(entries, MAX_ENTRIES), 10)
  end.writeUInt32LE(Math.min(bytes, MAX_32_BITS), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32_BITS), 16)
  if (entries < MAX_ENTRIES && bytes < MAX_32_BITS && offset < MAX_32_BITS) return end
  const zip64 = Buffer.alloc(56)
  zip64.writeUInt32LE(0x0606_4b50, 0)
  zip64.writeBigUInt64LE(44n, 4)
  zip64.writeUInt16LE(MADE_BY, 12)
  zip64.writeUInt16LE(VERSION, 14)
  zip64.writeBigUInt64LE(BigInt(entries), 24)
  zip64.writeBigUInt64LE(BigInt(entries), 32)
  zip64.writeBigUInt64LE(BigInt(bytes), 40)
  zip64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([zip64, locator, end])
}

function zip64Field(...values: number[]): Buffer<ArrayBuffer> {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return field
}

/** The extended timestamp: seconds since the epoch, because the MS-DOS time has no time zone. */
function unixTime(ms: number): Buffer<ArrayBuffer> {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.max(0, Math.min(Math.floor(ms / 1000), 0x7fff_ffff)), 5)
  return field
}

/** Local time and date in the format of MS-DOS, whose years begin in 1980. */
function msDosTime(ms: number): Buffer<ArrayBuffer> {
  const at = new Date(ms)
  const year = Math.max(0, Math.min(at.getFullYear() - 1980, 127))
  const time = Buffer.alloc(4)
  time.writeUInt16LE((at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), 0)
  time.writeUInt16LE((year << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), 2)
  return time
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, part) => sum + part.byteLength, 0)
