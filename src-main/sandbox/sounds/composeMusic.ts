import { createDice, hashText } from '../random.ts'
import type { MusicOrder } from './MusicOrder.ts'

/** One note of one instrument; times in seconds from the start. */
export interface Note {
  part: 'pad' | 'bass' | 'pluck' | 'lead' | 'voice' | 'kick' | 'snare' | 'hat'
  at: number
  length: number
  /** Hertz; 0 for drums. */
  pitch: number
  gain: number
}

const MAJOR = [0, 2, 4, 5, 7, 9, 11]
const MINOR = [0, 2, 3, 5, 7, 8, 10]
/** Steps of the scale on which the chords of four bars stand. */
const MAJOR_WAYS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [5, 3, 0, 4],
  [0, 2, 3, 4],
  [3, 0, 4, 5],
]
const MINOR_WAYS = [
  [0, 5, 2, 6],
  [0, 3, 6, 2],
  [0, 6, 5, 6],
  [5, 6, 0, 0],
  [0, 3, 5, 4],
]
const NAMES: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }

const CALM = /\b(ambient|calm|lullaby|piano|meditat\w*|sleep|soft|slow|quiet|drone|choral|ballad)\b/i
const QUICK =
  /\b(techno|house|rock|dance|punk|drum|electro\w*|trance|fast|energetic|metal|upbeat|disco|hip[ -]?hop)\b/i
const DARK = /\b(sad|dark|minor|melanchol\w*|moody|tense|night|noir|lonely|epic|rain\w*)\b/i

/** Writes a piece down: chords in the key, a bass under them, broken chords, a tune that comes back, drums where they fit. */
export function composeMusic(order: MusicOrder): { notes: Note[]; beat: number } {
  const dice = createDice(hashText(`${order.caption}\n${order.style}\n${String(order.seed)}`))
  const calm = CALM.test(order.caption)
  const quick = !calm && QUICK.test(order.caption)
  const beat =
    60 / (order.bpm ?? Math.round(calm ? 62 + dice() * 22 : quick ? 116 + dice() * 26 : 84 + dice() * 28))
  const { root, minor } = readKey(order, dice)
  const scale = minor ? MINOR : MAJOR
  const ways = minor ? MINOR_WAYS : MAJOR_WAYS
  const way = ways[Math.floor(dice() * ways.length)] ?? [0, 3, 4, 0]
  const pitch = (step: number, octave: number): number => {
    const tone = scale[((step % 7) + 7) % 7]! + 12 * (Math.floor(step / 7) + octave) + root
    return 261.6256 * 2 ** (tone / 12)
  }
  const sung = order.lyrics.trim() !== '' && !/^\[?instrumental\]?$/i.test(order.lyrics.trim())
  const tune = composeTune(order.meter, dice, sung ? order.lyrics : null)
  const notes: Note[] = []
  const bar = beat * order.meter
  for (let number = 0; number * bar < order.seconds; number += 1) {
    const at = number * bar
    const step = way[number % 4] ?? 0
    const section = Math.floor(number / 4)
    for (const [index, third] of [0, 2, 4].entries()) {
      notes.push({
        part: 'pad',
        at,
        length: bar * 1.04,
        pitch: pitch(step + third, index === 0 ? -1 : 0),
        gain: 0.05,
      })
    }
    for (let i = 0; i < order.meter; i += calm ? order.meter : 2) {
      notes.push({
        part: 'bass',
        at: at + i * beat,
        length: beat * (calm ? order.meter : 1.7),
        pitch: pitch(step, -2),
        gain: 0.2,
      })
    }
    for (let i = 0; i < order.meter * 2; i += 1) {
      const rung = [0, 2, 4, 7, 4, 2, 9, 4][(i + section) % 8] ?? 0
      const gain = 0.085 * (i % 2 === 0 ? 1 : 0.7)
      notes.push({
        part: 'pluck',
        at: at + (i * beat) / 2,
        length: beat * 1.6,
        pitch: pitch(step + rung, 0),
        gain,
      })
    }
    if (section > 0 || sung || order.seconds < bar * 6) {
      for (const { beats, from, above } of tune[number % tune.length] ?? []) {
        const part = sung ? 'voice' : 'lead'
        notes.push({
          part,
          at: at + from * beat,
          length: beats * beat * 0.94,
          pitch: pitch(step + above, sung ? -1 : 0),
          gain: sung ? 0.17 : 0.1,
        })
      }
    }
    if (!calm && (section > 0 || quick)) addDrums(notes, at, beat, order.meter, quick)
  }
  return { notes: notes.filter((note) => note.at < order.seconds), beat }
}

interface Step {
  from: number
  beats: number
  /** Steps of the scale above the chord. */
  above: number
}

/** Four bars of tune, the third like the first: something to remember. A sung one has a note for each syllable. */
function composeTune(meter: number, dice: () => number, lyrics: string | null): Step[][] {
  const syllables = lyrics?.match(/[aeiouyáéíóúäöü]+/gi)?.length ?? 0
  const dense = lyrics === null ? 0.45 : Math.min(0.8, 0.35 + syllables / 200)
  const bars = Array.from({ length: 4 }, () => {
    const steps: Step[] = []
    for (let from = 0; from < meter;) {
      const beats = Math.min(meter - from, dice() < dense ? 0.5 : dice() < 0.7 ? 1 : 2)
      if (dice() > 0.16)
        steps.push({ from, beats, above: [4, 7, 8, 9, 11, 7, 5][Math.floor(dice() * 7)] ?? 7 })
      from += beats
    }
    return steps
  })
  return [bars[0] ?? [], bars[1] ?? [], bars[0] ?? [], bars[3] ?? []]
}

function addDrums(notes: Note[], at: number, beat: number, meter: number, quick: boolean): void {
  for (let i = 0; i < meter; i += 1) {
    const hit = (part: Note['part'], share: number, gain: number) =>
      notes.push({ part, at: at + (i + share) * beat, length: 0.25, pitch: 0, gain })
    if (quick || i % 2 === 0) hit('kick', 0, 0.5)
    if (i % 2 === 1) hit('snare', 0, 0.22)
    hit('hat', 0, 0.05)
    hit('hat', 0.5, 0.08)
  }
}

/** Semitones above C, and whether it is minor. */
function readKey({ key, caption }: MusicOrder, dice: () => number): { root: number; minor: boolean } {
  const [, name, sign, mode] = /^\s*([a-g])\s*([#♯b♭]?)\s*(m(?!aj)\w*)?/i.exec(key ?? '') ?? []
  const rolled = Math.floor(dice() * 12)
  const dark = DARK.test(caption) || dice() < 0.25
  if (name === undefined) return { root: rolled > 6 ? rolled - 12 : rolled, minor: dark }
  const shift = sign === '#' || sign === '♯' ? 1 : sign === 'b' || sign === '♭' ? -1 : 0
  const tone = (NAMES[name.toLowerCase()] ?? 0) + shift
  return { root: tone > 6 ? tone - 12 : tone, minor: mode !== undefined }
}
