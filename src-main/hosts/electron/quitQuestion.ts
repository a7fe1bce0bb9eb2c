/** What is asked when the window is closed while jobs run. */
export function quitQuestion(jobs: number): { message: string; detail: string } {
  return jobs === 1
    ? {
        message: '1 job is running.',
        detail: 'It goes on at the service; Easel collects it next time.',
      }
    : {
        message: `${jobs} jobs are running.`,
        detail: 'They go on at the service; Easel collects them next time.',
      }
}
