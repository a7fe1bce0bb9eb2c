import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'

const { source, timestamps, webhook } = sharedRows

/** Video URL to text (facts.md §1.6). */
export const vid2txt: Operation = {
  id: 'vid2txt',
  types: ['vid2txt', 'video2text'],
  name: 'Video URL to text',
  group: 'text',
  output: ['text'],
  viewer: 'transcript',
  path: 'vid2txt',
  encoding: 'json',
  price: { path: 'vid2txt/price-calculation', encoding: 'json' },
  title: 'video_url',
  sends: { return_result_in_response: true },
  fields: [
    { ...source, name: 'video_url', help: 'An address of YouTube, X, Twitch, Kick or TikTok.' },
    timestamps,
    webhook,
  ],
}
