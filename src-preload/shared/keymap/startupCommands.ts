import type { Commands } from './Command.ts'

// The commands of the first screen. Those that are needed later are in `lazyCommands.ts`, so that the first screen doesn't load them.

/** These also work while a result fills the window. */
export const globalCommands = {
  palette: { keys: ['Mod+k'] },
  screens: { keys: ['Mod+1', 'Mod+2', 'Mod+3', 'Mod+4', 'Mod+5'], perKey: true },
  settings: { keys: ['Mod+,'] },
  help: { keys: ['?'] },
  guide: { keys: ['F1'] },
  close: { keys: ['Escape'] },
} as const satisfies Commands

export const createCommands = {
  generate: { keys: ['Mod+Enter'], once: true },
  generateAtFront: { keys: ['Mod+Shift+Enter'], once: true },
  prompt: { keys: ['p'] },
} as const satisfies Commands

/** Dialogs of the form in Create. They have no keys, so the keymap lacks them; the command palette opens them. */
export const formCommands = {
  presets: { keys: [] },
  batch: { keys: [] },
  prices: { keys: [] },
} as const satisfies Commands

/** In a number field. */
export const numberCommands = {
  step: { keys: ['ArrowUp', 'ArrowDown'], perKey: true },
  bigStep: { keys: ['Shift+ArrowUp', 'Shift+ArrowDown', 'PageUp', 'PageDown'], perKey: true },
} as const satisfies Commands
