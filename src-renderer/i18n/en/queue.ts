export const queue = {
  title: 'Queue',
} as const
