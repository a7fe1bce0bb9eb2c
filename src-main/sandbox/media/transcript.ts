import { createRandom, hashText } from '../random.ts'

/** A segment of a transcript. Times are in seconds. */
interface Segment {
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
    const candidate = random() < 0.16 ? pick(INTERJECTIONS) : composeSentence(pick, random)
    const fitting =
      candidate.length <= maxLetters
        ? candidate
        : (INTERJECTIONS.find((text) => text.length <= maxLetters) ?? '')
    const text = fitting === '' && segments.length === 0 ? shorten(candidate, maxLetters) : fitting
    if (text === '') break
    for (const clause of splitLongSentence(text)) {
      const end = offset + clause.length / LETTERS_PER_SECOND
      const speakerId = `SPEAKER_0${String(speaker)}`
      segments.push({
        start: roundToHundredths(offset),
        end: roundToHundredths(end),
        text: clause,
        speaker: speakerId,
      })
      offset = end
    }
    offset += 0.15 + random() * 0.7
    if (random() < 0.35) speaker = (speaker + 1) % speakers
  }
  return segments
}

function composeSentence(pick: (from: string[]) => string, random: () => number): string {
  const subject = pick(SUBJECTS)
  const ending = pick(ENDINGS)
  const verbPhrase = pick(VERB_PHRASES)
  if (random() < 0.45) return `${capitalize(subject)} ${verbPhrase}, ${ending}`
  return random() < 0.7
    ? `${pick(OPENINGS)} ${subject} ${verbPhrase}, ${ending}`
    : `${capitalize(subject)} ${verbPhrase}.`
}

const MAX_CLAUSE_LETTERS = 60
const MIN_CLAUSE_LETTERS = 20

/** Splits a long sentence at its last comma, unless its first part would be very short. */
function splitLongSentence(text: string): string[] {
  const comma = text.lastIndexOf(', ')
  return text.length > MAX_CLAUSE_LETTERS && comma > MIN_CLAUSE_LETTERS
    ? [text.slice(0, comma + 1), text.slice(comma + 2)]
    : [text]
}

/** As many words as fit into a number of letters. */
function shorten(text: string, letters: number): string {
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

/** A transcript as plain text: one line per segment with timestamps, or running text without them. */
export function writeTranscript(segments: Segment[], includeTimestamps: boolean): string {
  if (!includeTimestamps) return segments.map(({ text }) => text).join(' ')
  return segments
    .map(({ start, end, text }) => `[${formatTimestamp(start)} --> ${formatTimestamp(end)}] ${text}`)
    .join('\n')
}

/** A transcript as JSON: the complete text, and the segments with speakers. */
export function writeTranscriptJson(segments: Segment[], seconds: number): string {
  const text = writeTranscript(segments, false)
  return JSON.stringify({ text, language: 'en', duration: seconds, segments })
}

/** Formats seconds as `00:01:02.345`. */
function formatTimestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const pad = (value: number, width: number) => String(value).padStart(width, '0')
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, ms % 60_000]
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(rest / 1000), 2)}.${pad(rest % 1000, 3)}`
}

// Phrases from which transcripts are composed.

const SUBJECTS = [
  'the old lighthouse',
  'our second expedition',
  'the harbour committee',
  'this year’s orchard',
  'the night train',
  'my grandmother’s atlas',
  'the repaired clock',
  'a quiet valley',
  'the weather station',
  'every good map',
  'the ferry crew',
  'the library on the hill',
]
const VERB_PHRASES = [
  'has stood there longer than anyone remembers',
  'came back with more questions than answers',
  'depends on people who get up before dawn',
  'taught us to look twice',
  'was louder than we had hoped',
  'needs a little patience and a lot of rope',
  'turned out to be two metres too short',
  'kept its promise after all',
  'changes with the light of every season',
  'began as a drawing on a napkin',
]
const OPENINGS = [
  'So',
  'And then',
  'As I said,',
  'To be honest,',
  'In the end',
  'Funnily enough,',
  'Every morning',
  'Back then',
  'You see,',
  'Well,',
]
const ENDINGS = [
  'and nobody wrote it down.',
  'which is why we are here today.',
  'but that is another story.',
  'and the numbers agree.',
  'at least on a clear day.',
  'if you ask the gulls.',
  'and it still works.',
  'more or less.',
]
const INTERJECTIONS = [
  'Right.',
  'Let me think.',
  'Exactly.',
  'Shall we go on?',
  'Thank you.',
  'That is a good question.',
]
