import { createDice, hashText } from '../random.ts'
import { HEADINGS, LINES } from './phrases.ts'

/** A line of text found in a picture, with its place in pixels: left, top, width, height. */
export interface SignLine {
  text: string
  box: [number, number, number, number]
  confidence: number
}

/** The text in a picture, decided by its bytes: a heading and a few lines under it. */
export function readSigns(picture: string, width: number, height: number): SignLine[] {
  const dice = createDice(hashText(picture))
  const heading = HEADINGS[Math.floor(dice() * HEADINGS.length)] ?? ''
  const first = Math.floor(dice() * LINES.length)
  const rest = [...LINES.slice(first), ...LINES.slice(0, first)].slice(0, 3 + Math.floor(dice() * 5))
  const tall = height * 0.06
  return [heading, ...rest].map((text, index) => ({
    text,
    box: [
      Math.round(width * 0.1),
      Math.round(height * 0.12 + index * tall * 1.5),
      Math.round(Math.min(width * 0.8, text.length * tall * 0.55)),
      Math.round(tall),
    ],
    confidence: Math.round((0.9 + dice() * 0.099) * 1000) / 1000,
  }))
}
