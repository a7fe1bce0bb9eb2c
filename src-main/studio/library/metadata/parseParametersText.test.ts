import { describe, expect, it } from 'vitest'
import { parseParametersText } from './readParameters.ts'

const parse = (text: string) => parseParametersText({ text })

describe('parameters of ComfyUI', () => {
  const graph = `{
    "1": {"class_type": "KSampler", "inputs": {"seed": 7, "steps": 20, "cfg": 8, "positive": ["2", 0]}, "is_changed": [NaN]},
    "2": {"class_type": "CLIPTextEncode", "inputs": {"text": "NaN bread, \\"NaN\\", -Infinity"}, "is_changed": [Infinity, -Infinity]}
  }`
  const values = { prompt: 'NaN bread, "NaN", -Infinity', seed: 7, steps: 20, guidance: 8 }

  it('are read from a graph with numbers that JSON does not allow', () => {
    expect(parse(graph)?.values).toEqual(values)
    expect(parse(`prompt:${graph}`)?.values).toEqual(values)
  })

  it('are read from the comment of a video whose graph has numbers that JSON does not allow', () => {
    expect(parse(`{"prompt": ${graph}, "workflow": {"nodes": [NaN]}}`)?.values).toEqual(values)
    expect(parse(JSON.stringify({ prompt: graph }))?.values).toEqual(values)
  })

  it('are not found in a text that is invalid for another reason', () => {
    expect(parse(graph.replace('[NaN]', '[NaN'))).toBeNull()
    expect(parse(`{"a${String.raw`\"`.repeat(1_000_000)}`)).toBeNull()
  })
})

describe('parameters of the AUTOMATIC1111 web UI', () => {
  it.each([
    ['closes before its end', '"neon" city'],
    ['is not closed', '"neon'],
  ])('are read although a quote at the start of a value %s', (_what, value) => {
    expect(parse(`fog\nSteps: 20, Seed: 1, Size: 8x8, Hires prompt: ${value}, Version: v1.9`)).toMatchObject({
      program: 'Web UI v1.9',
      values: { prompt: 'fog', seed: 1, steps: 20 },
      others: [{ name: 'Hires prompt', value }],
    })
  })

  it('are read from a prompt that begins with a bracket, but not from other JSON', () => {
    const widget = 'style: anime, subject: girl, lighting: soft, camera: 35mm'
    expect(parse(JSON.stringify({ nodes: [{ widgets_values: [widget] }] }))).toBeNull()
    expect(parse(`workflow:${JSON.stringify([widget])}`)).toBeNull()
    expect(parse('[red|blue] car\nSteps: 20, Seed: 7, Size: 8x8')?.values['prompt']).toBe('[red|blue] car')
  })

  it('include values that no form can have as other values', () => {
    const fields = 'Steps: many, Seed: 18446744073709551615, CFG scale: high, Size: large, Model: m'
    expect(parse(`fog\n${fields}`)).toMatchObject({
      model: { name: 'm' },
      values: { prompt: 'fog' },
      others: [
        { name: 'Steps', value: 'many' },
        { name: 'Seed', value: '18446744073709551615' },
        { name: 'CFG scale', value: 'high' },
        { name: 'Size', value: 'large' },
      ],
    })
  })
})
