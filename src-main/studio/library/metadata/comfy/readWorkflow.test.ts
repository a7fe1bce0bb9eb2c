import { describe, expect, it } from 'vitest'
import { parseWorkflow } from './parseComfy.ts'

describe('the drawn graph', () => {
  const drawnNode = (id: number, type: string, rest: object = {}) => ({
    id,
    type,
    mode: 0,
    inputs: [],
    outputs: [],
    ...rest,
  })
  const input = (name: string, type: string, link: number | null, widget?: boolean) => ({
    name,
    type,
    link,
    ...(widget === true && { widget: { name } }),
  })
  const sampler = drawnNode(3, 'KSampler', {
    inputs: [
      input('model', 'MODEL', 1),
      input('positive', 'CONDITIONING', 2),
      input('negative', 'CONDITIONING', 3),
      input('latent_image', 'LATENT', 4),
    ],
    widgets_values: [7, 'randomize', 20, 8, 'euler', 'normal', 1],
  })
  const loader = drawnNode(4, 'CheckpointLoaderSimple', { widgets_values: ['m.safetensors'] })
  const latent = drawnNode(5, 'EmptyLatentImage', { widgets_values: [512, 768, 1] })
  const positive = drawnNode(6, 'CLIPTextEncode', {
    inputs: [input('clip', 'CLIP', null)],
    widgets_values: ['POSITIVE'],
  })
  const negative = drawnNode(7, 'CLIPTextEncode', {
    inputs: [input('clip', 'CLIP', null)],
    widgets_values: ['NEGATIVE'],
  })
  const links = [
    [1, 4, 0, 3, 0, 'MODEL'],
    [2, 6, 0, 3, 1, 'CONDITIONING'],
    [3, 7, 0, 3, 2, 'CONDITIONING'],
    [4, 5, 0, 3, 3, 'LATENT'],
  ]
  const values = {
    prompt: 'POSITIVE',
    negative_prompt: 'NEGATIVE',
    seed: 7,
    steps: 20,
    guidance: 8,
    width: 512,
    height: 768,
  }

  it('is read like the graph that is executed', () => {
    const graph = { nodes: [sampler, loader, latent, positive, negative], links }
    expect(parseWorkflow(graph)).toMatchObject({ model: { name: 'm' }, values })
  })

  it('has no nodes that are muted, and passes through those that are bypassed', () => {
    const bypassed = drawnNode(8, 'ControlNetApplyAdvanced', {
      mode: 4,
      inputs: [input('positive', 'CONDITIONING', 5), input('negative', 'CONDITIONING', 6)],
      outputs: [{ type: 'CONDITIONING' }, { type: 'CONDITIONING' }],
    })
    const muted = { ...sampler, id: 9, mode: 2, widgets_values: [99, 'fixed', 1, 1, 'x', 'y', 1] }
    const through = [links[0], [2, 8, 0, 3, 1], [3, 8, 1, 3, 2], links[3], [5, 6, 0, 8, 0], [6, 7, 0, 8, 1]]
    const graph = { nodes: [muted, sampler, loader, latent, positive, negative, bypassed], links: through }
    expect(parseWorkflow(graph)?.values).toEqual(values)
  })

  it('follows nodes that set and get a value, and settings by name', () => {
    const named = drawnNode(10, 'SomeTextEncode', {
      inputs: [
        input('clip', 'CLIP', null),
        input('text', 'STRING', null, true),
        input('weight', 'FLOAT', null, true),
      ],
      widgets_values: ['POSITIVE', 1],
    })
    const setter = drawnNode(11, 'SetNode', {
      inputs: [input('CONDITIONING', 'CONDITIONING', 7)],
      widgets_values: ['a'],
    })
    const getter = drawnNode(12, 'GetNode', { widgets_values: ['a'] })
    const through = [links[0], [2, 12, 0, 3, 1], links[2], links[3], [7, 10, 0, 11, 0]]
    const graph = { nodes: [sampler, loader, latent, negative, named, setter, getter], links: through }
    expect(parseWorkflow(graph)?.values).toEqual(values)
  })

  it('follows subgraphs in both directions', () => {
    const id = '0a1b2c3d-0000-4000-8000-000000000000'
    const inner = {
      id,
      inputs: [{ name: 'text' }],
      outputs: [{ name: 'CONDITIONING' }],
      nodes: [
        drawnNode(1, 'CLIPTextEncode', {
          inputs: [input('clip', 'CLIP', null), input('text', 'STRING', 1, true)],
          widgets_values: [''],
        }),
      ],
      links: [
        { id: 1, origin_id: -10, origin_slot: 0, target_id: 1, target_slot: 1 },
        { id: 2, origin_id: 1, origin_slot: 0, target_id: -20, target_slot: 0 },
      ],
    }
    const instance = drawnNode(13, id, {
      inputs: [input('text', 'STRING', 8)],
      outputs: [{ type: 'CONDITIONING' }],
    })
    const text = drawnNode(14, 'PrimitiveStringMultiline', { widgets_values: ['POSITIVE'] })
    const through = [links[0], [2, 13, 0, 3, 1], links[2], links[3], [8, 14, 0, 13, 0]]
    const graph = {
      nodes: [sampler, loader, latent, negative, instance, text],
      links: through,
      definitions: { subgraphs: [inner] },
    }
    expect(parseWorkflow(graph)?.values).toEqual(values)
    const typed = { ...instance, inputs: [input('text', 'STRING', null, true)], widgets_values: ['POSITIVE'] }
    expect(
      parseWorkflow({
        ...graph,
        nodes: [sampler, loader, latent, negative, typed],
        links: through.slice(0, 4),
      })?.values,
    ).toEqual(values)
  })
})
