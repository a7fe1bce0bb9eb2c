import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { ByteSource } from './ByteSource.ts'
import { isoTracks } from './isoTracks.ts'
import type { Format } from './sniff.ts'

interface Container {
  kind: AssetKind
  mime: string
  format: Format
}

/** Number of bytes that contain the codec names of the first tracks. */
const HEAD = 65_536

/** Some containers may contain video or only audio. Their tracks show which, if they are in the first bytes. */
export async function detectAudioOrVideo(
  source: ByteSource,
  format: Format,
  kind: AssetKind,
  mime: string,
): Promise<Container> {
  if (format === 'mp4' || format === 'mov') {
    const { audio, video } = await isoTracks(source)
    if (audio && !video) return { kind: 'audio', mime: 'audio/mp4', format: 'm4a' }
  }
  if (format === 'webm') {
    const head = (await source.read(0, HEAD)).toString('latin1')
    if (/A_(OPUS|VORBIS)/.test(head) && !/V_(VP8|VP9|AV1)/.test(head))
      return { kind: 'audio', mime: 'audio/webm', format }
  }
  if (format === 'ogg') {
    const head = (await source.read(0, HEAD)).toString('latin1')
    if (head.includes('\x80theora') || head.includes('\x01video'))
      return { kind: 'video', mime: 'video/ogg', format }
  }
  return { kind, mime, format }
}
