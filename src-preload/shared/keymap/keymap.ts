import { createCommands, globalCommands, numberCommands } from './startupCommands.ts'
import {
  audioCommands,
  compareCommands,
  editCommands,
  galleryCommands,
  gridCommands,
  imageCommands,
  listCommands,
  organizeCommands,
  playerCommands,
  promptCommands,
  queueCommands,
  resultCommands,
  selectionCommands,
  spendCommands,
  stripCommands,
  textCommands,
  transcriptCommands,
  videoCommands,
  viewerCommands,
} from './lazyCommands.ts'

/** All commands with keys, by where they apply, in the order of the list of shortcuts. */
export const keymap = {
  global: globalCommands,
  create: createCommands,
  prompt: promptCommands,
  number: numberCommands,
  strip: stripCommands,
  result: resultCommands,
  organize: organizeCommands,
  gallery: galleryCommands,
  list: listCommands,
  selection: selectionCommands,
  viewer: viewerCommands,
  image: imageCommands,
  player: playerCommands,
  audio: audioCommands,
  video: videoCommands,
  text: textCommands,
  edit: editCommands,
  transcript: transcriptCommands,
  compare: compareCommands,
  queue: queueCommands,
  grid: gridCommands,
  spend: spendCommands,
}

export type Scope = keyof typeof keymap
/** The key of a command's text: `viewer_fullscreen`. */
export type CommandTextKey = { [S in Scope]: `${S}_${keyof (typeof keymap)[S] & string}` }[Scope]
