import type { Operation } from '../Operation.ts'
import { audiofile2txt } from './audiofile2txt.ts'
import { aud2txt } from './aud2txt.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'
import { vid2txt } from './vid2txt.ts'
import { videofile2txt } from './videofile2txt.ts'

const { source, timestamps, webhook } = sharedRows
const { audio, video } = fileRows
const either = { required: false, oneOf: 'source' } as const

/** Unified transcription (facts.md §1.6): any source. The live service lists it with no model: it runs on those of the others. */
export const transcribe: Operation = {
  id: 'transcribe',
  types: ['transcribe'],
  modelsOf: [audiofile2txt, aud2txt, videofile2txt, vid2txt].flatMap(({ types }) => types),
  name: 'Unified transcription',
  group: 'text',
  output: ['text'],
  viewer: 'transcript',
  path: 'transcribe',
  encoding: 'json-unless-file',
  price: {
    path: 'transcribe/price-calculation',
    encoding: 'multipart',
  },
  title: 'source_url',
  sends: { return_result_in_response: true },
  fields: [
    {
      ...video,
      ...either,
      name: 'source_file',
      label: 'File',
      media: ['audio', 'video'],
      formats: [...new Set([...audio.formats, ...video.formats])],
      measured: { wholeSeconds: 'duration_seconds' },
    },
    { ...source, ...either },
    timestamps,
    webhook,
  ],
}
