// Starts Python in a worker: the Pyodide runtime, msgspec and the package, all from the site's own files.

import type { loadPyodide, PyodideInterface } from 'pyodide';

/** The files of the folder `python`, as `make site` lists them. */
interface Files {
  /** The wheels and the package, in the order in which they are unpacked. */
  packages: string[];
  /** The bytes that are fetched in all, not compressed. */
  bytes: number;
}

export type Progress = (loaded: number, total: number) => void;

/** Load Python from a folder, and import a module of the package. */
export async function startPython(folder: string, progress: Progress): Promise<PyodideInterface> {
  const address = (name: string): string => new URL(name, folder).href;
  const files = (await (await fetch(address('files.json'))).json()) as Files;
  countFetches((loaded) => progress(Math.min(loaded, files.bytes), files.bytes));
  const packages = files.packages.map(async (name) => (await fetched(address(name))).arrayBuffer());
  const { loadPyodide: load } = (await import(/* @vite-ignore */ address('pyodide.mjs'))) as { loadPyodide: typeof loadPyodide };
  const python = await load({ indexURL: folder });
  for (const [nth, content] of packages.entries()) {
    const format = files.packages[nth]!.endsWith('.whl') ? 'wheel' : 'zip';
    const extractDir = python.runPython('import site; site.getsitepackages()[0]') as string;
    python.unpackArchive(await content, format, format === 'zip' ? { extractDir } : {});
  }
  progress(files.bytes, files.bytes);
  return python;
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

/** Count the bytes of everything that this worker fetches from now on; the runtime fetches its own files. */
function countFetches(counted: (loaded: number) => void): void {
  const { fetch } = globalThis;
  let loaded = 0;
  globalThis.fetch = async (...given) => {
    const response = await fetch(...given);
    if (!response.body) return response;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        counted((loaded += chunk.byteLength));
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
  };
}
