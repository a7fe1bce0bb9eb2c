import { createRandom, hashText } from '../../random.ts'

/** What determines a piece of music: equal parameters give identical audio. */
export interface MusicParameters {
  caption: string
  /** Empty or `[Instrumental]` for none. */
  lyrics: string
  seconds: number
  /** Beats per minute; null derives it from the caption. */
  bpm: number | null
  /** Such as `C minor`; null derives it from the caption. */
  key: string | null
  /** Beats per bar. */
  meter: number
  seed: number
  /** Everything else that affects the music: model, reference, language. */
  style: string
}

/** One note of one instrument. Times are in seconds from the start. */
export interface Note {
  instrument: 'pad' | 'bass' | 'pluck' | 'lead' | 'voice' | 'kick' | 'snare' | 'hat'
  start: number
  length: number
  /** Hertz; 0 for drums. */
  pitch: number
  /** Loudness; 1 is full scale. */
  gain: number
}

/** The steps of a scale in semitones above its root. */
const MAJOR = [0, 2, 4, 5, 7, 9, 11]
const MINOR = [0, 2, 3, 5, 7, 8, 10]
/** Chord progressions over four bars, as steps of the scale. */
const MAJOR_PROGRESSIONS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [5, 3, 0, 4],
  [0, 2, 3, 4],
  [3, 0, 4, 5],
]
const MINOR_PROGRESSIONS = [
  [0, 5, 2, 6],
  [0, 3, 6, 2],
  [0, 6, 5, 6],
  [5, 6, 0, 0],
  [0, 3, 5, 4],
]
/** The natural notes in semitones above C. */
const NOTE_NAMES: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }

const CALM = /\b(ambient|calm|lullaby|piano|meditat\w*|sleep|soft|slow|quiet|drone|choral|ballad)\b/i
const QUICK =
  /\b(techno|house|rock|dance|punk|drum|electro\w*|trance|fast|energetic|metal|upbeat|disco|hip[ -]?hop)\b/i
const DARK = /\b(sad|dark|minor|melanchol\w*|moody|tense|night|noir|lonely|epic|rain\w*)\b/i

/**
 * Composes a piece (the constants are tuned by ear): chords in the key, bass, arpeggios, a melody that repeats, and drums if they suit the
 * caption.
 */
export function composeMusic(parameters: MusicParameters): Note[] {
  const random = createRandom(
    hashText(`${parameters.caption}\n${parameters.style}\n${String(parameters.seed)}`),
  )
  const isCalm = CALM.test(parameters.caption)
  const isQuick = !isCalm && QUICK.test(parameters.caption)
  const beat =
    60 /
    (parameters.bpm ??
      Math.round(isCalm ? 62 + random() * 22 : isQuick ? 116 + random() * 26 : 84 + random() * 28))
  const { root, isMinor } = chooseKey(parameters, random)
  const scale = isMinor ? MINOR : MAJOR
  const progressions = isMinor ? MINOR_PROGRESSIONS : MAJOR_PROGRESSIONS
  const progression = progressions[Math.floor(random() * progressions.length)] ?? [0, 3, 4, 0]
  const pitch = (step: number, octave: number): number => {
    const tone = scale[((step % 7) + 7) % 7]! + 12 * (Math.floor(step / 7) + octave) + root
    return 261.6256 * 2 ** (tone / 12)
  }
  const isSung = parameters.lyrics.trim() !== '' && !/^\[?instrumental\]?$/i.test(parameters.lyrics.trim())
  const melody = composeMelody(parameters.meter, random, isSung ? parameters.lyrics : null)
  const notes: Note[] = []
  const bar = beat * parameters.meter
  for (let barNumber = 0; barNumber * bar < parameters.seconds; barNumber += 1) {
    const start = barNumber * bar
    const step = progression[barNumber % 4] ?? 0
    const section = Math.floor(barNumber / 4)
    for (const [index, interval] of [0, 2, 4].entries()) {
      notes.push({
        instrument: 'pad',
        start,
        length: bar * 1.04,
        pitch: pitch(step + interval, index === 0 ? -1 : 0),
        gain: 0.05,
      })
    }
    for (let i = 0; i < parameters.meter; i += isCalm ? parameters.meter : 2) {
      notes.push({
        instrument: 'bass',
        start: start + i * beat,
        length: beat * (isCalm ? parameters.meter : 1.7),
        pitch: pitch(step, -2),
        gain: 0.2,
      })
    }
    for (let i = 0; i < parameters.meter * 2; i += 1) {
      const interval = [0, 2, 4, 7, 4, 2, 9, 4][(i + section) % 8] ?? 0
      const gain = 0.085 * (i % 2 === 0 ? 1 : 0.7)
      notes.push({
        instrument: 'pluck',
        start: start + (i * beat) / 2,
        length: beat * 1.6,
        pitch: pitch(step + interval, 0),
        gain,
      })
    }
    if (section > 0 || isSung || parameters.seconds < bar * 6) {
      for (const { beats, startBeat, scaleSteps } of melody[barNumber % melody.length] ?? []) {
        const part = isSung ? 'voice' : 'lead'
        notes.push({
          instrument: part,
          start: start + startBeat * beat,
          length: beats * beat * 0.94,
          pitch: pitch(step + scaleSteps, isSung ? -1 : 0),
          gain: isSung ? 0.17 : 0.1,
        })
      }
    }
    if (!isCalm && (section > 0 || isQuick)) addDrums(notes, start, beat, parameters.meter, isQuick)
  }
  return notes.filter((note) => note.start < parameters.seconds)
}

interface MelodyStep {
  /** Offset in the bar, in beats. */
  startBeat: number
  beats: number
  /** Steps of the scale above the chord's root. */
  scaleSteps: number
}

/** Composes a melody of four bars, of which the third repeats the first. The more syllables the lyrics have, the more notes. */
function composeMelody(meter: number, random: () => number, lyrics: string | null): MelodyStep[][] {
  const syllables = lyrics?.match(/[aeiouyáéíóúäöü]+/gi)?.length ?? 0
  const density = lyrics === null ? 0.45 : Math.min(0.8, 0.35 + syllables / 200)
  const bars = Array.from({ length: 4 }, () => {
    const steps: MelodyStep[] = []
    for (let startBeat = 0; startBeat < meter;) {
      const beats = Math.min(meter - startBeat, random() < density ? 0.5 : random() < 0.7 ? 1 : 2)
      if (random() > 0.16)
        steps.push({ startBeat, beats, scaleSteps: [4, 7, 8, 9, 11, 7, 5][Math.floor(random() * 7)] ?? 7 })
      startBeat += beats
    }
    return steps
  })
  return [bars[0] ?? [], bars[1] ?? [], bars[0] ?? [], bars[3] ?? []]
}

function addDrums(notes: Note[], start: number, beat: number, meter: number, isQuick: boolean): void {
  for (let i = 0; i < meter; i += 1) {
    const addHit = (part: Note['instrument'], beatOffset: number, gain: number) =>
      notes.push({ instrument: part, start: start + (i + beatOffset) * beat, length: 0.25, pitch: 0, gain })
    if (isQuick || i % 2 === 0) addHit('kick', 0, 0.5)
    if (i % 2 === 1) addHit('snare', 0, 0.22)
    addHit('hat', 0, 0.05)
    addHit('hat', 0.5, 0.08)
  }
}

/** The root in semitones above C, and whether the key is minor. */
function chooseKey(
  { key, caption }: MusicParameters,
  random: () => number,
): { root: number; isMinor: boolean } {
  const [, name, sign, mode] = /^\s*([a-g])\s*([#♯b♭]?)\s*(m(?!aj)\w*)?/i.exec(key ?? '') ?? []
  const randomRoot = Math.floor(random() * 12)
  const isDark = DARK.test(caption) || random() < 0.25
  if (name === undefined) return { root: randomRoot > 6 ? randomRoot - 12 : randomRoot, isMinor: isDark }
  const shift = sign === '#' || sign === '♯' ? 1 : sign === 'b' || sign === '♭' ? -1 : 0
  const tone = (NOTE_NAMES[name.toLowerCase()] ?? 0) + shift
  return { root: tone > 6 ? tone - 12 : tone, isMinor: mode !== undefined }
}
