/** A rectangle on the sheet in px. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** An element to draw; images are sent separately. */
export type SheetElement =
  | { kind: 'box'; rect: Rect; fill: string; radius: number }
  | {
      kind: 'text'
      rect: Rect
      text: string
      /** Font size in px. */
      size: number
      bold: boolean
      colour: string
      align: 'left' | 'center'
      /** Rotated to read from bottom to top. */
      isRotated: boolean
      /** Maximum number of lines; longer text ends with an ellipsis. */
      lines: number
    }

/** The sheet without its images. */
export interface SheetPlan {
  width: number
  height: number
  background: string
  elements: SheetElement[]
}

/** A message to the worker; each has one response. */
export type SheetRequest =
  | { kind: 'begin'; plan: SheetPlan; font: string }
  | {
      kind: 'image'
      rect: Rect
      radius: number
      bytes: ArrayBuffer
      /** Size of the source image in px; null if unknown. */
      width: number | null
      height: number | null
    }
  | { kind: 'elements'; elements: SheetElement[] }
  | { kind: 'end'; mime: string }

export type SheetResponse =
  | { kind: 'ready' }
  /** `missing`: the image could not be decoded. */
  | { kind: 'drawn'; missing: boolean }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; error: string }
