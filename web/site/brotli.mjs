// Writes a copy compressed with Brotli beside each file: `node brotli.mjs FILE...`.

import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { brotliCompressSync, constants } from 'node:zlib';

for (const name of process.argv.slice(2)) {
    const content = readFileSync(name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${name}.br`, brotliCompressSync(content, { params }));
}
