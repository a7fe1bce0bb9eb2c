/** A rectangle on the sheet in px. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** An element to draw; images are sent separately. */
export type Mark =
  | { kind: 'box'; place: Place; fill: string; radius: number }
  | {
      kind: 'text'
      place: Place
      text: string
      /** Font size in px. */
      size: number
      bold: boolean
      colour: string
      align: 'left' | 'center'
      /** Rotated to read from bottom to top. */
      upright: boolean
      /** Maximum number of lines; longer text ends with an ellipsis. */
      lines: number
    }

export interface SheetPlan {
  width: number
  height: number
  ground: string
  marks: Mark[]
}

export type SheetRequest =
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

export type SheetResponse =
  | { kind: 'ready' }
  /** `missing`: the image could not be decoded. */
  | { kind: 'drawn'; missing: boolean }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; error: string }
