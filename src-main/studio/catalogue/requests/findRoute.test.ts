import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { Catalogue } from '../Catalogue.ts'
import type { FileMetadata } from '../FindFile.ts'
import { findRoute } from './findRoute.ts'

const catalogue = new Catalogue()
const fileOf = (kind: FileMetadata['kind'], format: string): FileMetadata => ({
  kind,
  format,
  mime: '',
  bytes: 1,
  width: null,
  height: null,
  durationMs: 1000,
  name: null,
  title: '',
  path: '',
  isPresent: true,
})
const files: Record<string, FileMetadata> = { talk: fileOf('audio', 'mp3'), clip: fileOf('video', 'mp4') }
const LIVE_TYPES = ['audio2text', 'video2text', 'audio_file2text', 'video_file2text']

function route(values: Values, inferenceTypes = LIVE_TYPES) {
  const operation = catalogue.find('transcription')
  const record = { ...modelRecord(), inferenceTypes }
  const context = {
    record,
    findFile: (id: string) => files[id] ?? null,
    find: (id: string) => catalogue.find(id),
  }
  const found = operation && findRoute(operation, values, context)
  return found && [found.operation.id, found.toRoute({ ...values, include_ts: true })]
}

test.each([
  [{ source_file: ['talk'] }, 'audiofile2txt', { audio: ['talk'] }],
  [{ source_file: ['clip'] }, 'videofile2txt', { video: ['clip'] }],
  [
    { source_url: 'https://x.com/i/spaces/1a2b3c' },
    'aud2txt',
    { audio_url: 'https://x.com/i/spaces/1a2b3c' },
  ],
  [{ source_url: 'https://x.com/easel/status/1' }, 'vid2txt', { video_url: 'https://x.com/easel/status/1' }],
  [
    { source_url: 'https://www.youtube.com/watch?v=1' },
    'vid2txt',
    { video_url: 'https://www.youtube.com/watch?v=1' },
  ],
])('%j runs as %s', (values, operation, sent) => {
  expect(route(values)).toEqual([operation, { ...sent, include_ts: true }])
})

test.each<Values>([
  {},
  { source_file: ['gone'] },
  { source_url: 'https://audio.example/show.mp3' },
  { source_url: 'https://notyoutube.com/watch' },
  { source_url: 'not a URL' },
])('%j runs as the unified transcription', (values) => {
  expect(route(values)).toEqual(['transcribe', { ...values, include_ts: true }])
})

test('an input whose own transcription the model lacks runs as the unified one', () => {
  expect(route({ source_file: ['clip'] }, ['audio_file2text'])?.[0]).toBe('transcribe')
  expect(route({ source_file: ['clip'] }, ['videofile2txt'])?.[0]).toBe('videofile2txt')
})
