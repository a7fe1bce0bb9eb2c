import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'

const { source, timestamps, webhook } = sharedRows

/** Audio URL to text (facts.md §1.6). */
export const aud2txt: Operation = {
  id: 'aud2txt',
  types: ['aud2txt', 'audio2text'],
  name: 'Audio URL to text',
  group: 'text',
  output: ['text'],
  viewer: 'transcript',
  path: 'aud2txt',
  encoding: 'json',
  price: { path: 'aud2txt/price-calculation', encoding: 'json' },
  title: 'audio_url',
  sends: { return_result_in_response: true },
  fields: [
    { ...source, name: 'audio_url', help: 'The recording of an X Space that has ended.' },
    timestamps,
    webhook,
  ],
}
