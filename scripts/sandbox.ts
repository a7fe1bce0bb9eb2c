// Runs the sandbox service; `npm run sandbox -- --help` lists its arguments.
import '../src-main/sandbox/main.ts'
