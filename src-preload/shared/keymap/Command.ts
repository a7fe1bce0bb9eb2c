/**
 * A command that has keys. A key is named as in `KeyboardEvent.key`, after its modifiers: `Mod+Shift+Enter`. `Mod` is Cmd on a Mac and
 * Ctrl elsewhere.
 */
export interface Command {
  readonly keys: readonly string[]
  /** The keys on a Mac, where they differ. */
  readonly mac?: readonly string[]
  /** Whether each of the keys does something of its own: the digits that rate, the arrows that move. */
  readonly perKey?: true
  /** Runs once per key press, also while the key is held down. */
  readonly once?: true
}

/** The commands of one part of the window, by id. No two of them share a key. */
export type Commands = Readonly<Record<string, Command>>
