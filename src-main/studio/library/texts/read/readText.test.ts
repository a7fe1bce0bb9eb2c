import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEmbedding, readOcr } from './readText.ts'
import { writeNpy } from '../textTasks.ts'

const one = [0.25, -1, 3e-9]
const two = [one, [1, 2, 3]]

describe('an embedding', () => {
  it.each([
    ['a bare list', one, [one]],
    ['lists in a list', two, two],
    ['a batch of batches', [two], two],
    ['{embeddings}', { embeddings: two, model: 'm' }, two],
    ['{embeddings} of one', { embeddings: one }, [one]],
    ['{embedding}', { embedding: one }, [one]],
    [
      '{data} out of order',
      {
        data: [
          { index: 1, embedding: two[1] },
          { index: 0, embedding: one },
        ],
      },
      two,
    ],
    ['{data} of a response', { data: { result: { embeddings: two } } }, two],
    ['{dense_vecs}', { dense_vecs: two }, two],
    ['JSON in a string', JSON.stringify({ embeddings: two }), two],
  ])('is read from %s', (_, value, expected) => {
    expect(readEmbedding(JSON.stringify(value))).toEqual(expected)
  })

  it.each([
    '',
    'words',
    '{}',
    '[]',
    '[[]]',
    '[1,"a"]',
    '[[1,2],[3]]',
    '[[1,2],[],[3,4]]',
    '{"data":[{"embedding":[1,2]},{"embedding":[5,null]},{"embedding":[3,4]}]}',
    '{"embeddings":[]}',
    '[null]',
    '"0.5"',
    '[1e999]',
  ])('is null for %j', (content) => {
    expect(readEmbedding(content)).toBeNull()
  })

  it('can be any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 9 })), (content) => {
        const found = readEmbedding(content)
        expect((found ?? []).flat().every(Number.isFinite)).toBe(true)
        expect(typeof readOcr(content)).toBe('string')
      }),
      { numRuns: 2000 },
    )
  })
})

it('writes a NumPy file with the exact header and numbers', () => {
  const matrix = fc.integer({ min: 1, max: 40 }).chain((dimension) =>
    fc.array(fc.array(fc.double({ noNaN: true }), { minLength: dimension, maxLength: dimension }), {
      minLength: 1,
      maxLength: 12,
    }),
  )
  fc.assert(
    fc.property(matrix, (vectors) => {
      const file = writeNpy(vectors)
      expect(file.subarray(0, 8)).toEqual(Buffer.from('\x93NUMPY\x01\x00', 'latin1'))
      const length = file.readUInt16LE(8)
      expect((10 + length) % 64).toBe(0)
      const head = file.toString('latin1', 10, 10 + length)
      expect(head).toMatch(/^\{'descr': '<f8', 'fortran_order': False, 'shape': \(\d+, \d+\), \} *\n$/)
      const [, rows, columns] = /\((\d+), (\d+)\)/.exec(head) ?? []
      const data = file.subarray(10 + length)
      const back = Array.from({ length: Number(rows) }, (_, row) =>
        Array.from({ length: Number(columns) }, (_, column) =>
          data.readDoubleLE((row * Number(columns) + column) * 8),
        ),
      )
      expect(back).toEqual(vectors)
    }),
  )
})

describe('recognised text', () => {
  it.each([
    ['plain', 'Line one\nLine two ', 'Line one\nLine two'],
    ['{text}', { text: 'Hello', blocks: [{ text: 'other' }] }, 'Hello'],
    ['pages of lines', { pages: [{ lines: [{ text: 'a' }, { text: 'b' }] }, { text: 'c' }] }, 'a\nb\nc'],
    ['lines of words', { lines: [{ words: [{ text: 'Hello' }, { text: 'you' }] }] }, 'Hello you'],
    ['a list', [{ description: 'a' }, 'b'], 'a\nb'],
    ['a response', { data: { result: { text: 'deep' } } }, 'deep'],
    ['JSON in a string', JSON.stringify({ text: 'Hello' }), 'Hello'],
    ['lines beside an empty text', { text: '', lines: [{ text: 'a' }, { text: 'b' }] }, 'a\nb'],
    ['pages whose own text is empty', { pages: [{ text: '', words: ['Hello', 'you'] }] }, 'Hello you'],
    ['only an empty text', { text: '', lines: [] }, ''],
    ['nothing', '', ''],
    ['an empty list', [], ''],
    ['unknown JSON', { a: 1 }, '{"a":1}'],
  ])('is read from %s', (_, value, expected) => {
    const content = typeof value === 'string' && !value.startsWith('{') ? value : JSON.stringify(value)
    expect(readOcr(content)).toBe(expected)
  })
})
