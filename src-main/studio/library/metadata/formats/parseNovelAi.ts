import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../../service/http/json.ts'
import { createFoundParameters, type Field } from '../foundParameters.ts'
import { parseExactJson } from './exactJson.ts'
import { otherMembers, textMember } from './jsonMembers.ts'

type Json = Readonly<Record<string, unknown>>

const USED = ['prompt', 'uc', 'seed', 'steps', 'scale', 'width', 'height', 'v4_prompt', 'v4_negative_prompt']

/**
 * Parses parameters in the format of NovelAI: texts that name the program and describe the image, with the settings as
 * JSON in `Comment`. Null for any other texts.
 */
export function parseNovelAi(texts: Json): FoundParameters | null {
  const comment = typeof texts['Comment'] === 'string' ? parseExactJson(texts['Comment']) : null
  if (!isRecord(comment) || !('scale' in comment) || !('uc' in comment || 'v4_negative_prompt' in comment))
    return null
  const positive = readPrompts(comment['v4_prompt'])
  const negative = readPrompts(comment['v4_negative_prompt'])
  const source = textMember(texts, 'Source')
  return createFoundParameters({
    form: 'novelai',
    program: 'NovelAI',
    model: source === null ? null : { slug: null, name: source },
    members: [
      {
        entry: 'prompt',
        label: 'Prompt',
        value:
          join(positive) ?? textMember(comment, 'prompt') ?? textMember(texts, 'Description') ?? undefined,
        as: 'text',
      },
      {
        entry: 'negative_prompt',
        label: 'Negative prompt',
        value: join(negative) ?? textMember(comment, 'uc') ?? undefined,
        as: 'text',
      },
      { entry: 'seed', label: 'Seed', value: comment['seed'], as: 'integer' },
      { entry: 'steps', label: 'Steps', value: comment['steps'], as: 'integer' },
      { entry: 'guidance', label: 'Scale', value: comment['scale'], as: 'number' },
      { entry: 'width', label: 'Width', value: comment['width'], as: 'integer' },
      { entry: 'height', label: 'Height', value: comment['height'], as: 'integer' },
    ],
    others: [
      ...describeParts('Prompt', positive),
      ...describeParts('Negative prompt', negative),
      ...otherMembers(comment, USED),
      ...otherMembers(texts, ['Comment', 'Description', 'Source', 'Software', 'Title']),
    ],
  })
}

/** Since version 4 a prompt has a text for the image, and one for each character in it. */
function readPrompts(prompt: unknown): string[] {
  const caption = isRecord(prompt) ? prompt['caption'] : null
  if (!isRecord(caption)) return []
  const characters = Array.isArray(caption['char_captions']) ? caption['char_captions'] : []
  return [
    caption['base_caption'],
    ...characters.map((one: unknown) => isRecord(one) && one['char_caption']),
  ].flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text] : []))
}

const join = (parts: readonly string[]): string | null => (parts.length === 0 ? null : parts.join('\n'))

const describeParts = (label: string, parts: readonly string[]): Field[] =>
  parts.length < 2
    ? []
    : [
        { name: `${label} of ${parts.length} texts`, value: 'regional' },
        ...parts.map((value, index) => ({
          name: index === 0 ? `${label} (image)` : `${label} (character ${index})`,
          value,
        })),
      ]
