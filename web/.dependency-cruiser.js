/**
 * Layers of src, top to bottom: a folder imports only what is on the lines below its own. The files
 * of src itself are above all of them.
 */
const LAYERS = [
  ['pages'],
  ['games'],
  ['table'],
  ['parts'],
  ['lobby', 'match'],
  ['session'],
  ['ui'],
  ['i18n'],
  ['api'],
  ['browser'],
];
const FOLDERS = LAYERS.flat();
/** A folder of src without a layer. */
const UNNAMED = `^src/(?!(${FOLDERS.join('|')})/)[^/]+/`;

/** One rule a folder: what is above it or beside it. */
const layers = LAYERS.flatMap((layer, depth) =>
  layer.map((folder) => {
    const others = [...LAYERS.slice(0, depth).flat(), ...layer.filter((one) => one !== folder)];
    return {
      name: `${folder}-imports-below`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: `^src/(${[...others.map((one) => `${one}/`), '[^/]+$'].join('|')})` },
    };
  }),
);

export default {
  forbidden: [
    ...layers,
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      from: { path: UNNAMED },
      to: {},
    },
    {
      name: 'every-imported-folder-has-a-layer',
      severity: 'error',
      from: {},
      to: { path: UNNAMED },
    },
    {
      name: 'games-do-not-know-each-other',
      comment: 'The registry finds their manifests by a pattern.',
      severity: 'error',
      from: { path: '^src/games/([^/]+)/?' },
      to: { path: '^src/games/[^/]+/', pathNot: '^src/games/$1/' },
    },
    {
      name: 'ui-has-no-domain',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(api|browser)/', pathNot: '^src/api/problem\\.ts$' },
    },
    {
      name: 'sources-need-no-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circular',
      comment: 'Types included.',
      severity: 'error',
      from: { path: '(.+)' },
      to: { circular: true, pathNot: '^$1$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^~icons|\\.(css|json|woff2)$' },
  },
};
