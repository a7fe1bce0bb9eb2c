import { expect, test } from 'vitest'
import { Catalogue } from '../Catalogue.ts'
import type { FileRow } from '../Operation.ts'
import { builtInOperations } from '../rows/builtInOperations.ts'
import { applyOverrides } from './applyOverrides.ts'
import type { OperationOverride } from './readOverrides.ts'

function catalogueWith(overrides: Record<string, OperationOverride>): Catalogue {
  const { operations, errors } = applyOverrides(builtInOperations, new Map(Object.entries(overrides)))
  expect(errors).toEqual([])
  const catalogue = new Catalogue()
  catalogue.replace(operations)
  return catalogue
}

const sourceFile = (catalogue: Catalogue, id = 'transcription'): FileRow | undefined =>
  catalogue.find(id)?.fields.find((row): row is FileRow => row.kind === 'file' && row.name === 'source_file')

test('without overrides, no task changes', () => {
  expect(catalogueWith({}).all()).toEqual(builtInOperations)
})

test.each(['audiofile2txt', 'aud2txt', 'videofile2txt', 'vid2txt', 'transcribe'])(
  'a model with a type that the file adds to %s can run Transcribe',
  (id) => {
    const catalogue = catalogueWith({ [id]: { types: ['speech-to-text'] } })
    const ids = catalogue.findByModel(['speech-to-text']).map((operation) => operation.id)
    expect(new Set(ids)).toEqual(new Set([id, 'transcription', 'transcribe']))
    expect(catalogue.findByType('speech-to-text')?.id).toBe(id)
  },
)

test('a type that the file adds to another task does not concern Transcribe', () => {
  const catalogue = catalogueWith({ img2txt: { types: ['ocr'] } })
  expect(catalogue.findByModel(['ocr']).map(({ id }) => id)).toEqual(['img2txt'])
})

test('Transcribe accepts the formats and sizes that the file adds to its tasks', () => {
  const builtIn = sourceFile(new Catalogue())
  const catalogue = catalogueWith({
    audiofile2txt: { files: { audio: { formats: ['mp3', 'wav'], maxBytes: 90_000_000 } } },
    videofile2txt: { files: { video: { formats: ['mkv'], maxBytes: 1000 } } },
  })
  const row = sourceFile(catalogue)
  expect(new Set(row?.formats)).toEqual(new Set([...(builtIn?.formats ?? []), 'wav', 'mkv']))
  expect(row).toMatchObject({ media: ['audio', 'video'], maxBytes: 90_000_000 })
  expect(sourceFile(catalogue, 'transcribe')).toEqual(builtIn)
})

test('Transcribe keeps to the limits that the file sets for all of its tasks', () => {
  const row = sourceFile(
    catalogueWith({
      audiofile2txt: { files: { audio: { formats: ['mp3'], maxBytes: 1000 } } },
      videofile2txt: { files: { video: { formats: ['mp4'], maxBytes: 3000 } } },
      transcribe: { files: { source_file: { formats: ['mp3'], maxBytes: 2000 } } },
    }),
  )
  expect(row).toMatchObject({ formats: ['mp3', 'mp4'], maxBytes: 3000 })
})
