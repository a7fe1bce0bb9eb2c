/** Samples at 48 kHz of a frame by the configuration of an Opus packet (RFC 6716 §3.1). */
function opusFrameSamples(toc: number): number {
  const configuration = toc >> 3
  if (configuration < 12) return [480, 960, 1920, 2880][configuration & 3] ?? 0
  if (configuration < 16) return [480, 960][configuration & 1] ?? 0
  return [120, 240, 480, 960][configuration & 3] ?? 0
}

/** Samples at 48 kHz of an Opus packet, by its first two bytes; 0 if it is empty or invalid. */
export function opusPacketSamples(packet: Buffer): number {
  const toc = packet[0]
  if (toc === undefined) return 0
  const code = toc & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 0x3f
  const samples = frames * opusFrameSamples(toc)
  // A packet lasts at most 120 ms.
  return samples <= 5760 ? samples : 0
}

/** The sizes of blocks of a Vorbis stream, and which of its modes have long blocks (Vorbis I §4.2). */
export interface VorbisModes {
  blockSizes: [number, number]
  isLong: boolean[]
  modeBits: number
}

/** Reads bits backwards from the end of the setup header. */
const bitAt = (bytes: Buffer, index: number): number => ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1

function readBits(bytes: Buffer, start: number, count: number): number {
  let value = 0
  for (let bit = count - 1; bit >= 0; bit--) value = value * 2 + bitAt(bytes, start + bit)
  return value
}

const MODE_BITS = 41

/**
 * The modes at the end of the setup header, read backwards: the codebooks before them would have to be decoded to read them forwards.
 * Each has a block flag, a window type and a transform type that are 0, and a mapping; their number precedes them. Null if there are none.
 */
export function readVorbisModes(identification: Buffer, setup: Buffer): VorbisModes | null {
  if (identification.length < 29 || setup.toString('latin1', 1, 7) !== 'vorbis') return null
  const sizes = identification[28] ?? 0
  const blockSizes: [number, number] = [1 << (sizes & 15), 1 << (sizes >> 4)]
  let framing = setup.length * 8 - 1
  while (framing > 0 && bitAt(setup, framing) === 0) framing -= 1
  let modes = 0
  for (let count = 1; count <= 64; count++) {
    const start = framing - count * MODE_BITS
    if (start < 56 || readBits(setup, start + 1, 16) !== 0 || readBits(setup, start + 17, 16) !== 0) break
    if (readBits(setup, start - 6, 6) + 1 === count) modes = count
  }
  if (modes === 0) return null
  const isLong = Array.from(
    { length: modes },
    (_, mode) => bitAt(setup, framing - (modes - mode) * MODE_BITS) === 1,
  )
  return { blockSizes, isLong, modeBits: modes === 1 ? 0 : 32 - Math.clz32(modes - 1) }
}

/** The size of the block in a packet; 0 if it has no audio. */
export function vorbisBlockSize(packet: Buffer, { blockSizes, isLong, modeBits }: VorbisModes): number {
  if (packet.length === 0 || bitAt(packet, 0) === 1) return 0
  const mode = readBits(packet, 1, modeBits)
  return isLong[mode] === undefined ? 0 : blockSizes[isLong[mode] ? 1 : 0]
}
