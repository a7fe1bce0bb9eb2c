import { createDice, hashText } from '../random.ts'
import { ASIDES, DOINGS, ENDS, SUBJECTS, TURNS } from './phrases.ts'

/** A stretch of speech; times in seconds. */
export interface Segment {
  start: number
  end: number
  text: string
  speaker: string
}

/** Letters a second at which people talk. */
const PACE = 14.5

/** What is said in a recording, decided by its name and length: whole sentences, pauses between them, never beyond its end. */
export function composeTranscript(source: string, seconds: number): Segment[] {
  const dice = createDice(hashText(source))
  const pick = (from: string[]) => from[Math.floor(dice() * from.length)] ?? ''
  const segments: Segment[] = []
  const speakers = seconds > 40 ? 2 : 1
  let speaker = 0
  let at = Math.min(seconds * 0.05, 0.4)
  while (at < seconds - 0.5) {
    const short = dice() < 0.16
    const text = short ? pick(ASIDES) : sentence(pick, dice)
    const room = seconds - at
    const length = Math.min(room, text.length / PACE)
    const said = length < text.length / PACE ? shortened(text, room) : text
    if (said === '') break
    segments.push({
      start: hundredths(at),
      end: hundredths(at + length),
      text: said,
      speaker: `SPEAKER_0${String(speaker)}`,
    })
    at += length + 0.15 + dice() * 0.7
    if (dice() < 0.35) speaker = (speaker + 1) % speakers
  }
  return segments
}

function sentence(pick: (from: string[]) => string, dice: () => number): string {
  const subject = pick(SUBJECTS)
  const end = pick(ENDS)
  const doing = pick(DOINGS)
  if (dice() < 0.45) return `${capital(subject)} ${doing}, ${end}`
  return dice() < 0.7 ? `${pick(TURNS)} ${subject} ${doing}, ${end}` : `${capital(subject)} ${doing}.`
}

/** As many words as fit. */
function shortened(text: string, seconds: number): string {
  const words = text.split(' ')
  while (words.length > 0 && words.join(' ').length / PACE > seconds) words.pop()
  return words.length === 0 ? '' : `${words.join(' ').replace(/[,.]$/, '')}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
