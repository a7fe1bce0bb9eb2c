/** A system call that changes the disk or sends data to another process; paths are absolute. */
export type DiskCall =
  | { kind: 'create'; path: string; truncate: boolean }
  | { kind: 'write'; path: string; offset: number | null; data: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'mkdir'; path: string }
  | { kind: 'sync'; path: string }
  /** Bytes sent through a socket or pipe. */
  | { kind: 'output'; data: Buffer }
