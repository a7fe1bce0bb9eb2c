import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

const { timestamps, webhook } = sharedRows

/** Audio file to text (facts.md §1.6): priced by its length, without an upload. */
export const audiofile2txt: Operation = {
  id: 'audiofile2txt',
  types: ['audiofile2txt', 'audio_file2text'],
  name: 'Audio file to text',
  group: 'text',
  output: ['text'],
  viewer: 'transcript',
  path: 'audiofile2txt',
  encoding: 'multipart',
  price: { path: 'audiofile2txt/price-calculation', encoding: 'multipart' },
  title: 'audio',
  sends: { return_result_in_response: true },
  fields: [
    { ...fileRows.audio, priced: true, measured: { wholeSeconds: 'duration_seconds' } },
    timestamps,
    webhook,
  ],
}
