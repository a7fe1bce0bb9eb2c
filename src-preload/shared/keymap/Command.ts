/**
 * A command that has keys. A key is named as in `KeyboardEvent.key`, after its modifiers: `Mod+Shift+Enter`. `Mod` is Cmd on a Mac and
 * Ctrl elsewhere.
 */
export interface Command {
  readonly keys: readonly string[]
  /** The keys on a Mac, where they differ. */
  readonly mac?: readonly string[]
  /** Whether each key has an effect of its own, such as the digits that rate and the arrows that move. */
  readonly perKey?: true
  /** Runs once per key press: the repeats of a key that is held down are ignored. */
  readonly once?: true
}

/** The commands of one part of the window, by id. No two of them share a key. */
export type Commands = Readonly<Record<string, Command>>
