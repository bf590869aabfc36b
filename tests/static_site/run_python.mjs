// Runs a Python program with the runtime and the packages of the site: `node run_python.mjs FOLDER PROGRAM`.

import { readFile } from "node:fs/promises";
import process from "node:process";

const [, , folder, program] = process.argv;
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder });
const { packages } = JSON.parse(await readFile(`${folder}/files.json`, "utf8"));
for (const name of packages) {
    const format = name.endsWith(".whl") ? "wheel" : "zip";
    const extractDir = python.runPython("import site; site.getsitepackages()[0]");
    python.unpackArchive(new Uint8Array(await readFile(`${folder}/${name}`)), format, {
        extractDir,
    });
}
try {
    python.runPython(program);
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
