/** A place on the sheet, px. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** One thing to draw; images come later, one by one. */
export type Mark =
  | { kind: 'box'; place: Place; fill: string; radius: number }
  | {
      kind: 'text'
      place: Place
      text: string
      /** Of the letters, px. */
      size: number
      bold: boolean
      colour: string
      align: 'left' | 'center'
      /** Upright at the foot of its place, read from below. */
      upright: boolean
      /** More lines than these end in dots. */
      lines: number
    }

export interface SheetPlan {
  width: number
  height: number
  ground: string
  marks: Mark[]
}

export type SheetAsk =
  | { kind: 'begin'; plan: SheetPlan; font: string }
  | {
      kind: 'picture'
      place: Place
      radius: number
      bytes: ArrayBuffer
      width: number | null
      height: number | null
    }
  | { kind: 'marks'; marks: Mark[] }
  | { kind: 'end'; mime: string }

export type SheetAnswer =
  | { kind: 'ready' }
  /** `missing`: nothing could be made of its bytes. */
  | { kind: 'drawn'; missing: boolean }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; error: string }
