import { brandAt, isEbml } from './sniffFormat.ts'

/** Formats that Easel recognizes to name them, but can't use. The window has a text for each. */
export type OtherFormat =
  | 'heic'
  | 'tiff'
  | 'svg'
  | 'jp2'
  | 'jxl'
  | 'psd'
  | 'ico'
  | 'raw'
  | 'exr'
  | 'eps'
  | 'mkv'
  | 'flv'
  | 'ts'
  | 'aiff'
  | 'au'
  | 'amr'
  | 'caf'
  | 'midi'
  | 'mp2'
  | 'pdf'
  | 'archive'
  | 'document'
  | 'program'

const latin1 = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end)

/** Formats by their first bytes, in hexadecimal. */
const MAGIC: readonly [RegExp, OtherFormat][] = [
  [/^(?:0000000c6a5020200d0a870a|ff4fff51)/, 'jp2'],
  [/^(?:0000000c4a584c200d0a870a|ff0a)/, 'jxl'],
  [/^(?:38425053)/, 'psd'],
  [/^(?:0000(?:01|02)00(?!00)..00)/, 'ico'],
  [
    /^(?:46554a4946494c4d4343442d524157|4949524f|49495253|4d4d4f52|49495500|464f5662|004d524d|49491a0000004845415043434452)/,
    'raw',
  ],
  [/^(?:762f3101)/, 'exr'],
  [/^(?:25215053|c5d0d3c6)/, 'eps'],
  [/^(?:464c5601)/, 'flv'],
  [/^(?:464f524d.{8}4149464[36])/, 'aiff'],
  [/^(?:2e736e64)/, 'au'],
  [/^(?:2321414d52)/, 'amr'],
  [/^(?:6361666600)/, 'caf'],
  [/^(?:4d546864)/, 'midi'],
  [/^(?:255044462d)/, 'pdf'],
  [/^(?:504b0304|504b0506|526172211a07|377abcaf271c|1f8b08|425a68|fd377a585a00|28b52ffd)/, 'archive'],
  [/^(?:d0cf11e0a1b11ae1|7b5c727466)/, 'document'],
  [/^(?:7f454c46|4d5a.{116}..0{4}|cafebabe|cffaedfe)/, 'program'],
]

/** Makers whose names are at the beginning of their raw photos, and tags that only raw photos have. */
const RAW_MARKS = /NIKON CORPORATION|Canon|SONY|PENTAX|OLYMPUS|Panasonic|Hasselblad|Phase One|LEICA/
const DNG_VERSION = [Buffer.from([0x12, 0xc6, 1, 0, 4, 0]), Buffer.from([0xc6, 0x12, 0, 1, 0, 0, 0, 4])]

/** TIFF and the raw photos of cameras, most of which are TIFF files too. */
function sniffTiff(head: Buffer): OtherFormat | null {
  if (!/^(?:4949(?:2a|2b)00|4d4d00(?:2a|2b))/.test(head.toString('hex', 0, 4))) return null
  if (latin1(head, 8, 10) === 'CR' || DNG_VERSION.some((mark) => head.includes(mark))) return 'raw'
  // Photo scans state the scanner, so a maker alone is no evidence without the reduced image of a raw photo.
  const hasPreview =
    head.includes(Buffer.from([0xfe, 0, 4, 0, 1, 0, 0, 0, 1])) ||
    head.includes(Buffer.from([0, 0xfe, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1]))
  return hasPreview && RAW_MARKS.test(head.toString('latin1')) ? 'raw' : 'tiff'
}

/** Brands of ISO files that Easel can't use. */
const ISO_BRANDS: readonly [RegExp, OtherFormat][] = [
  [/^(?:hei[cxsm]|hev[cxms]|heif|mif[12]|msf1|miaf)$/, 'heic'],
  [/^jp[2xm]$/, 'jp2'],
  [/^jxl$/, 'jxl'],
  [/^crx$/, 'raw'],
]

const TS_PACKET_BYTES = 188

/** Whether packets of an MPEG transport stream begin at the start, some with a time of four bytes first. */
const isTransportStream = (head: Buffer): boolean =>
  [
    [0, TS_PACKET_BYTES],
    [4, TS_PACKET_BYTES + 4],
  ].some(([start = 0, step = TS_PACKET_BYTES]) =>
    [0, 1, 2, 3].every((packet) => head[start + packet * step] === 0x47),
  )

/** A frame of MPEG audio of layer I or II. The byte order mark of UTF-16 looks like one of layer I without a checksum. */
const isMp2 = (head: Buffer): boolean =>
  head[1] !== 0xfe &&
  head[0] === 0xff &&
  ((head[1] ?? 0) & 0xe0) === 0xe0 &&
  ((head[1] ?? 0) & 0x18) !== 0x08 &&
  ((head[1] ?? 0) & 4) === 4 &&
  ![0, 15].includes((head[2] ?? 0) >> 4) &&
  ((head[2] ?? 0) & 0x0c) !== 0x0c

/** The format of a file that can't be used, by its first bytes; null if it isn't known either. */
export function sniffOther(head: Buffer): OtherFormat | null {
  if (latin1(head, 4, 8) === 'ftyp') {
    const brand = brandAt(head, 8)
    const found = ISO_BRANDS.find(([pattern]) => pattern.test(brand))
    if (found) return found[1]
  }
  if (isEbml(head)) return 'mkv'
  const start = head.toString('hex', 0, 64)
  const magic = MAGIC.find(([pattern]) => pattern.test(start))?.[1]
  if (magic === 'archive')
    return /word\/|xl\/|ppt\/|mimetypeapplication\//.test(head.toString('latin1')) ? 'document' : 'archive'
  return magic ?? sniffTiff(head) ?? (isTransportStream(head) ? 'ts' : isMp2(head) ? 'mp2' : null)
}
