import { describe, expect, it } from 'vitest'
import { encode, found, graphOf, node, promptsOf } from './testing.ts'

const both = ['POSITIVE', 'NEGATIVE']
const through = (type: string, inputs = {}, slots = [0, 1]) =>
  graphOf(
    { '10': node(type, { positive: ['6', 0], negative: ['7', 0], ...inputs }) },
    { positive: ['10', slots[0]], negative: ['10', slots[1]] },
  )
const textFrom = (nodes: Record<string, unknown>) => graphOf({ '6': encode(['10', 0]), ...nodes })
const positiveFrom = (nodes: Record<string, unknown>) => graphOf(nodes, { positive: ['10', 0] })

describe('the prompts of a graph', () => {
  it.each<[string, unknown]>([
    ['a sampler', graphOf()],
    ['a control net', through('ControlNetApplyAdvanced', { strength: 1, control_net: ['20', 0] })],
    ['image-to-video conditioning', through('WanImageToVideo', { width: 832, height: 480, length: 81 })],
    ['conditioning with tracks as text', through('WanTrackToVideo', { tracks: '[{"x": 1}]' })],
    ['a node that returns the model first', through('ApplyInstantID', { model: ['4', 0] }, [1, 2])],
    [
      'several nodes',
      {
        ...through('ControlNetApplyAdvanced'),
        '3': node('KSampler', { seed: 1, steps: 2, positive: ['11', 0], negative: ['11', 1] }),
        '11': node('LTXVConditioning', { positive: ['10', 0], negative: ['10', 1], frame_rate: 25 }),
      },
    ],
    [
      'a pipe',
      graphOf(
        {
          '10': node('ToBasicPipe', { model: ['4', 0], positive: ['6', 0], negative: ['7', 0] }),
          '11': node('FromBasicPipe', { basic_pipe: ['10', 0] }),
        },
        { positive: ['11', 3], negative: ['11', 4] },
      ),
    ],
    [
      'a sampler with a pipe',
      {
        ...graphOf({ '10': node('ToBasicPipe', { positive: ['6', 0], negative: ['7', 0] }) }),
        '3': node('ImpactKSamplerBasicPipe', { basic_pipe: ['10', 0], seed: 1, steps: 2 }),
      },
    ],
    [
      'a provider of samplers',
      {
        ...graphOf({ '10': node('ToBasicPipe', { positive: ['6', 0], negative: ['7', 0] }) }),
        '3': node('KSamplerProvider', { basic_pipe: ['10', 0], seed: 1, steps: 2 }),
      },
    ],
    [
      'a detailer',
      {
        ...graphOf(),
        '3': node('FaceDetailer', {
          image: ['20', 0],
          seed: 1,
          steps: 2,
          positive: ['6', 0],
          negative: ['7', 0],
          wildcard: '',
        }),
      },
    ],
    [
      'a loader with its own texts',
      graphOf(
        {
          '10': node('Efficient Loader', { ckpt_name: 'm.ckpt', positive: 'POSITIVE', negative: 'NEGATIVE' }),
        },
        { positive: ['10', 1], negative: ['10', 2] },
      ),
    ],
    [
      'a loader with texts of other nodes',
      graphOf(
        {
          '10': node('Efficient Loader', { ckpt_name: 'm.ckpt', positive: ['12', 0], negative: ['13', 0] }),
          '12': node('PrimitiveString', { value: 'POSITIVE' }),
          '13': node('PrimitiveString', { value: 'NEGATIVE' }),
        },
        { positive: ['10', 1], negative: ['10', 2] },
      ),
    ],
    [
      'a guider',
      {
        ...graphOf({ '10': node('CFGGuider', { cfg: 3, positive: ['6', 0], negative: ['7', 0] }) }),
        '3': node('SamplerCustomAdvanced', { guider: ['10', 0], noise: ['11', 0], sigmas: ['12', 0] }),
      },
    ],
    [
      'a guider of two conditionings',
      {
        ...graphOf({
          '10': node('DualCFGGuider', { cond1: ['6', 0], cond2: ['14', 0], negative: ['7', 0] }),
          '14': encode('SECOND'),
        }),
        '3': node('SamplerCustomAdvanced', { guider: ['10', 0], noise: ['11', 0], sigmas: ['12', 0] }),
      },
    ],
    [
      'text embeddings',
      {
        ...graphOf({
          '10': node('WanVideoTextEncode', {
            positive_prompt: 'POSITIVE',
            negative_prompt: 'NEGATIVE',
            t5: ['11', 0],
          }),
        }),
        '3': node('WanVideoSampler', { text_embeds: ['10', 0], steps: 2, seed: 1, cfg: 6 }),
      },
    ],
    [
      'reroutes',
      graphOf(
        { '10': node('Reroute', { '': ['6', 0] }), '11': node('Reroute (rgthree)', { '': ['10', 0] }) },
        { positive: ['11', 0] },
      ),
    ],
    [
      'a text box that places an object',
      positiveFrom({
        '10': node('GLIGENTextBoxApply', { text: 'sun', conditioning_to: ['6', 0], clip: ['4', 1] }),
      }),
    ],
    ['a primitive', textFrom({ '10': node('PrimitiveStringMultiline', { value: 'POSITIVE' }) })],
    [
      'a wildcard processor',
      textFrom({
        '10': node('ImpactWildcardProcessor', {
          wildcard_text: '__a__',
          populated_text: 'POSITIVE',
          mode: 'populate',
          seed: 1,
        }),
      }),
    ],
    [
      'a node that shows a computed text',
      textFrom({
        '10': node('ShowText|pysssss', { text: ['11', 0], text_0: 'POSITIVE' }),
        '11': node('OllamaGenerate', { prompt: 'Write a prompt', model: 'x' }),
      }),
    ],
    [
      'a switch by number',
      textFrom({ '10': node('CR Text Input Switch', { Input: 2, text1: 'other', text2: 'POSITIVE' }) }),
    ],
    [
      'a switch by condition',
      textFrom({
        '10': node('ComfySwitchNode', { switch: ['11', 0], on_true: 'POSITIVE', on_false: 'other' }),
        '11': node('PrimitiveBoolean', { value: true }),
      }),
    ],
    [
      'a switch that passes on what exists',
      textFrom({
        '10': node('Any Switch (rgthree)', { any_02: ['11', 0] }),
        '11': node('PrimitiveString', { value: 'POSITIVE' }),
      }),
    ],
    [
      'joined texts',
      textFrom({ '10': node('StringConcatenate', { string_a: 'POSI', string_b: 'TIVE', delimiter: '' }) }),
    ],
    [
      'a replacement',
      textFrom({ '10': node('StringReplace', { string: 'POSI-', find: '-', replace: 'TIVE' }) }),
    ],
    [
      'a prompt styler',
      graphOf({
        '6': encode(['10', 0]),
        '7': encode(['10', 1]),
        '10': node('SDXLPromptStyler', {
          text_positive: 'POSITIVE',
          text_negative: 'NEGATIVE',
          style: 'base',
        }),
      }),
    ],
  ])('are found through %s', (_what, graph) => {
    expect(promptsOf(graph)).toEqual(both)
  })

  it('of a crossed connection follow the outputs', () => {
    expect(promptsOf(through('ControlNetApplyAdvanced', {}, [1, 0]))).toEqual(['NEGATIVE', 'POSITIVE'])
  })

  it.each<[string, unknown, string]>([
    [
      'a delimiter',
      textFrom({ '10': node('JoinStrings', { string1: 'a', string2: 'b', delimiter: ' | ' }) }),
      'a | b',
    ],
    [
      'parts in natural order',
      textFrom({
        '10': node('JoinStringMulti', {
          inputcount: 3,
          string_10: 'c',
          string_2: 'b',
          string_1: 'a',
          delimiter: ',',
        }),
      }),
      'a,b,c',
    ],
    [
      'empty parts left out',
      textFrom({
        '10': node('Text Concatenate', {
          text_a: ' a ',
          text_b: '',
          text_c: 'c',
          delimiter: ', ',
          clean_whitespace: 'true',
        }),
      }),
      'a, c',
    ],
    [
      'a part of another node',
      textFrom({
        '10': node('StringConcatenate', { string_a: ['11', 0], string_b: 'b', delimiter: '; ' }),
        '11': node('PrimitiveString', { value: 'a' }),
      }),
      'a; b',
    ],
    [
      'conditionings in order',
      positiveFrom({
        '10': node('ConditioningCombine', { conditioning_1: ['6', 0], conditioning_2: ['11', 0] }),
        '11': encode('b'),
      }),
      'POSITIVE\nb',
    ],
    [
      'the conditioning that another one is added to first',
      positiveFrom({
        '10': node('ConditioningConcat', { conditioning_from: ['11', 0], conditioning_to: ['6', 0] }),
        '11': encode('b'),
      }),
      'POSITIVE\nb',
    ],
    [
      'the texts of two encoders',
      positiveFrom({ '10': node('CLIPTextEncodeSDXL', { text_l: 'b', text_g: 'a', clip: ['4', 1] }) }),
      'a\nb',
    ],
    [
      'one text of two encoders once',
      positiveFrom({
        '10': node('CLIPTextEncodeFlux', { clip_l: 'a', t5xxl: 'a', guidance: 3.5, clip: ['4', 1] }),
      }),
      'a',
    ],
  ])('have %s', (_what, graph, prompt) => {
    expect(promptsOf(graph)).toEqual([prompt, 'NEGATIVE'])
  })

  it('for areas of the image are joined in order and named as regional', () => {
    const area = (from: string) =>
      node('ConditioningSetArea', { conditioning: [from, 0], width: 64, height: 64, x: 0, y: 0, strength: 1 })
    const graph = positiveFrom({
      '10': node('ConditioningCombine', { conditioning_1: ['12', 0], conditioning_2: ['13', 0] }),
      '11': encode('a pier'),
      '12': area('6'),
      '13': area('11'),
    })
    expect(found(graph)).toMatchObject({
      values: { prompt: 'POSITIVE\na pier', width: 512, height: 768 },
      others: expect.arrayContaining([{ name: 'Prompt of 2 texts', value: 'regional' }]),
    })
  })

  it.each<[string, unknown]>([
    [
      'a language model writes',
      textFrom({ '10': node('OllamaGenerate', { prompt: 'Write a prompt', model: 'x' }) }),
    ],
    [
      'a description of an image is',
      textFrom({ '10': node('Florence2Run', { text_input: 'hint', image: ['20', 0] }) }),
    ],
    ['is picked at random', textFrom({ '10': node('DPRandomGenerator', { text: '{a|b} fox', seed: 1 }) })],
    ['is zeroed out', positiveFrom({ '10': node('ConditioningZeroOut', { conditioning: ['6', 0] }) })],
    [
      'an unknown node makes of two texts',
      textFrom({ '10': node('Mystery', { left: 'a', right: 'b', factor: 2 }) }),
    ],
    [
      'joined texts contain, one of which is computed',
      textFrom({
        '10': node('StringConcatenate', { string_a: 'a', string_b: ['11', 0], delimiter: ' ' }),
        '11': node('GeminiNode', { prompt: 'Describe', model: 'x' }),
      }),
    ],
    [
      'a switch chooses at run time',
      textFrom({
        '10': node('CR Text Input Switch', { Input: ['11', 0], text1: 'a', text2: 'b' }),
        '11': node('MathExpression', { a: 1, b: 2, expression: 'a+b' }),
      }),
    ],
  ])('are absent if %s them', (_what, graph) => {
    expect(found(graph)?.values['prompt']).toBeUndefined()
    expect(found(graph)?.values).toMatchObject({ seed: 1, steps: 20 })
  })

  it('that are known in part are shown with the title of their node and not used', () => {
    const graph = positiveFrom({
      '10': node('ConditioningCombine', { conditioning_1: ['6', 0], conditioning_2: ['11', 0] }),
      '11': encode(['12', 0]),
      '12': node('OllamaGenerate', { prompt: 'Write a prompt' }),
    })
    expect(found(graph)?.values['prompt']).toBeUndefined()
    expect(found(graph)?.others).toContainEqual({
      name: 'Prompt (in part, CLIPTextEncode)',
      value: 'POSITIVE',
    })
  })

  it('of texts that no sampler gets do not count', () => {
    const graph = graphOf({
      '30': node('CLIPTextEncode', { text: 'unused', clip: ['4', 1] }),
      '31': node('Note', { text: 'a note' }),
      '32': node('GroundingDinoSAMSegment', { prompt: 'face', threshold: 0.3, image: ['8', 0] }),
    })
    expect(promptsOf(graph)).toEqual(both)
  })

  it('has no negative prompt if a sampler gets only conditioning', () => {
    const graph = {
      ...graphOf(),
      '3': node('XlabsSampler', { conditioning: ['6', 0], noise_seed: 1, steps: 2 }),
    }
    expect(promptsOf(graph)).toEqual(['POSITIVE', undefined])
    const guided = {
      ...graphOf({ '10': node('BasicGuider', { conditioning: ['6', 0], model: ['4', 0] }) }),
      '3': node('SamplerCustomAdvanced', { guider: ['10', 0], noise: ['11', 0] }),
    }
    expect(promptsOf(guided)).toEqual(['POSITIVE', undefined])
  })
})
