export const announce = {
  done: '{{done}} of {{total}}',
  percent: '{{percent}}%',
  stopped: 'Stopped at {{far}}',
  trouble: 'Needs attention',
} as const
