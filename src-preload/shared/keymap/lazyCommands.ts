import type { Commands } from './Command.ts'

/** The strip of jobs below the result in Create. */
export const stripCommands = {
  move: { keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], perKey: true },
} as const satisfies Commands

/** On a result in the gallery, in the viewer and in Create. */
export const resultCommands = {
  star: { keys: ['s'] },
  info: { keys: ['i'] },
  again: { keys: ['v'] },
  recallAll: { keys: ['a'] },
  remix: { keys: ['x'] },
  // Their initials are taken: P goes to the prompt or starts a slideshow, and S stars.
  recallPrompt: { keys: ['w'] },
  recallSeed: { keys: ['u'] },
  recallSize: { keys: ['d'] },
} as const satisfies Commands

/** On a result in the gallery and in the viewer. */
export const organizeCommands = {
  rate: { keys: ['1', '2', '3', '4', '5', '0'], perKey: true },
  tags: { keys: ['t'] },
  note: { keys: ['n'] },
  trash: { keys: ['Delete'] },
} as const satisfies Commands

export const galleryCommands = {
  search: { keys: ['/'] },
  filter: { keys: ['f'] },
  jump: { keys: ['g'] },
  move: { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], perKey: true },
  page: { keys: ['PageUp', 'PageDown'], perKey: true },
  first: { keys: ['Home'] },
  last: { keys: ['End'] },
  select: { keys: [' '] },
  extend: {
    keys: [
      'Shift+ArrowLeft',
      'Shift+ArrowRight',
      'Shift+ArrowUp',
      'Shift+ArrowDown',
      'Shift+PageUp',
      'Shift+PageDown',
      'Shift+Home',
      'Shift+End',
      'Shift+ ',
    ],
    perKey: true,
  },
  stack: { keys: ['e'] },
  undo: { keys: ['Mod+z'] },
} as const satisfies Commands

/** In a list of results or jobs. */
export const listCommands = {
  selectAll: { keys: ['Mod+a'] },
} as const satisfies Commands

export const selectionCommands = {
  compare: { keys: ['c'] },
  clear: { keys: ['Escape'] },
} as const satisfies Commands

export const viewerCommands = {
  previous: { keys: ['ArrowLeft'] },
  next: { keys: ['ArrowRight'] },
  compare: { keys: ['c'] },
  fullscreen: { keys: ['f'] },
  slideshow: { keys: ['p'] },
  pause: { keys: [' '] },
} as const satisfies Commands

/** In a field for a prompt. */
export const promptCommands = {
  older: { keys: ['Alt+ArrowUp'] },
  newer: { keys: ['Alt+ArrowDown'] },
  list: { keys: ['Alt+Shift+ArrowUp'] },
} as const satisfies Commands

export const imageCommands = {
  zoomIn: { keys: ['+', '='] },
  zoomOut: { keys: ['-'] },
  // Not 0 as in the grid, because digits rate the result.
  fit: { keys: ['z'] },
  before: { keys: ['b'] },
} as const satisfies Commands

/** In all players. */
export const playerCommands = {
  pause: { keys: [' ', 'k'] },
  back: { keys: ['j'] },
  forward: { keys: ['l'] },
  mute: { keys: ['m'] },
} as const satisfies Commands

export const audioCommands = {
  start: { keys: ['Home'] },
  end: { keys: ['End'] },
  loop: { keys: ['r'] },
  regionStart: { keys: ['['] },
  regionEnd: { keys: [']'] },
  compare: { keys: ['b'] },
} as const satisfies Commands

export const videoCommands = {
  start: { keys: ['Home'] },
  end: { keys: ['End'] },
  loop: { keys: ['r'] },
  previousFrame: { keys: [','] },
  nextFrame: { keys: ['.'] },
} as const satisfies Commands

export const textCommands = {
  search: { keys: ['/', 'Mod+f'] },
  nextMatch: { keys: ['F3'], mac: ['Mod+g'] },
  previousMatch: { keys: ['Shift+F3'], mac: ['Mod+Shift+g'] },
} as const satisfies Commands

/** In a text that can be edited. */
export const editCommands = {
  undo: { keys: ['Mod+z'] },
  redo: { keys: ['Mod+Shift+z', 'Mod+y'] },
} as const satisfies Commands

export const transcriptCommands = {
  previousSegment: { keys: ['ArrowUp'] },
  nextSegment: { keys: ['ArrowDown'] },
} as const satisfies Commands

export const compareCommands = {
  mode: { keys: ['m'] },
  swap: { keys: ['x'] },
  star: { keys: ['1', '2', '3', '4'], perKey: true },
  zoomIn: { keys: ['+', '='] },
  zoomOut: { keys: ['-'] },
  fit: { keys: ['0'] },
  pan: { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], perKey: true },
} as const satisfies Commands

export const queueCommands = {
  move: { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], perKey: true },
  select: { keys: [' '] },
  extend: {
    keys: ['Shift+ArrowUp', 'Shift+ArrowDown', 'Shift+Home', 'Shift+End', 'Shift+ '],
    perKey: true,
  },
  front: { keys: ['Alt+Home'] },
  up: { keys: ['Alt+ArrowUp'] },
  down: { keys: ['Alt+ArrowDown'] },
  back: { keys: ['Alt+End'] },
} as const satisfies Commands

export const gridCommands = {
  move: {
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'],
    perKey: true,
  },
  corner: { keys: ['Mod+Home', 'Mod+End'], perKey: true },
  open: { keys: ['Enter', ' '] },
  zoomIn: { keys: ['+', '='] },
  zoomOut: { keys: ['-'] },
  fit: { keys: ['0'] },
  actualSize: { keys: ['1'] },
  previousLayer: { keys: ['['] },
  nextLayer: { keys: [']'] },
} as const satisfies Commands

export const spendCommands = {
  back: { keys: ['Escape'] },
} as const satisfies Commands
