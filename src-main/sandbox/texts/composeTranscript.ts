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
    const room = (seconds - at) * PACE
    const wanted = dice() < 0.16 ? pick(ASIDES) : sentence(pick, dice)
    const said = wanted.length <= room ? wanted : (ASIDES.find((text) => text.length <= room) ?? '')
    const text = said === '' && segments.length === 0 ? shortened(wanted, room) : said
    if (text === '') break
    for (const part of clauses(text)) {
      const end = at + part.length / PACE
      const speaking = `SPEAKER_0${String(speaker)}`
      segments.push({ start: hundredths(at), end: hundredths(end), text: part, speaker: speaking })
      at = end
    }
    at += 0.15 + dice() * 0.7
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

/** Long sentences are heard in two breaths. */
function clauses(text: string): string[] {
  const comma = text.lastIndexOf(', ')
  return text.length > 60 && comma > 20 ? [text.slice(0, comma + 1), text.slice(comma + 2)] : [text]
}

/** As many words as fit into so many letters. */
function shortened(text: string, letters: number): string {
  const words = text.split(' ')
  while (words.length > 0 && words.join(' ').length > letters) words.pop()
  return words.length === 0 ? '' : `${words.join(' ').replace(/[,.]$/, '')}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
