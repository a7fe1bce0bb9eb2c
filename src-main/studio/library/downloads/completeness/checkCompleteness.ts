import type { ByteSource } from '../ByteSource.ts'
import type { Format } from '../sniff.ts'
import { audioFrames } from './audioFrames.ts'
import { ByteWindow } from './ByteWindow.ts'
import { type Check, type Completeness, MAX_PARTS } from './Completeness.ts'
import { flacCompleteness } from './flacCompleteness.ts'
import { imageCompleteness } from './imageCompleteness.ts'
import { isoCompleteness } from './isoCompleteness.ts'
import { oggCompleteness } from './oggCompleteness.ts'
import { riffCompleteness } from './riffCompleteness.ts'
import { webmCompleteness } from './webmCompleteness.ts'

const DATA_OBJECT = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex')

/** The objects of Windows Media. The file doesn't state whether an index follows the data. */
const wmv: Check = async (bytes) => {
  let at = 0
  let hasData = false
  for (let parts = 0; parts < MAX_PARTS && at < bytes.size; parts++) {
    const head = await bytes.at(at, 24)
    if (head.length < 24) return 'truncated'
    const size = Number(head.readBigUInt64LE(16))
    const isData = head.subarray(0, 16).equals(DATA_OBJECT)
    if (isData && size === 0) return 'unknown'
    if (size < 24) return 'truncated'
    hasData ||= isData
    at += size
  }
  return at > bytes.size || !hasData ? 'truncated' : 'complete'
}

/** The end code of a program stream or a video stream. Many encoders omit it. */
const mpeg: Check = async (bytes) => {
  const code = (await bytes.at(Math.max(0, bytes.size - 4), 4)).toString('hex')
  return code === '000001b9' || code === '000001b7' ? 'complete' : 'unknown'
}

const checks: Record<Format, Check> = {
  ...imageCompleteness,
  ...riffCompleteness,
  ...isoCompleteness,
  ...audioFrames,
  webm: webmCompleteness,
  ogg: oggCompleteness,
  flac: flacCompleteness,
  wmv,
  mpeg,
}

/**
 * Checks whether a file is complete by its own structure, in linear time, because a wrong or missing length header can truncate
 * it unnoticed.
 */
export const checkCompleteness = (source: ByteSource, format: Format): Promise<Completeness> =>
  checks[format](new ByteWindow(source))
