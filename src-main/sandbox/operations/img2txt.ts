import { image, returnInResponse, model, readText, webhookUrl } from './fields.ts'
import { pricedByImage } from './imageTools.ts'
import type { Operation, Rule } from './Operation.ts'
import { megapixels } from './imagePlan.ts'
import { createRandom, hashText } from '../random.ts'

const commonRules: Rule[] = [
  model,
  { field: 'language', kind: 'text' },
  { field: 'format', kind: 'choice', allowedValues: ['text', 'json'] },
]

/** Priced by the input's pixels alone (service.md §Pricing basis). */
export const img2txt: Operation = {
  type: 'img2txt',
  path: 'img2txt',
  encoding: 'form',
  rules: [image, ...commonRules, returnInResponse, webhookUrl],
  pricePath: 'img2txt/price-calculation',
  priceRules: [...commonRules, ...pricedByImage.rules],
  check: pricedByImage.check,
  plan: (input) => ({
    ...pricedByImage.plan(input),
    format: readText(input.fields, 'format', 'text'),
    inline: [true, 1].some((flag) => input.fields.return_result_in_response === flag),
  }),
  countUnits: megapixels,
  hasTextResult: true,
  formats: (plan) => ({ main: plan.format === 'json' ? 'json' : 'txt', alternatives: [] }),
  generate: async (plan, format) => {
    const lines = makeFakeText(String(plan.input), Number(plan.width), Number(plan.height))
    const text = lines.map((line) => line.text).join('\n')
    if (format === 'json') {
      return { bytes: Buffer.from(JSON.stringify({ text, lines })), mime: 'application/json' }
    }
    return { bytes: Buffer.from(text), mime: 'text/plain; charset=utf-8' }
  },
}

/** A line of text found in an image. The box is left, top, width, height in pixels. */
interface TextLine {
  text: string
  box: [number, number, number, number]
  confidence: number
}

/** Made-up text for an image, seeded by its id: a heading and a few lines. */
function makeFakeText(imageId: string, width: number, height: number): TextLine[] {
  const random = createRandom(hashText(imageId))
  const heading = HEADINGS[Math.floor(random() * HEADINGS.length)] ?? ''
  const first = Math.floor(random() * LINES.length)
  const rest = [...LINES.slice(first), ...LINES.slice(0, first)].slice(0, 3 + Math.floor(random() * 5))
  const lineHeight = height * 0.06
  return [heading, ...rest].map((text, index) => ({
    text,
    box: [
      Math.round(width * 0.1),
      Math.round(height * 0.12 + index * lineHeight * 1.5),
      Math.round(Math.min(width * 0.8, text.length * lineHeight * 0.55)),
      Math.round(lineHeight),
    ],
    confidence: Math.round((0.9 + random() * 0.099) * 1000) / 1000,
  }))
}

// The text of signs, letters and receipts.

const HEADINGS = ['HARBOUR MUSEUM', 'NORTH PIER CAFÉ', 'Field Notes', 'RECEIPT', 'TIMETABLE', 'Dear Marit,']
const LINES = [
  'Open daily 10:00 – 18:00',
  'Platform 3, change at Elmswood',
  'Two coffees, one slice of plum cake',
  'Wind from the west, visibility good',
  'Keep the gate closed at all times',
  'Total 14.80',
  'Ring twice and wait',
  'High water 06:42 and 19:05',
  'Please return by the 21st',
  'No. 27 · second floor',
  'With kind regards, E. Holm',
]
