import { createRandom, hashText } from '../../random.ts'
import { ENDS, INTERJECTIONS, OPENINGS, SUBJECTS, VERB_PHRASES } from './phrases.ts'

/** A part of a transcript. Times are in seconds. */
export interface Segment {
  start: number
  end: number
  text: string
  speaker: string
}

/** Speaking rate in letters per second. */
const LETTERS_PER_SECOND = 14.5

/** Composes the transcript of a recording from its id and duration: sentences with pauses, all within the duration. */
export function composeTranscript(source: string, seconds: number): Segment[] {
  const random = createRandom(hashText(source))
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? ''
  const segments: Segment[] = []
  const speakers = seconds > 40 ? 2 : 1
  let speaker = 0
  let offset = Math.min(seconds * 0.05, 0.4)
  while (offset < seconds - 0.5) {
    const maxLetters = (seconds - offset) * LETTERS_PER_SECOND
    const candidate = random() < 0.16 ? pick(INTERJECTIONS) : sentence(pick, random)
    const fitting =
      candidate.length <= maxLetters
        ? candidate
        : (INTERJECTIONS.find((text) => text.length <= maxLetters) ?? '')
    const text = fitting === '' && segments.length === 0 ? shortened(candidate, maxLetters) : fitting
    if (text === '') break
    for (const part of clauses(text)) {
      const end = offset + part.length / LETTERS_PER_SECOND
      const speakerId = `SPEAKER_0${String(speaker)}`
      segments.push({
        start: roundToHundredths(offset),
        end: roundToHundredths(end),
        text: part,
        speaker: speakerId,
      })
      offset = end
    }
    offset += 0.15 + random() * 0.7
    if (random() < 0.35) speaker = (speaker + 1) % speakers
  }
  return segments
}

function sentence(pick: (from: string[]) => string, random: () => number): string {
  const subject = pick(SUBJECTS)
  const end = pick(ENDS)
  const verbPhrase = pick(VERB_PHRASES)
  if (random() < 0.45) return `${capitalize(subject)} ${verbPhrase}, ${end}`
  return random() < 0.7
    ? `${pick(OPENINGS)} ${subject} ${verbPhrase}, ${end}`
    : `${capitalize(subject)} ${verbPhrase}.`
}

/** Splits a long sentence at its last comma. */
function clauses(text: string): string[] {
  const comma = text.lastIndexOf(', ')
  return text.length > 60 && comma > 20 ? [text.slice(0, comma + 1), text.slice(comma + 2)] : [text]
}

/** As many words as fit into a number of letters. */
function shortened(text: string, letters: number): string {
  const words = text.split(' ')
  while (words.length > 0 && words.join(' ').length > letters) words.pop()
  return words.length === 0 ? '' : `${words.join(' ').replace(/[,.]$/, '')}.`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function roundToHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
