// Preloads the Latin files of the bundled typefaces, and ships their licences as /licences/*.txt.

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PACKAGES = ['el-messiri', 'figtree'];

export function typefaces(): Plugin {
  let base = '/';
  return {
    name: 'typefaces',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    generateBundle() {
      for (const name of PACKAGES) {
        const source = readFileSync(`node_modules/@fontsource-variable/${name}/LICENSE`);
        this.emitFile({ type: 'asset', fileName: `licences/${name}.txt`, source });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            // Fonts are fetched without credentials, so a preload without `crossorigin` is not used.
            attrs: { rel: 'preload', href: `${base}${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          })),
    },
  };
}
