import type { IsoBox, IsoBoxes } from '../IsoBoxes.ts'

/** A part of a track that is played (ISO/IEC 14496-12 §8.6.6). */
export interface Edit {
  /** In units of the movie's time scale; 0 means up to the end. */
  duration: number
  /** Where it begins, in units of the track's time scale; -1 for a pause. */
  mediaTime: number
}

/** The duration that a sample of a fragment has by default, in units of the track's time scale, by track. */
export type FragmentDefaults = Map<number, number>

/** Entries of a table that are read at a time. */
const ENTRIES_PER_READ = 8192

/** The sum of the durations in `stts`, the table of sample times. */
export async function sumSampleTimes(isoBoxes: IsoBoxes, table: IsoBox | undefined): Promise<number> {
  if (!table) return 0
  const head = await isoBoxes.read(table.start, 8)
  if (head.length < 8) return 0
  const count = Math.min(head.readUInt32BE(4), Math.floor((table.end - table.start - 8) / 8))
  let sum = 0
  for (let first = 0; first < count; first += ENTRIES_PER_READ) {
    const entries = await isoBoxes.read(
      table.start + 8 + first * 8,
      Math.min(ENTRIES_PER_READ, count - first) * 8,
    )
    for (let at = 0; at + 8 <= entries.length; at += 8)
      sum += entries.readUInt32BE(at) * entries.readUInt32BE(at + 4)
  }
  return sum
}

/** By how much the first sample is shown later than it is decoded (`ctts`), which edits leave out; 0 if it isn't. */
export async function readFirstOffset(isoBoxes: IsoBoxes, table: IsoBox | undefined): Promise<number> {
  const head = table ? await isoBoxes.read(table.start, 16) : null
  return !head || head.length < 16 || head.readUInt32BE(4) === 0 ? 0 : head.readInt32BE(12)
}

/** A track with more edits than this counts as one without. */
const MAX_EDITS = 1024

export async function readEdits(isoBoxes: IsoBoxes, list: IsoBox | undefined): Promise<Edit[]> {
  if (!list) return []
  const bytes = await isoBoxes.read(list.start, Math.min(list.end - list.start, 8 + MAX_EDITS * 20))
  if (bytes.length < 8) return []
  const is64Bit = bytes[0] === 1
  const entryBytes = is64Bit ? 20 : 12
  const count = bytes.readUInt32BE(4)
  if (count > MAX_EDITS || 8 + count * entryBytes > bytes.length) return []
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * entryBytes
    return is64Bit
      ? { duration: Number(bytes.readBigUInt64BE(at)), mediaTime: Number(bytes.readBigInt64BE(at + 8)) }
      : { duration: bytes.readUInt32BE(at), mediaTime: bytes.readInt32BE(at + 4) }
  })
}

export async function readFragmentDefaults(
  isoBoxes: IsoBoxes,
  boxes: readonly IsoBox[],
): Promise<FragmentDefaults> {
  const defaults: FragmentDefaults = new Map()
  for (const { type, start } of boxes) {
    const bytes = type === 'trex' ? await isoBoxes.read(start, 24) : null
    if (bytes?.length === 24) defaults.set(bytes.readUInt32BE(4), bytes.readUInt32BE(12))
  }
  return defaults
}

/** When the fragments of a track begin and end, in units of its time scale. */
export interface FragmentSpan {
  start: number
  end: number
}

/** The flags of `tfhd` and `trun` for their optional fields, in the order of the fields. */
const TFHD_FIELDS = [
  [0x01, 8],
  [0x02, 4],
] as const
const TFHD_DEFAULT_DURATION = 0x08
const TRUN_DATA_OFFSET = 0x01
const TRUN_FIRST_FLAGS = 0x04
const TRUN_DURATION = 0x100
const TRUN_SAMPLE_FIELDS = [TRUN_DURATION, 0x200, 0x400, 0x800]

/** Walks the fragments of a file; the samples of each state their durations. */
export async function readFragmentSpans(
  isoBoxes: IsoBoxes,
  outermost: readonly IsoBox[],
  defaults: FragmentDefaults,
): Promise<Map<number, FragmentSpan>> {
  const spans = new Map<number, FragmentSpan>()
  for (const fragment of outermost) {
    if (fragment.type !== 'moof') continue
    for (const box of (await isoBoxes.readBoxes(fragment.start, fragment.end)).boxes)
      if (box.type === 'traf') await addTrackFragment(isoBoxes, box, defaults, spans)
  }
  return spans
}

async function addTrackFragment(
  isoBoxes: IsoBoxes,
  fragment: IsoBox,
  defaults: FragmentDefaults,
  spans: Map<number, FragmentSpan>,
): Promise<void> {
  const { boxes } = await isoBoxes.readBoxes(fragment.start, fragment.end)
  const header = boxes.find(({ type }) => type === 'tfhd')
  const head = header ? await isoBoxes.read(header.start, 24) : null
  if (!head || head.length < 8) return
  const track = head.readUInt32BE(4)
  const flags = head.readUIntBE(1, 3)
  const offset = TFHD_FIELDS.reduce((at, [flag, bytes]) => (flags & flag ? at + bytes : at), 8)
  const hasDefault = (flags & TFHD_DEFAULT_DURATION) !== 0 && head.length >= offset + 4
  const defaultDuration = hasDefault ? head.readUInt32BE(offset) : (defaults.get(track) ?? 0)
  let duration = 0
  for (const run of boxes) if (run.type === 'trun') duration += await sumRun(isoBoxes, run, defaultDuration)
  const span = spans.get(track)
  const time = await readDecodeTime(
    isoBoxes,
    boxes.find(({ type }) => type === 'tfdt'),
  )
  const start = time ?? span?.end ?? 0
  spans.set(track, {
    start: Math.min(span?.start ?? start, start),
    end: Math.max(span?.end ?? 0, start + duration),
  })
}

async function readDecodeTime(isoBoxes: IsoBoxes, box: IsoBox | undefined): Promise<number | null> {
  const bytes = box ? await isoBoxes.read(box.start, 12) : null
  if (!bytes || bytes.length < 8) return null
  if (bytes[0] !== 1) return bytes.readUInt32BE(4)
  return bytes.length < 12 ? null : Number(bytes.readBigUInt64BE(4))
}

/** The duration of the samples in a `trun` box. */
async function sumRun(isoBoxes: IsoBoxes, run: IsoBox, defaultDuration: number): Promise<number> {
  const head = await isoBoxes.read(run.start, 8)
  if (head.length < 8) return 0
  const flags = head.readUIntBE(1, 3)
  const count = head.readUInt32BE(4)
  if ((flags & TRUN_DURATION) === 0) return count * defaultDuration
  const entryBytes = TRUN_SAMPLE_FIELDS.filter((flag) => flags & flag).length * 4
  const start = run.start + 8 + (flags & TRUN_DATA_OFFSET ? 4 : 0) + (flags & TRUN_FIRST_FLAGS ? 4 : 0)
  let sum = 0
  for (let first = 0; first < count; first += ENTRIES_PER_READ) {
    const length = Math.min(ENTRIES_PER_READ, count - first) * entryBytes
    const entries = await isoBoxes.read(
      start + first * entryBytes,
      Math.min(length, run.end - start - first * entryBytes),
    )
    if (entries.length === 0) break
    for (let at = 0; at + 4 <= entries.length; at += entryBytes) sum += entries.readUInt32BE(at)
  }
  return sum
}
