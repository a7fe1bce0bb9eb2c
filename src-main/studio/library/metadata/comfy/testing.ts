import { parseComfy } from './parseComfy.ts'

type Inputs = Record<string, unknown>

/** A node of a graph in API format. */
export const node = (type: string, inputs: Inputs = {}, title?: string) => ({
  class_type: type,
  inputs,
  ...(title !== undefined && { _meta: { title } }),
})

export const encode = (text: unknown) => node('CLIPTextEncode', { text, clip: ['4', 1] })

/** A graph of a sampler with a model, a latent image and two prompts. `nodes` replace its nodes or are added. */
export const graphOf = (
  nodes: Record<string, unknown> = {},
  sampler: Inputs = {},
): Record<string, unknown> => ({
  '3': node('KSampler', {
    seed: 1,
    steps: 20,
    cfg: 7,
    sampler_name: 'euler',
    scheduler: 'normal',
    denoise: 1,
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
    ...sampler,
  }),
  '4': node('CheckpointLoaderSimple', { ckpt_name: 'folder/m.safetensors' }),
  '5': node('EmptyLatentImage', { width: 512, height: 768, batch_size: 1 }),
  '6': encode('POSITIVE'),
  '7': encode('NEGATIVE'),
  '8': node('VAEDecode', { samples: ['3', 0], vae: ['4', 2] }),
  '9': node('SaveImage', { images: ['8', 0], filename_prefix: 'ComfyUI' }),
  ...nodes,
})

export const found = (graph: unknown) => parseComfy(graph)

/** The prompt and the negative prompt of a graph. */
export const promptsOf = (graph: unknown): unknown[] => {
  const values = parseComfy(graph)?.values
  return [values?.['prompt'], values?.['negative_prompt']]
}
