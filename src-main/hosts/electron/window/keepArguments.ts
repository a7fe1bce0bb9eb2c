/** Flags that don't apply to a restart: it may open another library, and has no standard input with a connection. */
const FLAGS_WITH_VALUE = ['--data']
const FLAGS = ['--connection-from-stdin']

/** The arguments of this start without those that don't apply to a restart; with `keepsData`, `--data` is kept. */
export function keepArguments(args: readonly string[], { keepsData = false } = {}): string[] {
  const dropped = keepsData ? [] : FLAGS_WITH_VALUE
  const isValue = (index: number): boolean => dropped.includes(args[index - 1] ?? '')
  const isDropped = (arg: string): boolean =>
    FLAGS.includes(arg) || dropped.some((flag) => arg === flag || arg.startsWith(`${flag}=`))
  return args.filter((arg, index) => !isDropped(arg) && !isValue(index))
}
