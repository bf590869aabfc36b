// Compiles a folder of Python sources with the Python that runs in the browser: `node compile.mjs FOLDER OPTIMIZE`.
// Each source is replaced by its byte code, next to which Python needs no source. OPTIMIZE is 0, or 2 for code without
// docstrings and assertions.

import { loadPyodide } from 'pyodide';
import process from 'node:process';

const [, , folder, optimize] = process.argv;
const COMPILE = `
import compileall, pathlib, py_compile
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
compiled = compileall.compile_dir("/package", quiet=1, legacy=True, optimize=${Number(optimize)}, invalidation_mode=mode)
for source in pathlib.Path("/package").rglob("*.py"):
    source.unlink()
compiled
`;

const python = await loadPyodide();
python.mountNodeFS('/package', folder);
process.exit(python.runPython(COMPILE) ? 0 : 1);
