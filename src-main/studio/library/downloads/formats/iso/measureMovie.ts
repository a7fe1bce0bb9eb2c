import type { IsoBox, IsoBoxes } from '../IsoBoxes.ts'
import { type FragmentSpan, readFragmentSpans } from './isoTimes.ts'
import type { IsoMovie, IsoTrack } from './isoTracks.ts'

/** The duration in seconds of what is played of a track, by its samples and edits; 0 if it has no samples. */
function trackSeconds(track: IsoTrack, movieTimescale: number, span: FragmentSpan | undefined): number {
  if (track.timescale === 0) return 0
  const fragmentTime = span ? span.end - Math.max(0, Math.min(span.start, span.end)) : 0
  // The times of fragments continue those of the samples before them, unless the file is a part of a longer stream.
  const isContinued = span !== undefined && track.sampleTime > 0 && span.start <= track.sampleTime
  const media = isContinued ? Math.max(span.end, track.sampleTime) : track.sampleTime + fragmentTime
  if (media === 0) return 0
  const mediaSeconds = media / track.timescale
  // The edits of a fragmented file were written before its fragments.
  if (track.edits.length === 0 || movieTimescale === 0 || span) return mediaSeconds
  let seconds = 0
  for (const { duration, mediaTime } of track.edits) {
    const stated = duration / movieTimescale
    if (mediaTime < 0) seconds += stated
    else {
      const rest = Math.max(0, mediaSeconds - (mediaTime - track.firstOffset) / track.timescale)
      seconds += duration === 0 ? rest : Math.min(stated, rest)
    }
  }
  return seconds > 0 ? seconds : mediaSeconds
}

/**
 * The duration in milliseconds: that of the longest track by its samples, because headers may be wrong; what the header states if there are
 * no samples; null if it is unknown.
 */
export async function measureMovie(
  isoBoxes: IsoBoxes,
  outermost: readonly IsoBox[],
  movie: IsoMovie,
): Promise<number | null> {
  const spans = await readFragmentSpans(isoBoxes, outermost, movie.fragmentDefaults)
  const media = movie.tracks.filter(({ handler }) => handler === 'vide' || handler === 'soun')
  const seconds = media.map((track) => trackSeconds(track, movie.timescale, spans.get(track.id)))
  const longest = Math.max(0, ...seconds)
  return longest > 0 && !isoBoxes.isExhausted ? longest * 1000 : movie.statedMs
}
