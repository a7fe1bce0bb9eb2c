import { expect, test } from 'vitest'
import { describeValues } from './describeValues.ts'
import { fieldOfWire } from './fieldOfWire.ts'
import { txt2img } from './rows/txt2img.ts'

test('A request is described by its prompt on one line, its seed and its size', () => {
  expect(
    describeValues(txt2img, { prompt: ' a fox\n\tin  snow ', seed: 7, width: 512, height: 256 }),
  ).toEqual({
    title: 'a fox in snow',
    seed: 7,
    width: 512,
    height: 256,
  })
})

test('Without words it goes by the name of its operation', () => {
  expect(describeValues(txt2img, { prompt: ' ', seed: 'x' })).toEqual({
    title: 'Text to image',
    seed: null,
    width: null,
    height: null,
  })
})

test('A long prompt is cut between characters', () => {
  const { title } = describeValues(txt2img, { prompt: '🦊'.repeat(900) })
  expect(title).toBe(`${'🦊'.repeat(499)}…`)
})

test.each([
  ['width', 'width'],
  ['loras.0.weight', 'loras'],
  ['loras[0][weight]', 'loras'],
  ['balance', null],
])("The service's complaint about %s lands at %s", (wireName, entry) => {
  expect(fieldOfWire(txt2img, wireName)).toBe(entry)
})
