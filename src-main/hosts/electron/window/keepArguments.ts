/** Flags of a start that don't apply to the next one: another library, and standard input that is gone. */
const FLAGS_WITH_VALUE = ['--data']
const FLAGS = ['--connection-from-stdin']

/** The arguments of this start for the next one; with `keepsData` it opens the same library. */
export function keepArguments(args: readonly string[], { keepsData = false } = {}): string[] {
  const dropped = keepsData ? [] : FLAGS_WITH_VALUE
  const isValue = (index: number): boolean => dropped.includes(args[index - 1] ?? '')
  const isDropped = (arg: string): boolean =>
    FLAGS.includes(arg) || dropped.some((flag) => arg === flag || arg.startsWith(`${flag}=`))
  return args.filter((arg, index) => !isDropped(arg) && !isValue(index))
}
