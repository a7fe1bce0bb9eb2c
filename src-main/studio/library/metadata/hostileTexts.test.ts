import { describe, expect, it } from 'vitest'
import { parseComfy } from './comfy/parseComfy.ts'
import { encode, graphOf, node } from './comfy/testing.ts'
import { parseXmp } from './formats/parseXmp.ts'
import { parseParametersText as parse } from './readParameters.ts'

/** Nodes `0` to `count - 1`, each made from the id of the next one. */
const chainOf = (count: number, make: (next: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, make(`c${index + 1}`)]))

describe('a hostile graph', () => {
  it('with a long chain of reroutes is followed to its end', () => {
    const nodes = { ...chainOf(3000, (next) => node('Reroute', { '': [next, 0] })), c3000: encode('END') }
    expect(parseComfy(graphOf(nodes, { positive: ['c0', 0] }))?.values['prompt']).toBe('END')
  })

  it('in which every node is reached twice has each text once', () => {
    const nodes = {
      ...chainOf(500, (next) =>
        node('ConditioningCombine', { conditioning_1: [next, 0], conditioning_2: [next, 0] }),
      ),
      c500: encode('END'),
    }
    expect(parseComfy(graphOf(nodes, { positive: ['c0', 0] }))?.values['prompt']).toBe('END')
  })

  it('whose conditioning is deeper than real graphs has no prompt, but its other values', () => {
    const nodes = {
      ...chainOf(3000, (next) => node('ConditioningSetMask', { conditioning: [next, 0] })),
      c3000: encode('END'),
    }
    const values = parseComfy(graphOf(nodes, { positive: ['c0', 0] }))?.values
    expect(values).not.toHaveProperty('prompt')
    expect(values).toMatchObject({ seed: 1, negative_prompt: 'NEGATIVE' })
  })

  it('that doubles a text at each step has no prompt', () => {
    const nodes = {
      ...chainOf(60, (next) =>
        node('StringConcatenate', { string_a: [next, 0], string_b: [next, 0], delimiter: '' }),
      ),
      c60: node('PrimitiveString', { value: 'fox' }),
    }
    expect(parseComfy(graphOf({ ...nodes, '6': encode(['c0', 0]) }))?.values).not.toHaveProperty('prompt')
  })

  it.each([
    'Reroute',
    'ConditioningCombine',
    'StringConcatenate',
    'Any Switch (rgthree)',
    'CLIPTextEncode',
    'ToBasicPipe',
  ])('with a cycle of %s ends', (type) => {
    const cycle = node(type, {
      '': ['6', 0],
      text: ['6', 0],
      string_a: ['6', 0],
      delimiter: '',
      basic_pipe: ['6', 0],
      conditioning_1: ['6', 0],
    })
    expect(parseComfy(graphOf({ '6': cycle }))?.values).toMatchObject({ seed: 1 })
  })

  it('has at most a few hundred other values', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`x_${index}_name`, `f${index}`]),
    )
    const found = parseComfy(graphOf({ '4': node('CheckpointLoaderSimple', { ckpt_name: 'm', ...many }) }))
    expect(found?.others.length).toBeLessThanOrEqual(300)
  })
})

describe('hostile XMP', () => {
  const property = '<d:description xmlns:d="http://purl.org/dc/elements/1.1/">fog</d:description>'

  it.each([
    ['nested too deeply', `${'<a>'.repeat(60)}${property}${'</a>'.repeat(60)}`],
    ['with too many elements', `<a>${'<b/>'.repeat(30_000)}${property}</a>`],
    ['with too long a tag', `<a b="${'x'.repeat(70_000)}">${property}</a>`],
  ])('%s has no properties', (_what, packet) => {
    expect(parseXmp(packet).size).toBe(0)
  })

  it('as large as real packets has its properties', () => {
    const inside = `${'<a>'.repeat(20)}${property}${'</a>'.repeat(20)}${'<b/>'.repeat(5000)}`
    expect(parseXmp(`<a>${inside}</a>`).get('dc:description')).toBe('fog')
  })
})

it('a line of fields with too many fields isn’t one', () => {
  expect(parse({ text: `fog\n${'Steps: 1, '.repeat(500)}Seed: 2` })).toBeNull()
})
