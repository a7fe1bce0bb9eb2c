export const stage = {
  title: 'Stage',
} as const
