/** No circles in the page's modules, types included. */
export default {
  forbidden: [
    {
      name: 'no-circular',
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
