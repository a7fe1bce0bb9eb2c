export const viewers = {
  title: 'Viewers',
} as const
