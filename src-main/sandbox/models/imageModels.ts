import type { SandboxModel } from './SandboxModel.ts'

/* Prices and speeds. A unit of work is one megapixel (1024²) for one step. */
const fastModel = { cost: { base: 0.000213, perUnit: 0.0005 }, secondsPerUnit: 0.45 }
const detailedModel = { cost: { base: 0.00027, perUnit: 0.00048 }, secondsPerUnit: 0.28 }
const smallModel = { cost: { base: 0.00003125, perUnit: 0.00009375 }, secondsPerUnit: 0.4 }

interface ImageLimits {
  /** Minimum and maximum of both width and height, in pixels. */
  size: [min: number, max: number]
  /** Width and height are multiples of this. */
  sizeStep?: number
  steps: [min: number, max: number]
}

function limits({ size, sizeStep, steps }: ImageLimits) {
  return {
    min_width: size[0],
    max_width: size[1],
    min_height: size[0],
    max_height: size[1],
    ...(sizeStep === undefined ? {} : { resolution_step: sizeStep }),
    min_steps: steps[0],
    max_steps: steps[1],
  }
}

type ImageFeature = 'steps' | 'guidance' | 'negative_prompt' | 'custom_output_size'

function features(...supported: ImageFeature[]) {
  return {
    supports_steps: supported.includes('steps'),
    supports_guidance: supported.includes('guidance'),
    supports_negative_prompt: supported.includes('negative_prompt'),
    supports_custom_output_size: supported.includes('custom_output_size'),
  }
}

function defaults(width: number, height: number, steps: number, negative = '') {
  return { width, height, steps, negative_prompt: negative }
}

const lora = (display_name: string, name: string) => ({ display_name, name })

/** Text-to-image and image-to-image models. Their limits have different forms. */
export const imageModels: SandboxModel[] = [
  {
    slug: 'aurora-turbo',
    name: 'Aurora Turbo',
    types: ['txt2img'],
    limits: limits({ size: [256, 2048], sizeStep: 64, steps: [1, 8] }),
    features: features('steps', 'custom_output_size'),
    defaults: defaults(1024, 1024, 8),
    ...fastModel,
    live: { valuesAsText: true },
  },
  {
    slug: 'meridian-xl',
    name: 'Meridian XL',
    types: ['txt2img'],
    limits: {
      ...limits({ size: [256, 1536], sizeStep: 8, steps: [10, 50] }),
      min_guidance: 1,
      max_guidance: 20,
    },
    features: features('steps', 'guidance', 'negative_prompt', 'custom_output_size'),
    defaults: { ...defaults(1024, 1024, 20, 'low quality, blurry'), guidance: 7 },
    loras: [
      lora('Golden Hour', 'golden-hour-v2'),
      lora('Paper Cut', 'paper-cut'),
      lora('Deep Fog', 'deep_fog_v1'),
      lora('Botanical Plate', 'botanical-plate'),
    ],
    ...detailedModel,
  },
  {
    slug: 'cinder-one',
    name: 'Cinder One',
    types: ['txt2img'],
    limits: limits({ size: [512, 1024], sizeStep: 16, steps: [1, 1] }),
    features: features('steps', 'custom_output_size'),
    defaults: defaults(768, 768, 1),
    ...smallModel,
    live: { valuesAsText: true, nullLoras: true },
  },
  {
    slug: 'saffron-portrait',
    name: 'Saffron Portrait',
    types: ['txt2img'],
    limits: limits({ size: [512, 1536], sizeStep: 128, steps: [4, 30] }),
    features: features('steps', 'guidance', 'negative_prompt', 'custom_output_size'),
    defaults: { ...defaults(768, 1152, 18), guidance: 4.5 },
    loras: [lora('Studio Light', 'studio-light'), lora('Film Grain 400', 'film-grain-400')],
    ...detailedModel,
    live: { placeholderNegative: true },
  },
  {
    slug: 'northern-lights-cinematic-wide-2',
    name: 'Northern Lights Cinematic Landscape Renderer, Wide Edition 2',
    types: ['txt2img'],
    limits: { ...limits({ size: [512, 2048], sizeStep: 64, steps: [6, 12] }), max_height: 1024 },
    features: features('steps', 'guidance', 'negative_prompt', 'custom_output_size'),
    defaults: { ...defaults(1536, 640, 8), guidance: 3 },
    ...detailedModel,
  },
  {
    slug: 'plain-pigment',
    name: 'Plain Pigment',
    types: ['txt2img'],
    cost: { base: 0.001, perUnit: 0.0002 },
    secondsPerUnit: 0.35,
  },
  {
    slug: 'obsidian-2k',
    name: 'Obsidian 2K',
    types: ['txt2img'],
    limits: limits({ size: [1024, 2048], sizeStep: 32, steps: [12, 40] }),
    features: features('steps', 'guidance', 'negative_prompt', 'custom_output_size'),
    defaults: { ...defaults(1536, 1536, 24), guidance: 6 },
    cost: { base: 0.0011, perUnit: 0.00071875 },
    secondsPerUnit: 0.2,
  },
  {
    slug: 'lumen-frame',
    name: 'Lumen Frame',
    types: ['txt2img'],
    limits: {
      ...limits({ size: [768, 768], sizeStep: 64, steps: [8, 8] }),
      min_width: 1344,
      max_width: 1344,
    },
    features: features(),
    defaults: defaults(1344, 768, 8),
    ...fastModel,
  },
  {
    slug: 'marble-edit',
    name: 'Marble Edit',
    types: ['txt2img', 'img2img'],
    limits: { ...limits({ size: [256, 1536], sizeStep: 16, steps: [4, 4] }), max_input_images: 3 },
    features: features('steps', 'custom_output_size'),
    defaults: defaults(1024, 1024, 4),
    cost: { base: 0.00021, perUnit: 0.000825 },
    secondsPerUnit: 0.9,
  },
  {
    slug: 'tidepool-mini',
    name: 'Tidepool Mini',
    types: ['txt2img'],
    limits: limits({ size: [128, 768], sizeStep: 16, steps: [1, 10] }),
    features: features('steps', 'negative_prompt', 'custom_output_size'),
    defaults: defaults(512, 512, 4),
    ...smallModel,
    live: { valuesAsText: true },
  },
  {
    slug: 'parchment-ink',
    name: 'Parchment & Ink',
    types: ['txt2img'],
    limits: limits({ size: [256, 1280], steps: [1, 50] }),
    features: features('steps', 'guidance', 'custom_output_size'),
    defaults: { ...defaults(832, 1216, 25), guidance: 5 },
    ...detailedModel,
  },
  {
    slug: 'violet-hour',
    name: 'Violet Hour',
    types: ['txt2img'],
    limits: {
      ...limits({ size: [256, 1536], sizeStep: 64, steps: [1, 10] }),
      min_guidance: 0,
      max_guidance: 3.5,
    },
    features: features('steps', 'guidance', 'negative_prompt', 'custom_output_size'),
    defaults: { ...defaults(1024, 768, 6), guidance: 1.5 },
    loras: [lora('Neon Rain', 'neon-rain')],
    ...fastModel,
  },
  {
    slug: 'quarry-draft',
    name: 'Quarry Draft',
    types: ['txt2img'],
    limits: limits({ size: [300, 1000], sizeStep: 64, steps: [2, 6] }),
    features: features('steps', 'negative_prompt', 'custom_output_size'),
    defaults: defaults(640, 640, 3),
    ...smallModel,
  },
  {
    slug: 'juniper-anime-8',
    name: 'Juniper Anime (8 steps)',
    types: ['txt2img'],
    limits: limits({ size: [256, 1536], sizeStep: 16, steps: [8, 8] }),
    features: features('steps', 'negative_prompt', 'custom_output_size'),
    defaults: defaults(896, 1152, 8, 'extra fingers'),
    ...fastModel,
  },
  {
    slug: 'granite-canvas',
    name: 'Granite Canvas',
    types: ['txt2img', 'img2img'],
    limits: { ...limits({ size: [256, 2048], sizeStep: 8, steps: [1, 50] }), max_input_images: 1 },
    features: features('steps', 'guidance', 'negative_prompt', 'custom_output_size'),
    defaults: { ...defaults(1024, 1024, 28), guidance: 5 },
    ...detailedModel,
    live: { tags: ['experimental'] },
  },
  {
    slug: 'restitch-40',
    name: 'Restitch 40',
    types: ['img2img'],
    limits: { ...limits({ size: [256, 1024], sizeStep: 8, steps: [1, 50] }), max_input_images: 1 },
    features: features('steps', 'guidance', 'negative_prompt'),
    defaults: { ...defaults(768, 768, 40), guidance: 4 },
    cost: { base: 0.0009, perUnit: 0.000425 },
    secondsPerUnit: 0.2,
  },
]
