import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

const { timestamps, webhook } = sharedRows

/** Video file to text (facts.md §1.6): priced by its length, without an upload. */
export const videofile2txt: Operation = {
  id: 'videofile2txt',
  types: ['videofile2txt', 'video_file2text'],
  name: 'Video file to text',
  group: 'text',
  output: ['text'],
  viewer: 'transcript',
  path: 'videofile2txt',
  encoding: 'multipart',
  price: { path: 'videofile2txt/price-calculation', encoding: 'multipart' },
  title: 'video',
  sends: { return_result_in_response: true },
  fields: [
    { ...fileRows.video, priced: true, measured: { wholeSeconds: 'duration_seconds' } },
    timestamps,
    webhook,
  ],
}
