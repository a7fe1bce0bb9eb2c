import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode, found, graphOf, node } from './testing.ts'

describe('the LoRAs of a graph', () => {
  const withModel = (nodes: Record<string, unknown>) => graphOf(nodes, { model: ['10', 0] })
  const style = [{ name: 'style', weight: 0.8 }]

  it.each<[string, unknown]>([
    [
      'a loader',
      withModel({
        '10': node('LoraLoader', {
          lora_name: 'sdxl\\style.safetensors',
          strength_model: 0.8,
          strength_clip: 0.7,
          model: ['4', 0],
        }),
      }),
    ],
    [
      'a loader for models',
      withModel({
        '10': node('LoraLoaderModelOnly', {
          lora_name: 'style.safetensors',
          strength_model: 0.8,
          model: ['4', 0],
        }),
      }),
    ],
    [
      'a loader whose name has an image',
      withModel({
        '10': node('LoraLoader|pysssss', {
          lora_name: { content: 'style.safetensors', image: null },
          strength_model: 0.8,
          model: ['4', 0],
        }),
      }),
    ],
    [
      'rows that can be off',
      withModel({
        '10': node('Power Lora Loader (rgthree)', {
          lora_1: { on: true, lora: 'style.safetensors', strength: 0.8 },
          lora_2: { on: false, lora: 'off.safetensors', strength: 1 },
          model: ['4', 0],
        }),
      }),
    ],
    [
      'a stack',
      withModel({
        '10': node('CR Apply LoRA Stack', { model: ['4', 0], lora_stack: ['11', 0] }),
        '11': node('CR LoRA Stack', {
          switch_1: 'On',
          lora_name_1: 'style.safetensors',
          model_weight_1: 0.8,
          clip_weight_1: 1,
          switch_2: 'Off',
          lora_name_2: 'off.safetensors',
          model_weight_2: 1,
        }),
      }),
    ],
    [
      'a stack with hidden rows',
      withModel({
        '10': node('Efficient Loader', { ckpt_name: 'm.ckpt', lora_name: 'None', lora_stack: ['11', 0] }),
        '11': node('LoRA Stacker', {
          lora_count: 1,
          input_mode: 'simple',
          lora_name_1: 'style.safetensors',
          lora_wt_1: 0.8,
          lora_name_2: 'hidden.safetensors',
          lora_wt_2: 1,
        }),
      }),
    ],
    [
      'a list',
      withModel({
        '10': node('Lora Loader (LoraManager)', {
          text: '',
          loras: {
            __value__: [
              { name: 'style', strength: '0.80', active: true },
              { name: 'off', strength: 1, active: false },
            ],
          },
          model: ['4', 0],
        }),
      }),
    ],
    [
      'a chain for video',
      {
        ...graphOf({
          '10': node('WanVideoModelLoader', { model: 'wan.safetensors', lora: ['11', 0] }),
          '11': node('WanVideoLoraSelect', { lora: 'style.safetensors', strength: 0.8, prev_lora: null }),
        }),
        '3': node('WanVideoSampler', { model: ['10', 0], text_embeds: ['6', 0], seed: 1, steps: 2, cfg: 6 }),
      },
    ],
    ['a tag in the prompt', graphOf({ '6': encode('a fox <lora:style:0.8:0.5>') })],
  ])('are read from %s', (_what, graph) => {
    expect(found(graph)?.values['loras']).toEqual(style)
  })

  it('are in the order of the graph, each once, and without a weight only named', () => {
    const graph = withModel({
      '10': node('LoraLoader', { lora_name: 'b', strength_model: 0.5, model: ['11', 0] }),
      '11': node('LoraLoader', { lora_name: 'a', strength_model: 1, model: ['12', 0] }),
      '12': node('LoraLoader', { lora_name: 'c', model: ['4', 0] }),
    })
    expect(found(graph)?.values['loras']).toEqual([
      { name: 'b', weight: 0.5 },
      { name: 'a', weight: 1 },
    ])
    expect(found(graph)?.others).toContainEqual({ name: 'LoRA', value: 'c' })
  })
})

describe('the values of a graph', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a service',
      {
        '1': node('OpenAIGPTImage1', { prompt: 'a fox', seed: 5, quality: 'low', size: '1024x1536', n: 1 }),
        '2': node('SaveImage', { images: ['1', 0] }),
      },
      { prompt: 'a fox', seed: 5, width: 1024, height: 1536 },
    ],
    [
      'a service for video',
      {
        '1': node('KlingTextToVideoNode', {
          prompt: ['3', 0],
          negative_prompt: 'blur',
          cfg_scale: 0.8,
          model_name: 'kling-v2',
          aspect_ratio: '16:9',
          duration: '5',
        }),
        '2': node('SaveVideo', { video: ['1', 0] }),
        '3': node('PrimitiveString', { value: 'a fox' }),
      },
      { prompt: 'a fox', negative_prompt: 'blur', guidance: 0.8 },
    ],
    [
      'music',
      graphOf({
        '6': node('TextEncodeAceStepAudio', {
          tags: 'pop',
          lyrics: '[verse]\nla',
          lyrics_strength: 1,
          clip: ['4', 1],
        }),
        '5': node('EmptyAceStepLatentAudio', { seconds: 120, batch_size: 1 }),
      }),
      { prompt: 'pop', negative_prompt: 'NEGATIVE', lyrics: '[verse]\nla', seed: 1, steps: 20, guidance: 7 },
    ],
    [
      'a distilled model',
      {
        ...graphOf({
          '10': node('FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }),
          '11': node('BasicGuider', { conditioning: ['10', 0], model: ['4', 0] }),
          '12': node('RandomNoise', { noise_seed: 9 }),
          '13': node('BasicScheduler', { steps: 8, scheduler: 'simple', denoise: 1 }),
        }),
        '3': node('SamplerCustomAdvanced', {
          noise: ['12', 0],
          guider: ['11', 0],
          sigmas: ['13', 0],
          latent_image: ['5', 0],
        }),
      },
      { prompt: 'POSITIVE', seed: 9, steps: 8, guidance: 3.5, width: 512, height: 768 },
    ],
    [
      'a sampler with settings in a pipe',
      {
        '1': node('easy fullLoader', {
          ckpt_name: 'm.safetensors',
          positive: 'P',
          negative: 'N',
          empty_latent_width: 640,
          empty_latent_height: 320,
        }),
        '2': node('easy preSampling', { pipe: ['1', 0], seed: 4, steps: 9, cfg: 5, sampler_name: 'euler' }),
        '3': node('easy kSampler', { pipe: ['2', 0], image_output: 'Save' }),
      },
      { prompt: 'P', negative_prompt: 'N', seed: 4, steps: 9, guidance: 5, width: 640, height: 320 },
    ],
  ])('of %s are read', (_what, graph, values) => {
    expect(found(graph)?.values).toEqual(values)
  })

  it('of a second pass are named with its title, and those of the first are used', () => {
    const graph = graphOf({
      '20': node(
        'KSamplerAdvanced',
        {
          noise_seed: 2,
          steps: 30,
          cfg: 5,
          sampler_name: 'dpmpp',
          scheduler: 'karras',
          model: ['21', 0],
          positive: ['22', 0],
          negative: ['7', 0],
          latent_image: ['3', 0],
        },
        'Refiner',
      ),
      '21': node('CheckpointLoaderSimple', { ckpt_name: 'refiner.safetensors' }),
      '22': encode('FINE'),
      '8': node('VAEDecode', { samples: ['20', 0], vae: ['4', 2] }),
    })
    expect(found(graph)).toMatchObject({
      model: { name: 'm' },
      values: {
        prompt: 'POSITIVE',
        negative_prompt: 'NEGATIVE',
        seed: 1,
        steps: 20,
        guidance: 7,
        width: 512,
        height: 768,
      },
      others: expect.arrayContaining([
        { name: 'Refiner: Prompt', value: 'FINE' },
        { name: 'Refiner: Seed', value: '2' },
        { name: 'Refiner: Steps', value: '30' },
      ]),
    })
  })

  it('of several results are named with the titles of their samplers, and only what is equal is used', () => {
    const graph = graphOf({
      '20': node(
        'KSampler',
        {
          seed: 2,
          steps: 20,
          cfg: 7,
          positive: ['21', 0],
          negative: ['7', 0],
          model: ['4', 0],
          latent_image: ['5', 0],
        },
        'Second',
      ),
      '21': encode('ANOTHER'),
      '22': node('VAEDecode', { samples: ['20', 0] }),
      '23': node('SaveImage', { images: ['22', 0] }),
    })
    expect(found(graph)?.values).toEqual({
      negative_prompt: 'NEGATIVE',
      steps: 20,
      guidance: 7,
      width: 512,
      height: 768,
    })
    expect(found(graph)?.others).toEqual(
      expect.arrayContaining([
        { name: 'KSampler: Prompt', value: 'POSITIVE' },
        { name: 'Second: Prompt', value: 'ANOTHER' },
        { name: 'KSampler: Seed', value: '1' },
        { name: 'Second: Seed', value: '2' },
      ]),
    )
  })

  it('of an image and of the video that a service makes from it are not mixed', () => {
    const graph = {
      '1': node('FluxProUltraImageNode', { prompt: 'a fox', aspect_ratio: '16:9', seed: 1 }, 'Image'),
      '2': node(
        'KlingImage2VideoNode',
        { prompt: 'it runs', start_frame: ['1', 0], cfg_scale: 0.8, duration: '5' },
        'Video',
      ),
      '3': node('SaveVideo', { video: ['2', 0] }),
    }
    expect(found(graph)?.values).toEqual({})
    expect(found(graph)?.others).toEqual(
      expect.arrayContaining([
        { name: 'Image: Prompt', value: 'a fox' },
        { name: 'Image: Seed', value: '1' },
        { name: 'Video: Prompt', value: 'it runs' },
        { name: 'Video: CFG', value: '0.8' },
      ]),
    )
  })

  it('of a sampler whose result is only previewed do not count beside a saved one', () => {
    const graph = graphOf({
      '20': node('KSampler', {
        seed: 2,
        steps: 5,
        positive: ['21', 0],
        negative: ['7', 0],
        latent_image: ['5', 0],
      }),
      '21': encode('TRIED'),
      '22': node('VAEDecode', { samples: ['20', 0] }),
      '23': node('PreviewImage', { images: ['22', 0] }),
    })
    expect(found(graph)?.values).toMatchObject({ prompt: 'POSITIVE', seed: 1 })
  })

  it('name merged models together', () => {
    const graph = graphOf(
      {
        '10': node('ModelMergeSimple', { model1: ['4', 0], model2: ['11', 0], ratio: 0.5 }),
        '11': node('CheckpointLoaderSimple', { ckpt_name: 'other.ckpt' }),
      },
      { model: ['10', 0] },
    )
    expect(found(graph)?.model).toEqual({ slug: null, name: 'm + other' })
  })

  it('do not take the size of a part of the image, or one that another setting changes', () => {
    const preset = graphOf({
      '5': node('CR Aspect Ratio', { width: 1024, height: 1024, aspect_ratio: '16:9' }),
    })
    expect(found(preset)?.values).not.toHaveProperty('width')
    const area = graphOf(
      { '10': node('ConditioningSetArea', { width: 64, height: 64, conditioning: ['6', 0] }) },
      { positive: ['10', 0], latent_image: ['99', 0] },
    )
    expect(found(area)?.values).not.toHaveProperty('width')
  })
})

it('never puts a text into the prompt that no encoder of the sampler has', () => {
  const ids = ['3', '4', '5', '6', '7', '8', '9', '10', '11']
  const link = fc.tuple(fc.constantFrom(...ids), fc.nat(5))
  const anyNode = fc.record({
    class_type: fc.constantFrom(
      'KSampler',
      'Reroute',
      'CLIPTextEncode',
      'ConditioningCombine',
      'ControlNetApplyAdvanced',
      'StringConcatenate',
      'Any Switch (rgthree)',
      'ToBasicPipe',
      'Mystery',
      'FaceDetailer',
      'CR Text Input Switch',
      'LoraLoader',
    ),
    inputs: fc.dictionary(
      fc.constantFrom(
        'positive',
        'negative',
        'text',
        'string_a',
        'string_b',
        'delimiter',
        'conditioning_1',
        'conditioning_2',
        'basic_pipe',
        'seed',
        'steps',
        'model',
        'latent_image',
        'prompt',
        'value',
        'Input',
        'text1',
        'lora_name',
      ),
      fc.oneof(link, fc.constantFrom('one', 'two', 'three'), fc.integer()),
    ),
  })
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...ids), anyNode), (graph) => {
      const read = found(graph)
      const texts = Object.values(graph).flatMap(({ inputs }) =>
        Object.values(inputs).filter((value) => typeof value === 'string'),
      )
      const prompt = read?.values['prompt']
      if (typeof prompt === 'string') expect(texts.some((text) => prompt.includes(text))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
