import { createRandom, hashText } from '../../random.ts'
import { HEADINGS, LINES } from './phrases.ts'

/** A line of text found in an image. The box is left, top, width, height in pixels. */
export interface TextLine {
  text: string
  box: [number, number, number, number]
  confidence: number
}

/** The text in an image, derived from its id: a heading and a few lines. */
export function extractText(imageId: string, width: number, height: number): TextLine[] {
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
